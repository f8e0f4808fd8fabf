//===- ComponentSites.cpp - What can be mutated in a component ------------===//

#include "tenon/Sema/ComponentSites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

namespace {

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

class SiteBuilder {
public:
  SiteBuilder(const ast::ComponentDefinition &component, const ExpressionMeanings &known)
      : definition(component), meanings(known) {}

  seq::Program run();

private:
  // Names
  struct Symbol {
    StringRef name;
    VarId variable;
  };
  std::optional<VarId> find(StringRef name) const;
  VarId declare(const ast::Identifier &name, const ast::TypeName &type, bool isArray);

  // Expressions
  std::optional<ScalarType> typeOf(const ast::Expr &e) const;
  static ScalarType typeOf(const DataType &type);
  static ScalarType typeOf(const ast::TypeName &type);
  ExprId add(Op op, ScalarType type, SMRange source, SMRange mark, ArrayRef<ExprId> operands);
  ExprId opaque(const ast::Expr &e, ArrayRef<ExprId> operands = {});
  ExprId expression(const ast::Expr &e);
  ExprId constant(const ast::Expr &e);
  ExprId name(const ast::NameExpr &e);
  ExprId path(const ast::PathExpr &e);
  ExprId call(const ast::Identifier &callee, ArrayRef<const ast::Expr *> arguments, SMRange source);
  ExprId unary(const ast::UnaryExpr &e);
  ExprId binary(const ast::BinaryExpr &e);
  void unify(ExprId a, ExprId b);

  // Statements
  UnitId startUnit(UnitKind kind, SMRange range);
  StmtId add(StmtKind kind, SMRange range, ExprId expr = None);
  StmtId blockOf(SMRange range, std::vector<StmtId> items);
  StmtId evaluate(UnitKind kind, const ast::Expr &e);
  StmtId block(ArrayRef<const ast::Statement *> items, SMRange range);
  StmtId statement(const ast::Statement &s);
  StmtId declaration(const ast::Declaration &declaration);
  StmtId conditional(const ast::IfStatement &s);
  StmtId loop(const ast::LoopStatement &s);
  StmtId step(const ast::SimpleStatement &s);
  StmtId assignment(const ast::SimpleStatement &s);
  const ast::Expr *indexOf(const ast::LabelElement &place) const;
  void function(const ast::FunctionStatement &f, seq::FunctionId id);

  // The automaton form
  void action(const ast::Action &action, std::vector<StmtId> &items);
  void body(const ast::ProcessBody &body, std::vector<StmtId> &items);

  const ast::ComponentDefinition &definition;
  const ExpressionMeanings &meanings;
  seq::Program program;
  std::vector<Symbol> symbols;
  seq::FunctionId current = None; ///< None: what is declared belongs to all of the component.
  UnitId unit = None;
};

} // namespace

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

std::optional<VarId> SiteBuilder::find(StringRef name) const {
  for (const Symbol &symbol : reverse(symbols))
    if (symbol.name == name)
      return symbol.variable;
  return std::nullopt;
}

VarId SiteBuilder::declare(const ast::Identifier &name, const ast::TypeName &type, bool isArray) {
  seq::Variable variable;
  variable.name = name.name.str();
  variable.type = typeOf(type);
  variable.isArray = isArray;
  variable.function = current;
  variable.range = name.range;
  program.variables.push_back(std::move(variable));
  symbols.push_back({name.name, static_cast<VarId>(program.variables.size() - 1)});
  return symbols.back().variable;
}

/// Only whether two are the same matters.
static ScalarType bitsType(unsigned width) {
  return {static_cast<uint8_t>(std::clamp(width, 2U, 255U)), false};
}
static constexpr ScalarType IntType{64, true};
static constexpr ScalarType RealType{254, true};

ScalarType SiteBuilder::typeOf(const DataType &type) {
  switch (type.kind) {
  case DataType::Kind::Bool:
    return ScalarType::truth();
  case DataType::Kind::Bits:
    return bitsType(type.width);
  case DataType::Kind::Real:
    return RealType;
  case DataType::Kind::Int:
  case DataType::Kind::Range:
    return IntType;
  }
  llvm_unreachable("all kinds are covered");
}

