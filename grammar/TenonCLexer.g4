// The tokens of C. The input is bytes, not characters: bytes over 0x7f may stand in comments, strings and characters,
// whatever the file's encoding is.
//
// The token buffer reads directives and puts the text of macros in place; where an identifier names a type, it has the
// type TypeName.

lexer grammar TenonCLexer;

tokens { TypeName }

Auto     : 'auto' ;
Break    : 'break' ;
Case     : 'case' ;
Char     : 'char' ;
Const    : 'const' ;
Continue : 'continue' ;
Default  : 'default' ;
Do       : 'do' ;
Double   : 'double' ;
Else     : 'else' ;
Enum     : 'enum' ;
Extern   : 'extern' ;
Float    : 'float' ;
For      : 'for' ;
Goto     : 'goto' ;
If       : 'if' ;
Inline   : 'inline' ;
Int      : 'int' ;
Long     : 'long' ;
Register : 'register' ;
Restrict : 'restrict' ;
Return   : 'return' ;
Short    : 'short' ;
Signed   : 'signed' ;
Sizeof   : 'sizeof' ;
Static   : 'static' ;
Struct   : 'struct' ;
Switch   : 'switch' ;
Typedef  : 'typedef' ;
Union    : 'union' ;
Unsigned : 'unsigned' ;
Void     : 'void' ;
Volatile : 'volatile' ;
While    : 'while' ;
Bool     : '_Bool' ;

Identifier : [A-Za-z_] [A-Za-z0-9_]* ;

FloatNumber
  : ([0-9]+ '.' [0-9]* | '.' [0-9]+) Exponent? [fFlL]?
  | [0-9]+ Exponent [fFlL]?
  ;
fragment Exponent : [eE] [+\-]? [0-9]+ ;
Integer : ('0' [xX] [0-9a-fA-F]+ | [0-9]+) [uUlL]* ;

Character             : '\'' (~['\\\r\n] | '\\' ~[\r\n])+ '\'' ;
String                : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' ;
UnterminatedString    : '"' (~["\\\r\n] | '\\' ~[\r\n])* ;
UnterminatedCharacter : '\'' ;

Ellipsis      : '...' ;
ShiftLeftSet  : '<<=' ;
ShiftRightSet : '>>=' ;
PlusSet       : '+=' ;
MinusSet      : '-=' ;
StarSet       : '*=' ;
SlashSet      : '/=' ;
PercentSet    : '%=' ;
AmpersandSet  : '&=' ;
BarSet        : '|=' ;
CaretSet      : '^=' ;
PlusPlus      : '++' ;
MinusMinus    : '--' ;
Arrow         : '->' ;
AmpAmp        : '&&' ;
BarBar        : '||' ;
EqualEqual    : '==' ;
NotEqual      : '!=' ;
LessEqual     : '<=' ;
GreaterEqual  : '>=' ;
ShiftLeft     : '<<' ;
ShiftRight    : '>>' ;
Plus          : '+' ;
Minus         : '-' ;
Star          : '*' ;
Slash         : '/' ;
Percent       : '%' ;
Ampersand     : '&' ;
Bar           : '|' ;
Caret         : '^' ;
Tilde         : '~' ;
Bang          : '!' ;
Less          : '<' ;
Greater       : '>' ;
Equal         : '=' ;
Question      : '?' ;
Colon         : ':' ;
Semicolon     : ';' ;
Comma         : ',' ;
Dot           : '.' ;
LeftParen     : '(' ;
RightParen    : ')' ;
LeftBrace     : '{' ;
RightBrace    : '}' ;
LeftBracket   : '[' ;
RightBracket  : ']' ;

Directive           : '#' ('\\' '\r'? '\n' | '/*' .*? '*/' | ~[\r\n])* ;
LineComment         : '//' ~[\r\n]* -> channel(HIDDEN) ;
BlockComment        : '/*' .*? '*/' -> channel(HIDDEN) ;
// What is left open at the end of the file runs to the end.
UnterminatedComment : '/*' (~'*' | '*'+ ~[*/])* '*'* -> channel(HIDDEN) ;
Space               : ([ \t\r\n\f\u000B] | '\\' '\r'? '\n')+ -> skip ;
Unexpected          : . ;
