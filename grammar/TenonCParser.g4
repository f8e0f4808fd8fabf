// The grammar of C, wider than the subset that Tenon checks (docs/c-subset.md): what is outside the subset is read, so
// that each construct of a file can be reported by its name.
//
// Sequences of operators are flat here; the AST builder resolves precedence.

parser grammar TenonCParser;

options { tokenVocab = TenonCLexer; }

file : items+=external* EOF ;

external
  : specs=specifiers? first=declarator (oldStyle+=declaration* content=block | tail=initialTail)
  | specs=specifiers Semicolon
  | Semicolon
  ;

initialTail : (Equal initial=initializer)? (Comma others+=initDeclarator)* Semicolon ;

//===-- Declarations ------------------------------------------------------===//

declaration : specs=specifiers (items+=initDeclarator (Comma items+=initDeclarator)*)? Semicolon ;

initDeclarator : name=declarator (Equal initial=initializer)? ;

initializer
  : value=assignment
  | LeftBrace (items+=initializer (Comma items+=initializer)* Comma?)? RightBrace
  | designators+=designator+ Equal designated=initializer
  ;

designator : LeftBracket conditional RightBracket | Dot (Identifier | TypeName) ;

specifiers : items+=specifier+ ;

specifier
  : word=( Typedef | Extern | Static | Auto | Register | Inline | Const | Volatile | Restrict | Void | Char | Short
         | Int | Long | Signed | Unsigned | Bool | Float | Double | TypeName )
  | kind=(Struct | Union) (tag=Identifier | TypeName)? (LeftBrace members+=member* RightBrace)?
  | kind=Enum (tag=Identifier | TypeName)?
    (open=LeftBrace constants+=enumerator (Comma constants+=enumerator)* Comma? RightBrace)?
  ;

enumerator : name=Identifier (Equal value=conditional)? ;

member : specs=specifiers (memberDeclarator (Comma memberDeclarator)*)? Semicolon ;

memberDeclarator : declarator (Colon conditional)? | Colon conditional ;

declarator
  : (stars+=Star (Const | Volatile | Restrict)*)* (name=Identifier | LeftParen inner=declarator RightParen)
    suffixes+=declaratorSuffix*
  ;

declaratorSuffix
  : open=LeftBracket size=assignment? RightBracket
  | LeftParen (params+=parameter (Comma params+=parameter)* (Comma more=Ellipsis)?
              | names+=Identifier (Comma names+=Identifier)*)? RightParen
  ;

parameter : specs=specifiers (name=declarator | abstract=abstractDeclarator)? ;

abstractDeclarator
  : (stars+=Star (Const | Volatile | Restrict)*)+ suffixes+=declaratorSuffix*
  | suffixes+=declaratorSuffix+
  | (stars+=Star (Const | Volatile | Restrict)*)* LeftParen inner=abstractDeclarator RightParen suffixes+=declaratorSuffix*
  ;

typeName : specs=specifiers abstract=abstractDeclarator? ;

//===-- Statements --------------------------------------------------------===//

block : LeftBrace items+=statement* close=RightBrace ;

statement
  : compound=block
  | kind=If LeftParen conditions+=expression RightParen inner+=statement
    (Else If LeftParen conditions+=expression RightParen inner+=statement)* (Else otherwise=statement)?
  | kind=While LeftParen condition=expression RightParen content=statement
  | kind=Do content=statement While LeftParen condition=expression RightParen Semicolon
  | kind=For LeftParen (declares=declaration | initial=expression? Semicolon) condition=expression? Semicolon
    step=expression? RightParen content=statement
  | kind=Switch LeftParen condition=expression RightParen content=statement
  | kind=Case value=conditional (Ellipsis conditional)? Colon
  | kind=Default Colon
  | kind=Goto (Identifier | Star expression) Semicolon
  | label=Identifier Colon
  | kind=(Break | Continue) Semicolon
  | kind=Return value2=expression? Semicolon
  | declares=declaration
  | value3=expression Semicolon
  | kind=Semicolon
  ;

//===-- Expressions -------------------------------------------------------===//

expression : items+=assignment (Comma items+=assignment)* ;

assignment
  : target=conditional
    (op=( Equal | PlusSet | MinusSet | StarSet | SlashSet | PercentSet | AmpersandSet | BarSet | CaretSet
        | ShiftLeftSet | ShiftRightSet ) value=assignment)?
  ;

conditional
  : operands+=cast
    (ops+=( BarBar | AmpAmp | Bar | Caret | Ampersand | EqualEqual | NotEqual | Less | LessEqual | Greater | GreaterEqual
          | ShiftLeft | ShiftRight | Plus | Minus | Star | Slash | Percent ) operands+=cast)*
    (Question whenTrue=expression Colon whenFalse=conditional)?
  ;

cast
  : LeftParen type=typeName RightParen (operand=cast
    | LeftBrace initializer (Comma initializer)* Comma? RightBrace suffix*)
  | value=unary
  ;

unary
  : op=(PlusPlus | MinusMinus | Plus | Minus | Bang | Tilde | Star | Ampersand) operand=cast
  | op=Sizeof (value=unary | LeftParen type=typeName RightParen)
  | base=primary suffixes+=suffix*
  ;

suffix
  : LeftBracket index=expression RightBracket
  | call=LeftParen (args+=assignment (Comma args+=assignment)*)? RightParen
  | access=(Dot | Arrow) (Identifier | TypeName)
  | op=(PlusPlus | MinusMinus)
  ;

primary
  : name=Identifier
  | integer=Integer
  | floating=FloatNumber
  | character=Character
  | strings+=String+
  | LeftParen inner=expression RightParen
  | LeftParen compound=block RightParen
  ;