ScalarType SiteBuilder::typeOf(const ast::TypeName &type) {
  using Kind = ast::TypeName::Kind;
  if (type.kind == Kind::Bool)
    return ScalarType::truth();
  if (type.kind == Kind::Real)
    return RealType;
  const auto *width = type.kind == Kind::Bits && type.width ? dyn_cast<ast::IntegerExpr>(type.width) : nullptr;
  return type.kind == Kind::Bits ? bitsType(width && width->fits ? static_cast<unsigned>(width->value) : 255) : IntType;
}

std::optional<ScalarType> SiteBuilder::typeOf(const ast::Expr &e) const {
  auto meaning = meanings.find(&e);
  if (meaning == meanings.end() || meaning->second->type.isArray())
    return std::nullopt;
  return typeOf(meaning->second->type);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ExprId SiteBuilder::add(Op op, ScalarType type, SMRange source, SMRange mark, ArrayRef<ExprId> operands) {
  Expr e;
  e.op = op;
  e.type = type;
  e.unit = unit;
  e.source.range = source;
  e.mark.range = mark;
  e.operands.assign(operands.begin(), operands.end());
  return program.addExpr(std::move(e));
}

/// No site, but its operands are.
ExprId SiteBuilder::opaque(const ast::Expr &e, ArrayRef<ExprId> operands) {
  return add(Op::Convert, typeOf(e).value_or(IntType), e.range, e.range, operands);
}

/// Also of a name.
ExprId SiteBuilder::constant(const ast::Expr &e) {
  auto meaning = meanings.find(&e);
  if (meaning == meanings.end() || !meaning->second->isConstant() || meaning->second->constant.denominator != 1)
    return opaque(e);
  const DynamicAPInt &value = meaning->second->constant.numerator;
  constexpr int64_t Large = int64_t(1) << 62;
  if (value > Large || value < -Large)
    return opaque(e);
  ExprId result = add(Op::Constant, typeOf(e).value_or(IntType), e.range, e.range, {});
  program.exprs[result].constant = static_cast<int64_t>(value);
  return result;
}

ExprId SiteBuilder::name(const ast::NameExpr &e) {
  if (e.name == "true" || e.name == "false") {
    ExprId result = add(Op::Constant, ScalarType::truth(), e.range, e.range, {});
    program.exprs[result].constant = e.name == "true";
    return result;
  }
  std::optional<VarId> variable = find(e.name);
  if (!variable)
    // The value of an index variable depends on the state.
    return isUpper(e.name.front()) ? constant(e) : opaque(e);
  if (program.variables[*variable].isArray)
    return opaque(e);
  ExprId result = add(Op::Variable, program.variables[*variable].type, e.range, e.range, {});
  program.exprs[result].variable = *variable;
  return result;
}

ExprId SiteBuilder::path(const ast::PathExpr &e) {
  std::optional<VarId> array = find(e.root.name);
  if (!array || !program.variables[*array].isArray || e.steps.size() != 1 || !e.steps.front().index)
    return opaque(e);
  ExprId index = expression(*e.steps.front().index);
  ExprId result = add(Op::Element, program.variables[*array].type, e.range, e.root.range, {index});
  program.exprs[result].variable = *array;
  return result;
}

ExprId SiteBuilder::call(const ast::Identifier &callee, ArrayRef<const ast::Expr *> arguments, SMRange source) {
  std::optional<seq::FunctionId> function = program.findFunction(callee.name);
  SmallVector<ExprId, 2> operands;
  for (const ast::Expr *argument : arguments)
    operands.push_back(expression(*argument));
  ScalarType type = function && program.functions[*function].result ? *program.functions[*function].result : IntType;
  ExprId result = add(function ? Op::Call : Op::Convert, type, source, callee.range, operands);
  if (function)
    program.exprs[result].callee = *function;
  return result;
}

ExprId SiteBuilder::unary(const ast::UnaryExpr &e) {
  ExprId operand = expression(*e.operand);
  ScalarType type = program.exprs[operand].type;
  SMRange sign(e.range.Start, SMLoc::getFromPointer(e.range.Start.getPointer() + 1));
  switch (e.op) {
  case ast::UnaryOperator::Plus:
    return opaque(e, {operand});
  case ast::UnaryOperator::Minus:
    return add(Op::Negate, type, e.range, sign, {operand});
  case ast::UnaryOperator::Not:
    return add(Op::Not, ScalarType::truth(), e.range, sign, {operand});
  case ast::UnaryOperator::Complement:
    return add(Op::Complement, type, e.range, sign, {operand});
  }
  llvm_unreachable("all operators are covered");
}

static std::optional<Op> operatorOf(ast::BinaryOperator op) {
  using Source = ast::BinaryOperator;
  switch (op) {
  case Source::Or:
    return Op::Or;
  case Source::And:
    return Op::And;
  case Source::BitOr:
    return Op::BitOr;
  case Source::BitXor:
    return Op::BitXor;
  case Source::BitAnd:
    return Op::BitAnd;
  case Source::Equal:
    return Op::Equal;
  case Source::NotEqual:
    return Op::NotEqual;
  case Source::Less:
    return Op::Less;
  case Source::LessEqual:
    return Op::LessEqual;
  case Source::Greater:
    return Op::Greater;
  case Source::GreaterEqual:
    return Op::GreaterEqual;
  case Source::ShiftLeft:
    return Op::ShiftLeft;
  case Source::ShiftRight:
    return Op::ShiftRight;
  case Source::Add:
    return Op::Add;
  case Source::Subtract:
    return Op::Subtract;
  case Source::Multiply:
    return Op::Multiply;
  case Source::Divide:
    return Op::Divide;
  case Source::Remainder:
    return Op::Remainder;
  case Source::Power:
    return std::nullopt;
  }
  llvm_unreachable("all operators are covered");
}

static bool isTruth(Op op) {
  return op >= Op::Less && op <= Op::Or;
}

/// A number has the type of what it is used with.
void SiteBuilder::unify(ExprId a, ExprId b) {
  Expr &left = program.exprs[a], &right = program.exprs[b];
  if (left.op == Op::Constant && left.type == IntType)
    left.type = right.type;
  else if (right.op == Op::Constant && right.type == IntType)
    right.type = left.type;
}

ExprId SiteBuilder::binary(const ast::BinaryExpr &e) {
  ExprId lhs = expression(*e.lhs), rhs = expression(*e.rhs);
  std::optional<Op> op = operatorOf(e.op);
  if (!op)
    return opaque(e, {lhs, rhs});
  if (*op != Op::ShiftLeft && *op != Op::ShiftRight)
    unify(lhs, rhs);
  ScalarType type = isTruth(*op) ? ScalarType::truth() : program.exprs[lhs].type;
  return add(*op, type, e.range, e.opRange, {lhs, rhs});
}

ExprId SiteBuilder::expression(const ast::Expr &e) {
  using Kind = ast::Expr::Kind;
  switch (e.kind()) {
  case Kind::Integer:
    return constant(e);
  case Kind::Name:
    return name(cast<ast::NameExpr>(e));
  case Kind::Unary:
    return unary(cast<ast::UnaryExpr>(e));
  case Kind::Binary:
    return binary(cast<ast::BinaryExpr>(e));
  case Kind::Paren: {
    ExprId inner = expression(*cast<ast::ParenExpr>(e).inner);
    program.exprs[inner].source.range = e.range;
    return inner;
  }
  case Kind::Path:
    return path(cast<ast::PathExpr>(e));
  case Kind::Call: {
    const auto &called = cast<ast::CallExpr>(e);
    bool converts = called.width || called.callee.name == "int" || called.callee.name == "real";
    if (!converts)
      return call(called.callee, called.arguments, e.range);
    SmallVector<ExprId, 1> operands;
    for (const ast::Expr *argument : called.arguments)
      operands.push_back(expression(*argument));
    return opaque(e, operands);
  }
  case Kind::Conditional: {
    const auto &choice = cast<ast::ConditionalExpr>(e);
    ExprId condition = expression(*choice.condition);
    ExprId whenTrue = expression(*choice.whenTrue), whenFalse = expression(*choice.whenFalse);
    unify(whenTrue, whenFalse);
    return add(Op::Conditional, program.exprs[whenTrue].type, e.range, e.range, {condition, whenTrue, whenFalse});
  }
  case Kind::Decimal:
  case Kind::LabelConstant:
  case Kind::SetSize:
  case Kind::SetElement:
    return opaque(e);
  }
  llvm_unreachable("all kinds of expression are covered");
}

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
