// The tokens of FSP, of Tenon's components and of its goals. The input is bytes, not characters: bytes over 0x7f may stand in
// comments, in strings and after the first character of a name, whatever the file's encoding is.
//
// Words that FSP does not reserve (`check`, `component`, `while`, …) are names here. Where a goal, a component, an
// observer or channels are defined, the token buffer gives their words the types listed under `tokens`; so they stay
// usable as action names.

lexer grammar TenonLexer;

tokens {
  Check, DeadlockFree, Satisfies, Refines, Simulates, Interface, For, Repair, In, Using, Expect, Holds, Violated,
  Channel, Component, Observer, Accept, Reject,
  IntType, RealType, BoolType, BitsType, Void, While, Do, Select, Or, Break, Continue, Return, Assume
}

Const         : 'const' ;
Property      : 'property' ;
Range         : 'range' ;
If            : 'if' ;
Then          : 'then' ;
Else          : 'else' ;
Forall        : 'forall' ;
When          : 'when' ;
Set           : 'set' ;
Progress      : 'progress' ;
Menu          : 'menu' ;
Animation     : 'animation' ;
Actions       : 'actions' ;
Controls      : 'controls' ;
Deterministic : 'deterministic' ;
Minimal       : 'minimal' ;
Compose       : 'compose' ;
Target        : 'target' ;
Import        : 'import' ;
Include       : 'include' ;
Assert        : 'assert' ;
Fluent        : 'fluent' ;
Exists        : 'exists' ;
Rigid         : 'rigid' ;
Constraint    : 'constraint' ;
Initially     : 'initially' ;

// Operators in formulas, names elsewhere.
Next      : 'X' ;
Until     : 'U' ;
WeakUntil : 'W' ;

Upper : [A-Z] Letter* ;
Lower : [a-z_] Letter* ;
fragment Letter : [A-Za-z0-9_] | '\u0080'..'\u00FF' ;

// A leading 0 makes it octal: `08` is `0` and then `8`.
Decimal : [0-9]+ '.' [0-9]+ ;
Integer : '0' [xX] [0-9a-fA-F]+ | '0' [0-7]* | [1-9] [0-9]* ;

String             : '"' ~["\r\n]* '"' ;
UnterminatedString : '"' ~["\r\n]* ;

BarBar       : '||' ;
AmpAmp       : '&&' ;
NotEqual     : '!=' ;
LessEqual    : '<=' ;
GreaterEqual : '>=' ;
EqualEqual   : '==' ;
ShiftLeft    : '<<' ;
ShiftRight   : '>>' ;
DotDot       : '..' ;
Arrow        : '->' ;
ColonColon   : '::' ;
Always       : '[]' ;
Eventually   : '<>' ;
Iff          : '<->' ;
Hash         : '#' ;
Quote        : '\'' ;
ColonEqual   : ':=' ;
StarStar     : '**' ;
Plus         : '+' ;
Minus        : '-' ;
Star         : '*' ;
Slash        : '/' ;
Percent      : '%' ;
Caret        : '^' ;
Tilde        : '~' ;
Question     : '?' ;
Comma        : ',' ;
LeftParen    : '(' ;
RightParen   : ')' ;
LeftBrace    : '{' ;
RightBrace   : '}' ;
LeftBracket  : '[' ;
RightBracket : ']' ;
Semicolon    : ';' ;
At           : '@' ;
Backslash    : '\\' ;
Bar          : '|' ;
Ampersand    : '&' ;
Bang         : '!' ;
Less         : '<' ;
Greater      : '>' ;
Equal        : '=' ;
Dot          : '.' ;
Colon        : ':' ;

LineComment         : '//' ~[\r\n]* -> channel(HIDDEN) ;
BlockComment        : '/*' .*? '*/' -> channel(HIDDEN) ;
// What is left open at the end of the file runs to the end.
UnterminatedComment : '/*' (~'*' | '*'+ ~[*/])* '*'* -> channel(HIDDEN) ;
Space               : [ \t\r\n\f]+ -> skip ;
Unexpected          : . ;
