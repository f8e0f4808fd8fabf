//===- ComponentLayout.cpp - The layout of channels and components --------===//

#include "DocumentBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace tenon::layout {

using namespace llvm;
using namespace ast;

void DocumentBuilder::channel(const ChannelDefinition &channel) {
  auto group = out.group();
  word("channel");
  {
    auto align = out.align();
    for (const LabelElement *name : channel.names) {
      if (name != channel.names.front()) {
        out.terminator(",");
        out.fill();
      }
      label(*name);
    }
  }
  out.space();
  word(":");
  type(channel.type);
  out.terminator(";");
}

/// What communicates, assigns or decides.
void DocumentBuilder::action(const Action &action) {
  switch (action.kind) {
  case Action::Kind::Label:
    return label(*action.label);
  case Action::Kind::Else:
    out.text("[");
    out.text("else");
    return out.text("]");
  case Action::Kind::Read:
    label(*action.label);
    out.text("?");
    return label(*action.place);
  case Action::Kind::Write:
    label(*action.label);
    out.text("!");
    return expr(*action.value);
  case Action::Kind::Assign:
    label(*action.label);
    out.space();
    word(":=");
    return expr(*action.value);
  }
}

/// Declarations alone may stand on the line of the name; statements stand on lines of their own.
void DocumentBuilder::component(const ComponentDefinition &component) {
  auto outer = out.group();
  {
    auto group = out.group();
    word("component");
    out.text(component.name.name);
    parameters(component.parameters);
    out.space();
    bool onlyDeclares =
        component.isAutomaton && all_of(component.items, [](const Statement *s) { return isa<DeclareStatement>(s); });
    if (!onlyDeclares) {
      block(component.items);
    } else if (component.items.empty()) {
      out.text("{");
      out.text("}");
    } else {
      out.text("{");
      {
        auto indent = out.indent(2);
        for (const Statement *item : component.items) {
          out.line(ItemLine);
          statement(*item);
        }
      }
      out.line(BodyLine);
      out.text("}");
    }
  }
  if (!component.isAutomaton)
    return;
  {
    auto group = out.group();
    out.space();
    word("=");
    const LocalProcess &start = component.locals.front();
    const auto *options = dyn_cast<ChoiceBody>(start.body);
    body(*start.body, /*withGroup=*/!options || options->alternatives.size() == 1);
  }
  {
    auto indent = out.indent(2);
    for (const LocalProcess &local : component.locals.drop_front()) {
      out.terminator(",");
      out.hardLine();
      localProcess(local);
    }
  }
  {
    auto group = out.group();
    auto indent = out.indent(2);
    if (component.extension) {
      out.line(PartLine);
      word("+");
      set(*component.extension);
    }
  }
  out.terminator(".");
}

//===----------------------------------------------------------------------===//
// Types and declarations
//===----------------------------------------------------------------------===//

void DocumentBuilder::type(const TypeName &type) {
  switch (type.kind) {
  case TypeName::Kind::Int:
    out.text("int");
    break;
  case TypeName::Kind::Real:
    out.text("real");
    break;
  case TypeName::Kind::Bool:
    out.text("bool");
    break;
  case TypeName::Kind::Void:
    out.text("void");
    break;
  case TypeName::Kind::Bits:
    out.text("bits");
    out.text("[");
    expr(*type.width);
    out.text("]");
    break;
  case TypeName::Kind::Named:
    out.text(type.name.name);
    break;
  case TypeName::Kind::Range:
    expr(*type.low);
    out.text("..");
    expr(*type.high);
    break;
  }
  if (type.size) {
    out.text("[");
    expr(*type.size);
    out.text("]");
  }
}

void DocumentBuilder::declaration(const Declaration &declaration) {
  auto group = out.group();
  type(declaration.type);
  out.space();
  auto indent = out.indent(2);
  for (const Declarator &item : declaration.items) {
    if (&item != declaration.items.begin()) {
      out.terminator(",");
      out.fill();
    }
    out.text(item.name.name);
    if (item.size) {
      out.text("[");
      expr(*item.size);
      out.text("]");
    }
    if (!item.initial && item.cells.empty())
      continue;
    out.space();
    word("=");
    if (item.initial) {
      expr(*item.initial);
      continue;
    }
    out.text("{");
    auto align = out.align();
    for (const Expr *cell : item.cells) {
      if (cell != item.cells.front()) {
        out.terminator(",");
        out.fill();
      }
      expr(*cell);
    }
    out.text("}");
  }
}

void DocumentBuilder::function(const FunctionStatement &function) {
  type(function.result);
  out.space();
  out.text(function.name.name);
  out.text("(");
  {
    auto align = out.align();
    auto group = out.group();
    for (const Formal &formal : function.formals) {
      if (&formal != function.formals.begin()) {
        out.terminator(",");
        out.fill();
      }
      type(formal.type);
      out.space();
      out.text(formal.name.name);
    }
  }
  out.text(")");
  out.space();
  block(function.body->items);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void DocumentBuilder::statements(ArrayRef<const Statement *> items) {
  for (const Statement *item : items) {
    out.hardLine();
    statement(*item);
  }
}

void DocumentBuilder::block(ArrayRef<const Statement *> items) {
  out.text("{");
  {
    auto indent = out.indent(2);
    statements(items);
  }
  if (!items.empty())
    out.line({.flatSpace = false, .behind = true});
  out.text("}");
}

static StringRef compoundSpelling(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Add:
    return "+=";
  case BinaryOperator::Subtract:
    return "-=";
  case BinaryOperator::Multiply:
    return "*=";
  case BinaryOperator::Divide:
    return "/=";
  case BinaryOperator::Remainder:
    return "%=";
  case BinaryOperator::BitAnd:
    return "&=";
  case BinaryOperator::BitOr:
    return "|=";
  case BinaryOperator::BitXor:
    return "^=";
  case BinaryOperator::ShiftLeft:
    return "<<=";
  case BinaryOperator::ShiftRight:
    return ">>=";
  default:
    llvm_unreachable("an operator that can stand before `=`");
  }
}

