// The grammar of FSP, of Tenon's components and of its goals.
//
// Sequences of operators are flat here; the AST builder resolves precedence, so that an operand costs two rules and
// not one rule for each level. What the grammar admits and the language does not (an index at a process's first
// definition, a chain of `->` in a formula) is refused by the builder, which can say more about it.

parser grammar TenonParser;

options { tokenVocab = TenonLexer; }

file : definitions+=definition* EOF ;

definition
  : constDef=constDefinition
  | rangeDef=rangeDefinition
  | setDef=setDefinition
  | modelDef=modelDefinition
  | progressDef=progressDefinition
  | menuDef=menuDefinition
  | animationDef=animationDefinition
  | fluentDef=fluentDefinition
  | formulaDef=formulaDefinition
  | importDef=importDefinition
  | includeDef=includeDefinition
  | channelDef=channelDefinition
  | componentDef=componentDefinition
  | goalDef=goalDefinition
  ;

//===-- Constants, ranges, sets -------------------------------------------===//

constDefinition : Const name=(Upper | Next | Until | WeakUntil) Equal value=additive ;

rangeDefinition : Range name=(Upper | Next | Until | WeakUntil) Equal low=additive DotDot high=additive ;

setDefinition : Set name=(Upper | Next | Until | WeakUntil) Equal value=braces ;

//===-- Processes ---------------------------------------------------------===//

modelDefinition
  : deterministic=Deterministic? minimal=Minimal? compose=Compose? property=(Property | Observer)?
    (process=processDefinition | composite=compositeDefinition)
  ;

processDefinition
  : first=firstProcess (Comma others+=localProcess)*
    (Plus extension=set)? renaming=relabeling? hide=hiding? Dot
  ;

firstProcess
  : name=(Upper | Next | Until | WeakUntil) params=parameters? accepting=At?
    (LeftBracket indices+=indexSpec RightBracket)* Equal content=body
  ;

localProcess
  : mark=(Accept | Reject)? name=(Upper | Next | Until | WeakUntil) (Dot dotted+=Lower)* accepting=At?
    (LeftBracket indices+=indexSpec RightBracket)* Equal content=body
  ;

parameters : LeftParen items+=parameter (Comma items+=parameter)* RightParen ;

parameter : name=(Upper | Next | Until | WeakUntil) Equal value=expr ;

body
  : ref=reference
  | cond=conditional
  | options=choice
  ;

// An else that is followed by `if` continues the chain, so that a long chain is not deeply nested.
conditional
  : If conditions+=expr Then bodies+=body (Else If conditions+=expr Then bodies+=body)*
    (Else (otherwiseReference=reference | otherwiseChoice=choice))?
  ;

choice : LeftParen items+=alternative (Bar items+=alternative)* RightParen ;

alternative : (When guard=expr)? acts+=operation Arrow (acts+=operation Arrow)* content=body ;

// A constraint `[e]` is a label here.
operation
  : LeftBracket otherwise=Else RightBracket
  | target=label (op=Question place=label | op=(Bang | ColonEqual) value=dataExpr)?
  ;

reference
  : calls+=call* name=(Upper | Next | Until | WeakUntil) (LeftBracket indices+=dataExpr RightBracket)*
  ;

// After arguments, LTSA takes the next token for a `;` without looking at it.
call
  : name=(Upper | Next | Until | WeakUntil) (Semicolon | args=arguments separator=(Semicolon | Bar | Comma))
  ;

arguments : LeftParen items+=expr (Comma items+=expr)* RightParen ;

hiding : kind=(Backslash | At) labels=set ;

relabeling : Slash clauses=relabelClauses ;

relabelClauses : LeftBrace items+=relabelClause (Comma items+=relabelClause)* RightBrace ;

relabelClause
  : newLabel=label Slash oldLabel=label
  | Forall (LeftBracket indices+=indexSpec RightBracket)+ clauses=relabelClauses
  ;

//===-- Components with data ----------------------------------------------===//

channelDefinition : Channel names+=label (Comma names+=label)* Colon type=dataType Semicolon ;

componentDefinition
  : Component name=(Upper | Next | Until | WeakUntil) params=parameters?
    open=LeftBrace items+=statement* close=RightBrace
    (Equal content=body (Comma others+=localProcess)* (Plus extension=set)? dot=Dot)?
  ;

dataType : base=dataBase (LeftBracket size=dataExpr RightBracket)? ;

dataBase
  : word=(IntType | RealType | BoolType)
  | word=BitsType LeftBracket width=dataExpr RightBracket
  | name=(Upper | Next | Until | WeakUntil)
  | low=dataExpr DotDot high=dataExpr
  ;

