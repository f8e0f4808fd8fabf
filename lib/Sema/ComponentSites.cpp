//===- ComponentSites.cpp - What can be mutated in a component ------------===//

#include "SiteBuilder.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

using seq::Expr;
using seq::ExprId;
using seq::None;
using seq::Op;
using seq::ScalarType;
using seq::Stmt;
using seq::StmtId;
using seq::StmtKind;
using seq::UnitId;
using seq::UnitKind;
using seq::VarId;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

UnitId SiteBuilder::startUnit(UnitKind kind, SMRange range) {
  seq::Unit info;
  info.kind = kind;
  info.function = current;
  info.range = range;
  program.units.push_back(info);
  return unit = static_cast<UnitId>(program.units.size() - 1);
}

StmtId SiteBuilder::add(StmtKind kind, SMRange range, ExprId expr) {
  Stmt result;
  result.kind = kind;
  result.range = range;
  result.expr = expr;
  program.stmts.push_back(std::move(result));
  return static_cast<StmtId>(program.stmts.size() - 1);
}

StmtId SiteBuilder::blockOf(SMRange range, std::vector<StmtId> items) {
  StmtId result = add(StmtKind::Block, range);
  program.stmts[result].items = std::move(items);
  return result;
}

StmtId SiteBuilder::evaluate(UnitKind kind, const ast::Expr &e) {
  startUnit(kind, e.range);
  return add(StmtKind::Evaluate, e.range, expression(e));
}

StmtId SiteBuilder::block(ArrayRef<const ast::Statement *> items, SMRange range) {
  size_t mark = symbols.size();
  std::vector<StmtId> result;
  for (const ast::Statement *item : items)
    result.push_back(statement(*item));
  symbols.resize(mark);
  return blockOf(range, std::move(result));
}

StmtId SiteBuilder::declaration(const ast::Declaration &declaration) {
  std::vector<StmtId> items;
  for (const ast::Declarator &item : declaration.items) {
    SmallVector<const ast::Expr *, 4> values(item.cells.begin(), item.cells.end());
    if (item.initial)
      values.push_back(item.initial);
    struct Value {
      UnitId unit;
      ExprId expr;
    };
    SmallVector<Value, 4> initial;
    for (const ast::Expr *value : values) {
      startUnit(UnitKind::Assignment, {item.name.range.Start, value->range.End});
      initial.push_back({unit, expression(*value)});
    }
    bool isArray = item.size || declaration.type.size;
    VarId variable = declare(item.name, declaration.type, isArray);
    for (auto [value, each] : zip(values, initial)) {
      unit = each.unit;
      Expr &e = program.exprs[each.expr];
      if (e.op == Op::Constant && e.type == IntType)
        e.type = program.variables[variable].type;
      ExprId store = add(Op::Assign, program.variables[variable].type, {item.name.range.Start, value->range.End},
                         item.name.range, {each.expr});
      program.exprs[store].variable = variable;
      items.push_back(add(StmtKind::Evaluate, value->range, store));
    }
  }
  return blockOf({}, std::move(items));
}

StmtId SiteBuilder::conditional(const ast::IfStatement &s) {
  StmtId rest = None;
  // Units are in the order of the text.
  SmallVector<StmtId, 2> branches;
  for (const ast::IfStatement::Branch &branch : s.branches) {
    startUnit(UnitKind::Condition, branch.condition->range);
    branches.push_back(add(StmtKind::If, branch.head, expression(*branch.condition)));
    StmtId then = block({branch.body}, branch.body->range);
    program.stmts[branches.back()].first = then;
  }
  if (s.otherwise)
    rest = block({s.otherwise}, s.otherwise->range);
  for (StmtId branch : reverse(branches)) {
    program.stmts[branch].second = rest;
    rest = branch;
  }
  return rest;
}

StmtId SiteBuilder::loop(const ast::LoopStatement &s) {
  size_t mark = symbols.size();
  std::vector<StmtId> items;
  if (s.declaration)
    items.push_back(declaration(*s.declaration));
  else if (s.initial)
    items.push_back(step(*s.initial));
  ExprId condition = None;
  if (s.condition) {
    startUnit(UnitKind::Condition, s.condition->range);
    condition = expression(*s.condition);
  }
  StmtId result = add(StmtKind::Loop, s.head, condition);
  program.stmts[result].isDoWhile = s.form == ast::LoopStatement::Form::DoWhile;
  StmtId inner = block({s.body}, s.body->range);
  StmtId advance = s.step ? step(*s.step) : None;
  program.stmts[result].first = inner;
  program.stmts[result].second = advance;
  items.push_back(result);
  symbols.resize(mark);
  return blockOf(s.range, std::move(items));
}