void DocumentBuilder::simple(const SimpleStatement &simple) {
  auto group = out.group();
  auto indent = out.indent(2);
  label(*simple.target);
  switch (simple.kind) {
  case SimpleStatement::Kind::Label:
    return;
  case SimpleStatement::Kind::Read:
    out.text("?");
    return label(*simple.place);
  case SimpleStatement::Kind::Write:
    out.text("!");
    return expr(*simple.value);
  case SimpleStatement::Kind::Assign:
    out.space();
    if (simple.colon)
      out.text(":=");
    else
      out.text(simple.op ? compoundSpelling(*simple.op) : "=");
    out.fill();
    return expr(*simple.value);
  case SimpleStatement::Kind::Step:
    return out.text(*simple.op == BinaryOperator::Add ? "++" : "--");
  case SimpleStatement::Kind::Call:
    return arguments(simple.arguments, /*written=*/true);
  }
}

/// A word and a condition in parentheses.
void DocumentBuilder::keyword(StringRef keyword, const Expr *condition) {
  word(keyword);
  out.text("(");
  auto align = out.align();
  expr(*condition);
  out.text(")");
}

/// What a condition or loop governs: a block on its line; anything else there or, if the source has it so or the width
/// asks for it, on the next.
void DocumentBuilder::substatement(const Statement &inner) {
  if (const auto *compound = dyn_cast<BlockStatement>(&inner)) {
    out.space();
    return block(compound->items);
  }
  auto indent = out.indent(2);
  out.line(BodyLine);
  statement(inner);
}

void DocumentBuilder::ifStatement(const IfStatement &conditional) {
  auto group = out.group();
  auto otherwise = [&](const Statement *before) {
    if (isa<BlockStatement>(before))
      out.space();
    else
      out.line(PartLine);
    out.text("else");
  };
  for (const IfStatement::Branch &branch : conditional.branches) {
    if (&branch != conditional.branches.begin()) {
      otherwise((&branch - 1)->body);
      out.space();
    }
    keyword("if", branch.condition);
    substatement(*branch.body);
  }
  if (!conditional.otherwise)
    return;
  otherwise(conditional.branches.back().body);
  substatement(*conditional.otherwise);
}

void DocumentBuilder::loop(const LoopStatement &loop) {
  auto group = out.group();
  switch (loop.form) {
  case LoopStatement::Form::While:
    keyword("while", loop.condition);
    return substatement(*loop.body);
  case LoopStatement::Form::DoWhile:
    out.text("do");
    substatement(*loop.body);
    if (isa<BlockStatement>(loop.body))
      out.space();
    else
      out.line(PartLine);
    keyword("while", loop.condition);
    return out.terminator(";");
  case LoopStatement::Form::For:
    break;
  }
  word("for");
  out.text("(");
  {
    auto align = out.align();
    if (loop.declaration)
      declaration(*loop.declaration);
    else if (loop.initial)
      simple(*loop.initial);
    out.text(";");
    if (loop.condition) {
      out.fill();
      expr(*loop.condition);
    }
    out.text(";");
    if (loop.step) {
      out.fill();
      simple(*loop.step);
    }
  }
  out.text(")");
  substatement(*loop.body);
}

/// Alternatives stand below each other, `or` between them.
void DocumentBuilder::select(const SelectStatement &select) {
  word("select");
  out.text("{");
  for (const ArrayRef<const Statement *> &branch : select.branches) {
    if (&branch != select.branches.begin()) {
      out.hardLine();
      out.text("or");
    }
    auto indent = out.indent(2);
    statements(branch);
  }
  out.hardLine();
  out.text("}");
}

void DocumentBuilder::statement(const Statement &statement) {
  switch (statement.kind()) {
  case Statement::Kind::Block:
    return block(cast<BlockStatement>(statement).items);
  case Statement::Kind::Function:
    return function(cast<FunctionStatement>(statement));
  case Statement::Kind::Declare:
    declaration(cast<DeclareStatement>(statement).declaration);
    return out.terminator(";");
  case Statement::Kind::If:
    return ifStatement(cast<IfStatement>(statement));
  case Statement::Kind::Loop:
    return loop(cast<LoopStatement>(statement));
  case Statement::Kind::Select:
    return select(cast<SelectStatement>(statement));
  case Statement::Kind::Jump: {
    JumpStatement::Word word = cast<JumpStatement>(statement).word;
    out.text(word == JumpStatement::Word::Break      ? "break"
             : word == JumpStatement::Word::Continue ? "continue"
                                                     : "accept");
    return out.terminator(";");
  }
  case Statement::Kind::Return:
    out.text("return");
    if (const Expr *value = cast<ReturnStatement>(statement).value) {
      out.space();
      expr(*value);
    }
    return out.terminator(";");
  case Statement::Kind::Claim:
    out.text(cast<ClaimStatement>(statement).isAssert ? "assert" : "assume");
    out.text("(");
    {
      auto align = out.align();
      expr(*cast<ClaimStatement>(statement).condition);
    }
    out.text(")");
    return out.terminator(";");
  case Statement::Kind::Step:
    simple(cast<StepStatement>(statement).step);
    return out.terminator(";");
  case Statement::Kind::Empty:
    return out.terminator(";");
  }
}

} // namespace tenon::layout