declarator : name=Lower (LeftBracket size=dataExpr RightBracket)? (Equal (initial=dataExpr | cells=cellList))? ;

cellList : LeftBrace items+=dataExpr (Comma items+=dataExpr)* RightBrace ;

functionTail : name=Lower LeftParen (items+=formal (Comma items+=formal)*)? RightParen content=block ;

formal : type=dataType name=Lower ;

block : LeftBrace inner+=statement* RightBrace ;

statement
  : compound=block
  | (type=dataType | Void) function=functionTail
  | declares=declaration Semicolon
  | If LeftParen conditions+=dataExpr RightParen inner+=statement
    (Else If LeftParen conditions+=dataExpr RightParen inner+=statement)* (Else otherwise=statement)?
  | kind=While LeftParen condition=dataExpr RightParen content=statement
  | kind=Do content=statement While LeftParen condition=dataExpr RightParen Semicolon
  | kind=For LeftParen (declares=declaration | initial=simpleStatement)? Semicolon condition=dataExpr? Semicolon
    step=simpleStatement? RightParen content=statement
  | kind=Select LeftBrace branches+=selectBranch (Or branches+=selectBranch)* RightBrace
  | kind=(Break | Continue | Accept) Semicolon
  | kind=Return value=dataExpr? Semicolon
  | kind=(Assume | Assert) LeftParen condition=dataExpr RightParen Semicolon
  | simple=simpleStatement Semicolon
  | kind=Semicolon
  ;

declaration : type=dataType items+=declarator (Comma items+=declarator)* ;

selectBranch : inner+=statement* ;

simpleStatement
  : target=label
    ( op=Question place=label
    | op=(Bang | ColonEqual | Equal) value=dataExpr
    | op=(Plus | Minus | Star | Slash | Percent | Ampersand | Bar | Caret | ShiftLeft | ShiftRight) Equal value=dataExpr
    | op=Plus Plus
    | op=Minus Minus
    | args=dataArguments
    )?
  ;

//===-- Composites --------------------------------------------------------===//

compositeDefinition
  : BarBar name=(Upper | Next | Until | WeakUntil) params=parameters? Equal content=compositeBody
    (priority=(ShiftRight | ShiftLeft) priorityLabels=set)? hide=hiding? Dot
  ;

compositeBody
  : If conditions+=expr Then bodies+=compositeBody (Else If conditions+=expr Then bodies+=compositeBody)*
    (Else otherwise=compositeOperand)?
  | single=compositeOperand
  ;

compositeOperand
  : Forall (LeftBracket indices+=indexSpec RightBracket)+ inner=compositeBody
  | (firstLabel=label (Colon | share=ColonColon (secondLabel=label Colon)?))?
    ( open=LeftParen (operands+=compositeBody (BarBar operands+=compositeBody)*)? RightParen
    | name=(Upper | Next | Until | WeakUntil) args=arguments?
    )
    renaming=relabeling?
  ;

//===-- Properties of runs ------------------------------------------------===//

progressDefinition
  : Progress name=(Upper | Next | Until | WeakUntil) (LeftBracket indices+=indexSpec RightBracket)* Equal
    (If condition=label Then labels=label | labels=label)
  ;

fluentDefinition
  : Fluent name=(Upper | Next | Until | WeakUntil) (LeftBracket indices+=indexSpec RightBracket)* Equal
    Less starting=label Comma ending=label Greater (Initially initially=additive)?
  ;

formulaDefinition
  : kind=(Assert | Constraint) name=(Upper | Next | Until | WeakUntil) params=parameters? Equal content=formula
    (Plus extension=set)?
  ;

formula : prefixes+=formulaPrefix* content=formulaAtom ;

formulaPrefix
  : op=(Bang | Next | Eventually | Always)
  | op=(Forall | Exists) (LeftBracket indices+=indexSpec RightBracket)+
  ;

formulaAtom
  : Rigid value=additive
  | name=Upper ((LeftBracket indices+=indexSpec RightBracket)* | args=arguments)
  | action=actionLabel
  | LeftParen operands+=formula
    (ops+=(BarBar | AmpAmp | Arrow | Iff | Until | WeakUntil) operands+=formula)* RightParen
  ;

//===-- Menus, animations, other files ------------------------------------===//

menuDefinition : Menu name=(Upper | Next | Until | WeakUntil) Equal labels=label ;

animationDefinition
  : Animation name=(Upper | Next | Until | WeakUntil) Equal path=String
    (Target target=(Upper | Next | Until | WeakUntil))?
    (Compose open=LeftBrace parts+=animationPart (BarBar parts+=animationPart)* RightBrace)?
    (Actions actions=relabelClauses)?
    (Controls controls=relabelClauses)?
  ;