/// Of an element; null for a variable.
const ast::Expr *SiteBuilder::indexOf(const ast::LabelElement &place) const {
  return place.parts.size() == 2 && place.parts[1].kind == ast::LabelPart::Kind::Index ? place.parts[1].index.low
                                                                                       : nullptr;
}

StmtId SiteBuilder::assignment(const ast::SimpleStatement &s) {
  const ast::LabelPart &first = s.target->parts.front();
  std::optional<VarId> variable = first.kind == ast::LabelPart::Kind::Name ? find(first.name) : std::nullopt;
  startUnit(UnitKind::Assignment, s.range);
  const ast::Expr *index = indexOf(*s.target);
  ExprId where = index ? expression(*index) : None;
  ScalarType type = variable ? program.variables[*variable].type : IntType;
  ExprId value = s.value ? expression(*s.value) : None;
  if (s.kind == ast::SimpleStatement::Kind::Step) {
    value = add(Op::Constant, type, s.opRange, s.opRange, {});
    program.exprs[value].constant = 1;
    program.exprs[value].isImplicit = true;
  }
  if (std::optional<Op> op = s.op ? operatorOf(*s.op) : std::nullopt; op && variable) {
    SmallVector<ExprId, 1> indices;
    if (index)
      indices.push_back(where);
    ExprId target = add(index ? Op::Element : Op::Variable, type, s.target->range, first.range, indices);
    program.exprs[target].variable = *variable;
    unify(target, value);
    value = add(*op, type, s.range, s.opRange, {target, value});
    program.exprs[value].isCompound = true;
  } else if (Expr &e = program.exprs[value]; e.op == Op::Constant && e.type == IntType) {
    e.type = type;
  }
  if (!variable)
    return add(StmtKind::Evaluate, s.range, value);
  SmallVector<ExprId, 2> operands{value};
  if (index)
    operands.push_back(where);
  ExprId store = add(Op::Assign, type, s.range, s.target->range, operands);
  program.exprs[store].variable = *variable;
  return add(StmtKind::Evaluate, s.range, store);
}

StmtId SiteBuilder::step(const ast::SimpleStatement &s) {
  using Kind = ast::SimpleStatement::Kind;
  std::vector<StmtId> items;
  switch (s.kind) {
  case Kind::Assign:
  case Kind::Step:
    return assignment(s);
  case Kind::Call: {
    const ast::LabelPart &callee = s.target->parts.front();
    startUnit(UnitKind::Effect, s.range);
    return add(StmtKind::Evaluate, s.range, call({callee.name, callee.range}, s.arguments, s.range));
  }
  case Kind::Read:
    if (const ast::Expr *index = indexOf(*s.place))
      items.push_back(evaluate(UnitKind::Argument, *index));
    break;
  case Kind::Write:
    items.push_back(evaluate(UnitKind::Argument, *s.value));
    break;
  case Kind::Label:
    break;
  }
  items.push_back(add(StmtKind::Arbitrary, s.range));
  return blockOf({}, std::move(items));
}

StmtId SiteBuilder::statement(const ast::Statement &s) {
  using Kind = ast::Statement::Kind;
  switch (s.kind()) {
  case Kind::Block:
    return block(cast<ast::BlockStatement>(s).items, s.range);
  case Kind::Declare:
    return declaration(cast<ast::DeclareStatement>(s).declaration);
  case Kind::If:
    return conditional(cast<ast::IfStatement>(s));
  case Kind::Loop:
    return loop(cast<ast::LoopStatement>(s));
  case Kind::Select: {
    std::vector<StmtId> branches;
    for (ArrayRef<const ast::Statement *> branch : cast<ast::SelectStatement>(s).branches)
      branches.push_back(
          block(branch, branch.empty() ? SMRange() : SMRange(branch.front()->range.Start, branch.back()->range.End)));
    return blockOf({}, std::move(branches));
  }
  case Kind::Jump: {
    ast::JumpStatement::Word word = cast<ast::JumpStatement>(s).word;
    return add(word == ast::JumpStatement::Word::Break      ? StmtKind::Break
               : word == ast::JumpStatement::Word::Continue ? StmtKind::Continue
                                                            : StmtKind::Arbitrary,
               s.range);
  }
  case Kind::Return: {
    const auto &returned = cast<ast::ReturnStatement>(s);
    if (returned.value)
      startUnit(UnitKind::Returned, returned.value->range);
    return add(StmtKind::Return, s.range, returned.value ? expression(*returned.value) : None);
  }
  case Kind::Claim: {
    const auto &claim = cast<ast::ClaimStatement>(s);
    UnitId own = startUnit(UnitKind::Condition, claim.condition->range);
    program.units[own].isFixed = claim.isAssert;
    return add(claim.isAssert ? StmtKind::Assert : StmtKind::Assume, s.range, expression(*claim.condition));
  }
  case Kind::Step:
    return step(cast<ast::StepStatement>(s).step);
  case Kind::Function:
  case Kind::Empty:
    return blockOf({}, {});
  }
  llvm_unreachable("all kinds of statement are covered");
}

