//===- CElaborateExpressions.cpp - Expressions of C -----------------------===//

#include "CElaborator.h"

namespace tenon {

using namespace seq;
using Kind = ast::CExpr::Kind;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

ExprId CElaborator::make(Op op, ScalarType type, const SourceSpan &source, const SourceSpan &mark,
                         llvm::ArrayRef<ExprId> operands) {
  Expr result;
  result.op = op;
  result.type = type;
  result.unit = unit;
  result.source = shown(source);
  result.mark = shown(mark);
  result.operands.assign(operands.begin(), operands.end());
  return program.addExpr(std::move(result));
}

ExprId CElaborator::number(int64_t value, ScalarType type, const ast::CExpr *expr, bool isImplicit) {
  ExprId id = make(Op::Constant, type, expr->source, expr->mark);
  program.exprs[id].constant = program.isMath ? value : Program::normalize(type, value);
  program.exprs[id].isImplicit = isImplicit;
  return id;
}

ExprId CElaborator::convert(ExprId id, ScalarType type, bool isImplicit) {
  Expr &from = program.exprs[id];
  if (from.type == type)
    return id;
  bool isNumber = from.op == Op::Constant && !from.type.isTruth() && type.width > 1;
  if (isNumber && (program.isMath || Program::normalize(type, from.constant) == from.constant)) {
    from.type = type;
    return id;
  }
  ExprId result = make(Op::Convert, type, from.source, from.mark, {id});
  program.exprs[result].unit = program.exprs[id].unit;
  program.exprs[result].isImplicit = isImplicit;
  if (isLibrary)
    return result;
  program.exprs[result].source = program.exprs[id].source;
  program.exprs[result].mark = program.exprs[id].mark;
  return result;
}

ExprId CElaborator::integer(ExprId id) {
  return node(id).type.isTruth() ? convert(id, ScalarType::integer()) : id;
}

/// `e != 0`, where the text has `e`.
ExprId CElaborator::truth(ExprId id) {
  if (node(id).type.isTruth())
    return id;
  ExprId zero = make(Op::Constant, node(id).type, {}, {});
  program.exprs[zero].isImplicit = true;
  ExprId result = make(Op::NotEqual, ScalarType::truth(), {}, {}, {id, zero});
  Expr &test = program.exprs[result];
  test.isImplicit = true;
  test.source = test.mark = program.exprs[id].source;
  program.exprs[zero].source = program.exprs[zero].mark = program.exprs[id].source;
  return result;
}

ExprId CElaborator::promoted(ExprId id) {
  id = integer(id);
  return node(id).type.width < 32 ? convert(id, ScalarType::integer()) : id;
}

/// The usual arithmetic conversions.
ScalarType CElaborator::common(ExprId left, ExprId right) const {
  ScalarType a = node(left).type, b = node(right).type;
  ScalarType result = ScalarType::integer();
  result.width = std::max({a.width, b.width, result.width});
  result.isSigned = (a.width < result.width || a.isSigned) && (b.width < result.width || b.isSigned);
  return result;
}

ScalarType CElaborator::scalar(const ast::CType &type) {
  if (type.kind == ast::CType::Kind::Bool)
    return ScalarType::boolean();
  return {static_cast<uint8_t>(type.width), type.isSigned};
}

bool CElaborator::hasCall(const ast::CExpr *expr) {
  return expr->kind == Kind::Call || llvm::any_of(expr->operands, hasCall);
}

bool CElaborator::hasEffect(const ast::CExpr *expr) {
  return expr->kind == Kind::Call || expr->kind == Kind::Assign || expr->kind == Kind::Step ||
         llvm::any_of(expr->operands, hasEffect);
}

UnitId CElaborator::newUnit(UnitKind kind, llvm::SMRange range, bool isFixed) {
  program.units.push_back({kind, function, isFixed || isLibrary || inClaim, isLibrary ? llvm::SMRange() : range});
  return static_cast<UnitId>(program.units.size() - 1);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ExprId CElaborator::value(const ast::CExpr *expr) {
  switch (expr->kind) {
  case Kind::Bad:
    return None;
  case Kind::Integer:
    return number(static_cast<int64_t>(expr->value), scalar(expr->type), expr, false);
  case Kind::String:
    error(expr, "a string can be an argument or an array's initial value, nothing else");
    return None;
  case Kind::Name:
    return name(expr);
  case Kind::Element:
    return element(expr);
  case Kind::Call:
    return call(expr);
  case Kind::Unary:
    return unary(expr);
  case Kind::Step:
    return step(expr);
  case Kind::Binary:
    return binary(expr);
  case Kind::Conditional:
    return conditional(expr);
  case Kind::Assign:
    return assignment(expr);
  case Kind::Comma: {
    ExprId first = value(expr->operands[0]), second = value(expr->operands[1]);
    if (first == None || second == None)
      return None;
    return make(Op::Comma, node(second).type, expr->source, expr->mark, {first, second});
  }
  case Kind::Cast: {
    ExprId inner = value(expr->operands[0]);
    if (inner == None || expr->type.kind == ast::CType::Kind::Void)
      return inner;
    inner = integer(inner);
    if (node(inner).type == scalar(expr->type))
      return inner;
    ExprId result = make(Op::Convert, scalar(expr->type), expr->source, expr->mark, {inner});
    return result;
  }
  case Kind::SizeOf:
    return sizeOf(expr);
  }
  return None;
}

ExprId CElaborator::name(const ast::CExpr *expr) {
  Symbol *symbol = find(expr->name);
  if (!symbol) {
    if (undeclared.insert(expr->name).second) {
      llvm::StringRef near = suggestion(expr->name);
      Diagnostic &message = error(expr, "`" + expr->name + "` is not declared");
      if (!near.empty())
        message.note("did you mean `" + near + "`?");
    }
    return None;
  }
  switch (symbol->kind) {
  case Symbol::Kind::Bad:
    return None;
  case Symbol::Kind::Constant: {
    ExprId id = number(symbol->value, ScalarType::integer(), expr, false);
    return id;
  }
  case Symbol::Kind::Function:
    error(expr, "pointers to functions are outside the subset of C: `" + expr->name + "` is a function");
    return None;
  case Symbol::Kind::Pointer:
    error(expr, "pointers are outside the subset of C: `" + expr->name + "` can be a parameter, but cannot be used")
        .note(symbol->range, "it is declared here");
    return None;
  case Symbol::Kind::Variable:
    break;
  }
  const Variable &variable = program.variables[symbol->id];
  if (variable.isArray) {
    error(expr, "pointers are outside the subset of C: `" + expr->name + "` is an array")
        .note("an array can be an argument, or one of its elements can be used: `" + expr->name + "[…]`");
    return None;
  }
  ExprId id = make(Op::Variable, variable.type, expr->source, expr->mark);
  program.exprs[id].variable = symbol->id;
  return id;
}

ExprId CElaborator::element(const ast::CExpr *expr) {
  std::optional<Place> where = place(expr, true);
  return where ? read(*where, expr) : None;
}

ExprId CElaborator::unary(const ast::CExpr *expr) {
  ExprId inner = value(expr->operands[0]);
  if (inner == None)
    return None;
  switch (expr->unaryOp) {
  case ast::UnaryOperator::Plus:
    return promoted(inner);
  case ast::UnaryOperator::Minus:
    inner = promoted(inner);
    return make(Op::Negate, node(inner).type, expr->source, expr->mark, {inner});
  case ast::UnaryOperator::Not:
    return make(Op::Not, ScalarType::truth(), expr->source, expr->mark, {truth(inner)});
  case ast::UnaryOperator::Complement:
    if (refuseMath(Op::Complement, expr))
      return None;
    inner = promoted(inner);
    return make(Op::Complement, node(inner).type, expr->source, expr->mark, {inner});
  }
  return None;
}

static Op operatorOf(ast::BinaryOperator op) {
  using B = ast::BinaryOperator;
  switch (op) {
  case B::Or:
    return Op::Or;
  case B::And:
    return Op::And;
  case B::BitOr:
    return Op::BitOr;
  case B::BitXor:
    return Op::BitXor;
  case B::BitAnd:
    return Op::BitAnd;
  case B::Equal:
    return Op::Equal;
  case B::NotEqual:
    return Op::NotEqual;
  case B::Less:
    return Op::Less;
  case B::LessEqual:
    return Op::LessEqual;
  case B::Greater:
    return Op::Greater;
  case B::GreaterEqual:
    return Op::GreaterEqual;
  case B::ShiftLeft:
    return Op::ShiftLeft;
  case B::ShiftRight:
    return Op::ShiftRight;
  case B::Add:
    return Op::Add;
  case B::Subtract:
    return Op::Subtract;
  case B::Multiply:
    return Op::Multiply;
  case B::Divide:
    return Op::Divide;
  default:
    return Op::Remainder;
  }
}

static bool isBitOperator(Op op) {
  return op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor || op == Op::ShiftLeft || op == Op::ShiftRight ||
         op == Op::Complement;
}

bool CElaborator::refuseMath(Op op, const ast::CExpr *expr) {
  if (!program.isMath || !isBitOperator(op))
    return false;
  diagnostics.error(expr->mark.range, "mathematical integers have no bits: this operator needs `--int=32`");
  return true;
}

ExprId CElaborator::arithmetic(Op op, ExprId left, ExprId right, const ast::CExpr *expr) {
  if (left == None || right == None || refuseMath(op, expr))
    return None;
  left = promoted(left);
  right = promoted(right);
  bool isShift = op == Op::ShiftLeft || op == Op::ShiftRight;
  ScalarType type = isShift ? node(left).type : common(left, right);
  bool isComparison = op >= Op::Less && op <= Op::NotEqual;
  // A count of more bits must not lose them: then all are shifted in its width.
  ScalarType wide = type;
  if (isShift)
    wide.width = std::max(wide.width, node(right).type.width);
  left = convert(left, wide);
  right = convert(right, wide);
  ExprId result = make(op, isComparison ? ScalarType::truth() : wide, expr->source, expr->mark, {left, right});
  return wide == type ? result : convert(result, type);
}

ExprId CElaborator::binary(const ast::CExpr *expr) {
  Op op = operatorOf(expr->binaryOp);
  if (op == Op::And || op == Op::Or)
    return logical(expr);
  ExprId left = value(expr->operands[0]);
  return arithmetic(op, left, value(expr->operands[1]), expr);
}

/// An operand of a logical operator; perhaps as a unit of its own.
ExprId CElaborator::operand(const ast::CExpr *expr, bool isUnit) {
  UnitScope scope(*this, isUnit ? newUnit(UnitKind::Operand, expr->source.range) : unit);
  // `assert(c && "why")`
  if (expr->kind == Kind::String)
    return truth(number(1, ScalarType::integer(), expr, true));
  ExprId result = value(expr);
  return result == None ? None : truth(result);
}

ExprId CElaborator::logical(const ast::CExpr *expr) {
  bool areUnits = hasCall(expr->operands[1]);
  ExprId left = operand(expr->operands[0], areUnits), right = operand(expr->operands[1], areUnits);
  if (left == None || right == None)
    return None;
  return make(operatorOf(expr->binaryOp), ScalarType::truth(), expr->source, expr->mark, {left, right});
}

ExprId CElaborator::conditional(const ast::CExpr *expr) {
  bool areUnits = hasCall(expr->operands[1]) || hasCall(expr->operands[2]);
  auto branch = [&](const ast::CExpr *part) {
    UnitScope scope(*this, areUnits ? newUnit(UnitKind::Operand, part->source.range) : unit);
    return value(part);
  };
  ExprId condition = operand(expr->operands[0], areUnits);
  ExprId first = branch(expr->operands[1]), second = branch(expr->operands[2]);
  if (condition == None || first == None || second == None)
    return None;
  ScalarType type = ScalarType::truth();
  if (!node(first).type.isTruth() || !node(second).type.isTruth()) {
    first = promoted(first);
    second = promoted(second);
    type = common(first, second);
    first = convert(first, type);
    second = convert(second, type);
  }
  return make(Op::Conditional, type, expr->source, expr->mark, {condition, first, second});
}

ExprId CElaborator::sizeOf(const ast::CExpr *expr) {
  auto bytes = [](ScalarType type) { return type.width == 1 ? 1 : type.width / 8; };
  ScalarType sizeType{64, false};
  if (expr->operands.empty())
    return number(bytes(scalar(expr->type)), sizeType, expr, false);
  const ast::CExpr *operand = expr->operands[0];
  if (operand->kind == Kind::String)
    return number(static_cast<int64_t>(operand->text.size()) + 1, sizeType, expr, false);
  if (operand->kind == Kind::Name)
    if (Symbol *symbol = find(operand->name); symbol && symbol->kind == Symbol::Kind::Variable) {
      const Variable &variable = program.variables[symbol->id];
      if (variable.isArrayParameter) {
        error(operand, "`" + operand->name + "` is a parameter: its size is not known here");
        return None;
      }
      if (variable.isArray)
        return number(bytes(variable.type) * static_cast<int64_t>(variable.length), sizeType, expr, false);
    }
  size_t mark = program.exprs.size();
  ExprId inner = value(operand); // For its type only: it is not evaluated.
  if (inner == None)
    return None;
  ScalarType type = node(integer(inner)).type;
  program.exprs.resize(mark);
  return number(bytes(type), sizeType, expr, false);
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

std::optional<CElaborator::Place> CElaborator::place(const ast::CExpr *expr, bool isRead) {
  bool isElement = expr->kind == Kind::Element;
  if (expr->kind != Kind::Name && !isElement) {
    if (expr->kind != Kind::Bad)
      error(expr, "only a variable or an element of an array can be changed");
    return std::nullopt;
  }
  const ast::CExpr *base = isElement ? expr->operands[0] : expr;
  Symbol *symbol = find(base->name);
  if (!symbol || symbol->kind != Symbol::Kind::Variable || program.variables[symbol->id].isArray != isElement) {
    if (symbol && symbol->kind == Symbol::Kind::Variable && isElement)
      error(base, "`" + base->name + "` is no array").note(symbol->range, "it is declared here");
    else if (symbol && symbol->kind == Symbol::Kind::Constant)
      error(base, "`" + base->name + "` is a constant");
    else
      (void)name(base);
    if (isElement)
      (void)value(expr->operands[1]);
    return std::nullopt;
  }
  if (symbol->isConst && !isRead)
    error(base, "`" + base->name + "` is constant").note(symbol->range, "it is declared here");
  Place result;
  result.variable = symbol->id;
  result.type = program.variables[symbol->id].type;
  if (!isElement)
    return result;
  result.index = value(expr->operands[1]);
  if (result.index == None)
    return std::nullopt;
  result.index = promoted(result.index);
  return result;
}

ExprId CElaborator::read(const Place &place, const ast::CExpr *expr) {
  ExprId id = place.index == None ? make(Op::Variable, place.type, expr->source, expr->mark)
                                  : make(Op::Element, place.type, expr->source, expr->mark, {place.index});
  program.exprs[id].variable = place.variable;
  return id;
}

ExprId CElaborator::assign(const Place &place, ExprId value, const ast::CExpr *expr) {
  value = convert(integer(value), place.type);
  ExprId id = make(Op::Assign, place.type, expr->source, expr->mark, {value});
  program.exprs[id].variable = place.variable;
  if (place.index != None)
    program.exprs[id].operands.push_back(place.index);
  ExprId taken = value;
  while (node(taken).op == Op::Convert)
    taken = node(taken).operands[0];
  if (node(taken).op == Op::Input && !program.variables[place.variable].isHidden)
    program.inputs[node(taken).input].name = program.variables[place.variable].name;
  return id;
}

/// An index that does something is evaluated once, into a variable of its own.
static bool needsOwnIndex(const ast::CExpr *target, bool (*hasEffect)(const ast::CExpr *)) {
  return target->kind == Kind::Element && hasEffect(target->operands[1]);
}

ExprId CElaborator::assignment(const ast::CExpr *expr) {
  const ast::CExpr *target = expr->operands[0], *source = expr->operands[1];
  UnitScope scope(*this, newUnit(UnitKind::Assignment, expr->source.range));
  std::optional<Place> where = place(target, false);
  if (where && expr->isCompound && needsOwnIndex(target, hasEffect)) {
    ast::CDeclarator declarator;
    VarId variable = addVariable(declarator, "index#" + std::to_string(++hidden));
    program.variables[variable].isHidden = true;
    program.variables[variable].type = node(where->index).type;
    Place own{variable, None, None, node(where->index).type};
    where->before = assign(own, where->index, target->operands[1]);
    where->index = read(own, target->operands[1]);
  }
  ExprId right = value(source);
  if (!where || right == None)
    return None;
  if (expr->isCompound) {
    ExprId left = read(*where, target);
    right = arithmetic(operatorOf(expr->binaryOp), left, right, expr);
    if (right == None)
      return None;
    ExprId shown = node(right).op == Op::Convert ? node(right).operands[0] : right;
    program.exprs[shown].isCompound = true;
  }
  ExprId result = assign(*where, right, expr);
  return where->before == None ? result
                               : make(Op::Comma, node(result).type, expr->source, expr->mark, {where->before, result});
}

ExprId CElaborator::step(const ast::CExpr *expr) {
  const ast::CExpr *target = expr->operands[0];
  UnitScope scope(*this, newUnit(UnitKind::Assignment, expr->source.range));
  std::optional<Place> where = place(target, false);
  if (!where)
    return None;
  ExprId before = None;
  if (needsOwnIndex(target, hasEffect)) {
    ast::CDeclarator declarator;
    VarId variable = addVariable(declarator, "index#" + std::to_string(++hidden));
    program.variables[variable].isHidden = true;
    program.variables[variable].type = node(where->index).type;
    Place own{variable, None, None, node(where->index).type};
    before = assign(own, where->index, target->operands[1]);
    where->index = read(own, target->operands[1]);
  }
  ExprId left = read(*where, target);
  ExprId sum = arithmetic(operatorOf(expr->binaryOp), left, number(1, ScalarType::integer(), expr, true), expr);
  program.exprs[sum].isCompound = true;
  ExprId result = assign(*where, sum, expr);
  program.exprs[result].isPostfix = expr->isPostfix;
  return before == None ? result : make(Op::Comma, node(result).type, expr->source, expr->mark, {before, result});
}

} // namespace tenon