animationPart : name=(Upper | Next | Until | WeakUntil) renaming=relabeling? ;

importDefinition : Import name=(Upper | Next | Until | WeakUntil) Equal path=String ;

includeDefinition : Include path=String ;

//===-- Goals -------------------------------------------------------------===//

goalDefinition
  : ( Check DeadlockFree subject=(Upper | Next | Until | WeakUntil)
    | Check subject=(Upper | Next | Until | WeakUntil)
      ( relation=Satisfies property=(Upper | Next | Until | WeakUntil) (Using how=method)?
      | relation=(Refines | Simulates) property=(Upper | Next | Until | WeakUntil)
      )
    | Interface subject=(Upper | Next | Until | WeakUntil) For property=(Upper | Next | Until | WeakUntil)
    | Repair subject=(Upper | Next | Until | WeakUntil) In system=(Upper | Next | Until | WeakUntil)
      For property=(Upper | Next | Until | WeakUntil) (Using how=method)?
    )
    (Expect expectation=(Holds | Violated))? Semicolon
  ;

method : parts+=Lower (parts+=Minus parts+=(Lower | Integer))* ;

//===-- Labels and sets ---------------------------------------------------===//

label : head=labelPart tail+=labelTail* ;

// The same after `'`: a rule of its own, since an expression may be followed by a label that starts with `[`, and
// this would make every index of every label a matter of long lookahead.
constantLabel : head=labelPart tail+=labelTail* ;

// In a formula an upper-case name is a fluent or an assert, not a set.
actionLabel : head=actionPart tail+=labelTail* ;

labelPart
  : name=Lower
  | sets+=set (Backslash sets+=set)*
  | LeftBracket index=indexSpec RightBracket
  ;

actionPart
  : name=Lower
  | listed=braces (Backslash sets+=set)*
  | LeftBracket index=indexSpec RightBracket
  ;

labelTail
  : Dot (name=Lower | sets+=set (Backslash sets+=set)* | LeftBracket index=indexSpec RightBracket)
  | LeftBracket index=indexSpec RightBracket
  ;

set
  : name=(Upper | Next | Until | WeakUntil)
  | listed=braces
  ;

braces : LeftBrace items+=label (Comma items+=label)* RightBrace ;

indexSpec
  : (variable=Lower Colon)?
    ( listed=braces (Backslash minus+=set)*
    | low=dataExpr (DotDot high=dataExpr | (Backslash minus+=set)+)?
    )
  ;

//===-- Expressions -------------------------------------------------------===//

expr
  : operands+=operand
    ( ops+=( BarBar | AmpAmp | Bar | Caret | Ampersand | EqualEqual | NotEqual | Less | LessEqual | Greater
           | GreaterEqual | ShiftLeft | ShiftRight | Plus | Minus | Star | Slash | Percent )
      operands+=operand )*
  ;

// What may stand where nothing marks the end of the expression.
additive : operands+=operand (ops+=(Plus | Minus | Star | Slash | Percent) operands+=operand)* ;

operand
  : sign=(Plus | Minus | Bang)?
    ( integer=Integer
    | name=(Lower | Upper | Next | Until | WeakUntil)
    | LeftParen inner=dataExpr RightParen
    | Quote constant=constantLabel
    | Hash sizeOf=set
    | At LeftParen elementOf=set Comma position=expr RightParen
    )
  ;

// Expressions over variables of components. They end at a closing bracket, `..`, `->` or `;`, so that more can follow a
// name than above.
dataExpr
  : operands+=dataOperand
    ( ops+=( BarBar | AmpAmp | Bar | Caret | Ampersand | EqualEqual | NotEqual | Less | LessEqual | Greater
           | GreaterEqual | ShiftLeft | ShiftRight | Plus | Minus | Star | Slash | Percent | StarStar )
      operands+=dataOperand )*
    (Question whenTrue=dataExpr Colon whenFalse=dataExpr)?
  ;

dataOperand
  : sign=(Plus | Minus | Bang | Tilde)?
    ( integer=Integer
    | decimal=Decimal
    | name=(Lower | Upper | Next | Until | WeakUntil) steps+=pathStep* args=dataArguments?
    | LeftParen inner=dataExpr RightParen
    | Quote constant=constantLabel
    | Hash sizeOf=set
    | At LeftParen elementOf=set Comma position=expr RightParen
    )
  ;

pathStep
  : Dot name=(Lower | Upper | Next | Until | WeakUntil)
  | LeftBracket index=dataExpr RightBracket
  ;

dataArguments : LeftParen (items+=dataExpr (Comma items+=dataExpr)*)? RightParen ;
