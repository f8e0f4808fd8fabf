//===- TermEvaluation.cpp - Values of terms -------------------------------===//

#include "Numbers.h"
#include "TermOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tenon;

Rational::Rational(Integer over, Integer under) : numerator(std::move(over)), denominator(std::move(under)) {
  assert(denominator != 0);
  if (denominator == 1) {
    numerator = compacted(numerator);
    return;
  }
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Integer divisor = gcd(numerator < 0 ? -numerator : numerator, denominator);
  numerator = compacted(numerator / divisor);
  denominator = compacted(denominator / divisor);
}

//===----------------------------------------------------------------------===//
// Operators on numbers
//===----------------------------------------------------------------------===//

namespace {

/// The representative of the sort.
Rational inSort(const Sort &sort, Rational value) {
  return sort.kind == SortKind::Bits ? Rational(moduloPowerOfTwo(value.numerator, sort.width)) : value;
}

Rational sum(const Rational &a, const Rational &b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

Rational product(const Rational &a, const Rational &b) {
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}

/// With divisor zero: 0, and the dividend as the remainder.
Rational quotient(const Sort &sort, const Rational &a, const Rational &b) {
  if (b.numerator == 0)
    return {};
  if (sort.kind == SortKind::Real)
    return {a.numerator * b.denominator, a.denominator * b.numerator};
  return truncatingQuotient(a.numerator, b.numerator);
}

Rational shift(TermOp op, const Sort &sort, const Rational &value, const Rational &amount) {
  if (amount.numerator >= static_cast<int64_t>(sort.width))
    return {};
  Integer factor = powerOfTwo(static_cast<unsigned>(static_cast<int64_t>(amount.numerator)));
  return op == TermOp::ShiftLeft ? value.numerator * factor : value.numerator / factor;
}

Rational applyArithmetic(TermOp op, const Sort &sort, llvm::ArrayRef<const Rational *> operands) {
  const Rational &a = *operands.front();
  switch (op) {
  case TermOp::Add: {
    Rational result = a;
    for (const Rational *operand : operands.drop_front())
      result = sum(result, *operand);
    return result;
  }
  case TermOp::Multiply:
    return product(a, *operands[1]);
  case TermOp::Negate:
    return {-a.numerator, a.denominator};
  case TermOp::Divide:
    return quotient(sort, a, *operands[1]);
  case TermOp::Remainder:
    return operands[1]->numerator == 0 ? a : Rational(truncatingRemainder(a.numerator, operands[1]->numerator));
  case TermOp::BitAnd:
  case TermOp::BitOr:
  case TermOp::BitXor:
    return bitwise(op, a.numerator, operands[1]->numerator);
  case TermOp::BitNot:
    return powerOfTwo(sort.width) - 1 - a.numerator;
  case TermOp::ShiftLeft:
  case TermOp::ShiftRight:
    return shift(op, sort, a, *operands[1]);
  case TermOp::IntToReal:
  case TermOp::BitsToInt:
  case TermOp::IntToBits:
    return a;
  default:
    llvm_unreachable("no operator on numbers");
  }
}

} // namespace

Rational tenon::applyScalar(TermOp op, const Sort &result, llvm::ArrayRef<const Rational *> operands) {
  switch (op) {
  case TermOp::Not:
    return truth(!isTrue(*operands[0]));
  case TermOp::And:
    return truth(llvm::all_of(operands, [](const Rational *value) { return isTrue(*value); }));
  case TermOp::Or:
    return truth(llvm::any_of(operands, [](const Rational *value) { return isTrue(*value); }));
  case TermOp::Equal:
    return truth(*operands[0] == *operands[1]);
  case TermOp::Less:
    return truth(*operands[0] < *operands[1]);
  case TermOp::LessEqual:
    return truth(!(*operands[1] < *operands[0]));
  default:
    return inSort(result, applyArithmetic(op, result, operands));
  }
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

std::vector<Term> tenon::subtermsOf(Term term) {
  std::vector<Term> found{term};
  llvm::SmallDenseSet<Term, 16> seen{term};
  for (size_t next = 0; next < found.size(); ++next)
    for (Term operand : found[next]->operands())
      if (seen.insert(operand).second)
        found.push_back(operand);
  llvm::sort(found, [](Term a, Term b) { return a->id() < b->id(); }); // Operands are older.
  return found;
}

namespace {

/// The position that a number selects, if it is inside.
std::optional<size_t> positionIn(const DataValue &array, const Rational &index) {
  if (index.numerator < 0 || index.numerator >= static_cast<int64_t>(array.elements.size()))
    return std::nullopt;
  return static_cast<size_t>(static_cast<int64_t>(index.numerator));
}

DataValue applyToArrays(Term term, llvm::ArrayRef<const DataValue *> operands) {
  switch (term->op()) {
  case TermOp::IfThenElse:
    return isTrue(operands[0]->scalar()) ? *operands[1] : *operands[2];
  case TermOp::Equal:
    return {term->sort(), {truth(operands[0]->elements == operands[1]->elements)}};
  case TermOp::Select: {
    std::optional<size_t> position = positionIn(*operands[0], operands[1]->scalar());
    return {term->sort(), {position ? operands[0]->elements[*position] : Rational()}};
  }
  case TermOp::Store: {
    DataValue result = *operands[0];
    if (std::optional<size_t> position = positionIn(result, operands[1]->scalar()))
      result.elements[*position] = operands[2]->scalar();
    return result;
  }
  case TermOp::Fill:
    return {term->sort(), std::vector<Rational>(term->sort().length, operands[0]->scalar())};
  default:
    llvm_unreachable("no operator on arrays");
  }
}

DataValue evaluateNode(Term term, llvm::ArrayRef<const DataValue *> operands) {
  bool onNumbers = term->op() != TermOp::IfThenElse && term->sort().kind != SortKind::Array &&
                   llvm::none_of(operands, [](const DataValue *v) { return v->sort.kind == SortKind::Array; });
  if (!onNumbers)
    return applyToArrays(term, operands);
  llvm::SmallVector<const Rational *, 4> numbers;
  for (const DataValue *operand : operands)
    numbers.push_back(&operand->scalar());
  return {term->sort(), {applyScalar(term->op(), term->sort(), numbers)}};
}

} // namespace

DataValue tenon::evaluate(Term term, llvm::function_ref<DataValue(VariableId)> valueOf) {
  if (term->op() == TermOp::Constant)
    return {term->sort(), {term->constant()}};
  if (term->op() == TermOp::Variable)
    return valueOf(term->variable());
  std::vector<Term> subterms = subtermsOf(term);
  std::vector<DataValue> values(subterms.size());
  llvm::SmallDenseMap<Term, const DataValue *, 16> valueOfTerm;
  llvm::SmallVector<const DataValue *, 4> operands;
  for (size_t i = 0; i < subterms.size(); ++i) {
    Term node = subterms[i];
    operands.clear();
    for (Term operand : node->operands())
      operands.push_back(valueOfTerm.lookup(operand));
    values[i] = node->op() == TermOp::Constant   ? DataValue{node->sort(), {node->constant()}}
                : node->op() == TermOp::Variable ? valueOf(node->variable())
                                                 : evaluateNode(node, operands);
    valueOfTerm[node] = &values[i];
  }
  return std::move(values.back());
}

std::vector<VariableId> tenon::variablesOf(Term term) {
  std::vector<VariableId> variables;
  for (Term node : subtermsOf(term))
    if (node->op() == TermOp::Variable)
      variables.push_back(node->variable());
  llvm::sort(variables);
  variables.erase(llvm::unique(variables), variables.end());
  return variables;
}

std::vector<Term> tenon::variableTermsOf(Term term) {
  std::vector<Term> variables;
  llvm::copy_if(subtermsOf(term), std::back_inserter(variables),
                [](Term node) { return node->op() == TermOp::Variable; });
  return variables;
}
