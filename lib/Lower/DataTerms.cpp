//===- DataTerms.cpp ------------------------------------------------------===//

#include "DataTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tenon;

Sort tenon::sortOf(const DataType &type) {
  Sort sort;
  switch (type.kind) {
  case DataType::Kind::Int:
  case DataType::Kind::Range:
    sort = Sort::integer();
    break;
  case DataType::Kind::Real:
    sort = Sort::real();
    break;
  case DataType::Kind::Bool:
    sort = Sort::boolean();
    break;
  case DataType::Kind::Bits:
    sort = Sort::bits(type.width);
    break;
  }
  return type.isArray() ? Sort::array(sort, type.size) : sort;
}

ProgramVariable tenon::variableOf(std::string name, const DataType &type) {
  ProgramVariable variable;
  variable.name = std::move(name);
  variable.sort = sortOf(type);
  if (type.kind == DataType::Kind::Range) {
    variable.low = Rational(type.low);
    variable.high = Rational(type.high);
  }
  return variable;
}

std::string tenon::sourceText(llvm::SMRange range) {
  if (!range.isValid())
    return {};
  llvm::StringRef text(range.Start.getPointer(),
                       static_cast<size_t>(range.End.getPointer() - range.Start.getPointer()));
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ");
}

DefinedTerm DataTerms::lower(const DataExpr &expression) {
  auto known = done.find(&expression);
  if (known != done.end())
    return known->second;
  DefinedTerm result;
  switch (expression.op) {
  case DataOp::Constant:
    result = {terms.number(sortOf(expression.type), numberOf(expression.constant)), terms.boolean(true)};
    break;
  case DataOp::Variable:
  case DataOp::Element:
    result = lowerVariable(expression);
    break;
  case DataOp::And:
  case DataOp::Or:
  case DataOp::Conditional:
    result = lowerLazily(expression);
    break;
  default:
    result = lowerOperator(expression);
    break;
  }
  done[&expression] = result;
  return result;
}

Term DataTerms::isInside(Term index, const Sort &array) {
  Term length = terms.number(Sort::integer(), llvm::DynamicAPInt(static_cast<int64_t>(array.length)));
  return terms.andOf({terms.lessEqual(terms.integer(0), index), terms.less(index, length)});
}

DefinedTerm DataTerms::lowerVariable(const DataExpr &expression) {
  VariableId id = idOf(expression.variable);
  Term variable = terms.variable(id, variables[id].sort);
  if (expression.op == DataOp::Variable)
    return {variable, terms.boolean(true)};
  DefinedTerm index = lower(expression.operand(0));
  return {terms.select(variable, index.value), terms.andOf({index.defined, isInside(index.value, variable->sort())})};
}

DefinedTerm DataTerms::lowerLazily(const DataExpr &expression) {
  DefinedTerm first = lower(expression.operand(0)), second = lower(expression.operand(1));
  auto after = [&](Term condition, Term defined) { return terms.orOf({terms.notOf(condition), defined}); };
  if (expression.op == DataOp::And)
    return {terms.andOf({first.value, second.value}), terms.andOf({first.defined, after(first.value, second.defined)})};
  if (expression.op == DataOp::Or)
    return {terms.orOf({first.value, second.value}),
            terms.andOf({first.defined, after(terms.notOf(first.value), second.defined)})};
  DefinedTerm third = lower(expression.operand(2));
  return {
      terms.ifThenElse(first.value, second.value, third.value),
      terms.andOf({first.defined, after(first.value, second.defined), after(terms.notOf(first.value), third.defined)})};
}

DefinedTerm DataTerms::lowerOperator(const DataExpr &expression) {
  llvm::SmallVector<Term, 2> values, conditions;
  for (const DataExprRef &operand : expression.operands) {
    DefinedTerm lowered = lower(*operand);
    values.push_back(lowered.value);
    conditions.push_back(lowered.defined);
  }
  if (expression.op == DataOp::Divide || expression.op == DataOp::Remainder)
    conditions.push_back(terms.notEqual(values[1], terms.number(values[1]->sort(), {})));
  return {apply(expression, values), terms.andOf(conditions)};
}

Term DataTerms::apply(const DataExpr &expression, llvm::ArrayRef<Term> operands) {
  Term a = operands[0], b = operands.back();
  Sort sort = sortOf(expression.type);
  switch (expression.op) {
  case DataOp::IntToReal:
    return terms.make(TermOp::IntToReal, a, sort);
  case DataOp::IntToBits:
    return terms.make(TermOp::IntToBits, a, sort);
  case DataOp::BitsToInt:
    return terms.make(TermOp::BitsToInt, a, sort);
  case DataOp::Negate:
    return terms.make(TermOp::Negate, a, sort);
  case DataOp::Not:
    return terms.notOf(a);
  case DataOp::Equal:
    return terms.equal(a, b);
  case DataOp::NotEqual:
    return terms.notEqual(a, b);
  case DataOp::Less:
    return terms.less(a, b);
  case DataOp::LessEqual:
    return terms.lessEqual(a, b);
  case DataOp::Greater:
    return terms.less(b, a);
  case DataOp::GreaterEqual:
    return terms.lessEqual(b, a);
  case DataOp::Add:
    return terms.add(a, b);
  case DataOp::Subtract:
    return terms.subtract(a, b);
  case DataOp::Multiply:
    return terms.multiply(a, b);
  case DataOp::Divide:
    return terms.make(TermOp::Divide, {a, b}, sort);
  case DataOp::Remainder:
    return terms.make(TermOp::Remainder, {a, b}, sort);
  default:
    return applyBits(expression.op, operands);
  }
}

Term DataTerms::applyBits(DataOp op, llvm::ArrayRef<Term> operands) {
  Term a = operands[0], b = operands.back();
  bool isBool = a->sort().kind == SortKind::Bool;
  switch (op) {
  case DataOp::Complement:
    return terms.make(TermOp::BitNot, a, a->sort());
  case DataOp::BitOr:
    return isBool ? terms.orOf({a, b}) : terms.make(TermOp::BitOr, {a, b}, a->sort());
  case DataOp::BitAnd:
    return isBool ? terms.andOf({a, b}) : terms.make(TermOp::BitAnd, {a, b}, a->sort());
  case DataOp::BitXor:
    return isBool ? terms.notEqual(a, b) : terms.make(TermOp::BitXor, {a, b}, a->sort());
  case DataOp::ShiftLeft:
    return terms.make(TermOp::ShiftLeft, {a, b}, a->sort());
  case DataOp::ShiftRight:
    return terms.make(TermOp::ShiftRight, {a, b}, a->sort());
  default:
    llvm_unreachable("the other operators have a case elsewhere");
  }
}