//===----------------------------------------------------------------------===//
// The automaton form
//===----------------------------------------------------------------------===//

void SiteBuilder::action(const ast::Action &action, std::vector<StmtId> &items) {
  using Kind = ast::Action::Kind;
  ast::SimpleStatement same;
  same.range = action.range;
  same.target = action.label;
  same.place = action.place;
  same.value = action.value;
  switch (action.kind) {
  case Kind::Else:
    return;
  case Kind::Label: {
    const ast::LabelPart &first = action.label->parts.front();
    // A constraint, if it is known as an expression.
    if (first.kind != ast::LabelPart::Kind::Index || !first.index.low || !meanings.contains(first.index.low))
      return;
    startUnit(UnitKind::Condition, first.index.low->range);
    items.push_back(add(StmtKind::Assume, action.range, expression(*first.index.low)));
    return;
  }
  case Kind::Read:
    same.kind = ast::SimpleStatement::Kind::Read;
    break;
  case Kind::Write:
    same.kind = ast::SimpleStatement::Kind::Write;
    break;
  case Kind::Assign:
    same.kind = ast::SimpleStatement::Kind::Assign;
    break;
  }
  items.push_back(step(same));
}

void SiteBuilder::body(const ast::ProcessBody &body, std::vector<StmtId> &items) {
  if (const auto *conditional = dyn_cast<ast::IfBody>(&body)) {
    for (const ast::IfBody::Branch &branch : conditional->branches)
      this->body(*branch.body, items);
    if (conditional->otherwise)
      this->body(*conditional->otherwise, items);
  } else if (const auto *choice = dyn_cast<ast::ChoiceBody>(&body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      for (const ast::Action *each : alternative->actions)
        action(*each, items);
      if (alternative->body)
        this->body(*alternative->body, items);
    }
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void SiteBuilder::function(const ast::FunctionStatement &f, seq::FunctionId id) {
  current = id;
  size_t mark = symbols.size();
  std::vector<VarId> parameters;
  for (const ast::Formal &formal : f.formals)
    parameters.push_back(declare(formal.name, formal.type, formal.type.size != nullptr));
  StmtId all = block(f.body->items, f.body->range);
  program.functions[id].parameters = std::move(parameters);
  program.functions[id].body = all;
  symbols.resize(mark);
}

seq::Program SiteBuilder::run() {
  program.isMath = true;
  program.entry = 0;
  seq::Function &entry = program.functions.emplace_back();
  entry.name = definition.name.name.str();
  entry.range = definition.name.range;
  std::vector<const ast::FunctionStatement *> functions;
  for (const ast::Statement *item : definition.items)
    if (const auto *f = dyn_cast<ast::FunctionStatement>(item)) {
      functions.push_back(f);
      seq::Function &own = program.functions.emplace_back();
      own.name = f->name.name.str();
      own.range = f->name.range;
      if (f->result.kind != ast::TypeName::Kind::Void)
        own.result = typeOf(f->result);
    }
  std::vector<StmtId> items;
  bool isDeclaring = true;
  for (const ast::Statement *item : definition.items) {
    if (isa<ast::FunctionStatement>(item))
      continue;
    isDeclaring &= isa<ast::DeclareStatement>(item);
    current = isDeclaring ? None : program.entry;
    items.push_back(statement(*item));
    if (isDeclaring)
      continue;
  }
  current = program.entry;
  for (const ast::LocalProcess &local : definition.locals)
    if (local.body)
      body(*local.body, items);
  program.functions[program.entry].body = blockOf(definition.range, std::move(items));
  for (auto [i, f] : enumerate(functions))
    function(*f, static_cast<seq::FunctionId>(i + 1));
  return std::move(program);
}

seq::Program sitesOf(const ast::ComponentDefinition &definition, const ExpressionMeanings &meanings) {
  return SiteBuilder(definition, meanings).run();
}

} // namespace tenon
