//===- LeastValues.cpp - Canonical values ---------------------------------===//

#include "tenon/Logic/Smt.h"

#include "Z3Bridge.h"

using namespace llvm;

namespace tenon {

namespace {

/// Finds least values and adds them as conditions to a level of the solver that is theirs.
class LeastSearch {
public:
  LeastSearch(SmtSolver &smtSolver, const Budget &limits)
      : solver(smtSolver), terms(smtSolver.terms()), budget(limits) {}

  std::optional<DataValue> fix(Term term);

private:
  /// Nullopt: not known. After true, the model of the solver is one of this condition.
  std::optional<bool> isPossible(Term condition);
  std::optional<Rational> least(Term term);
  std::optional<Rational> leastInteger(Term term);
  std::optional<Rational> leastReal(Term term);
  std::optional<Rational> leastFrom(Term term, bool isNegated);
  std::optional<DynamicAPInt> magnitude(Term term, bool isNegated) const;
  Term integer(const Sort &sort, const DynamicAPInt &value) { return terms.number(sort, Rational(value)); }

  SmtSolver &solver;
  TermContext &terms;
  const Budget &budget;
  uint32_t internalVariables = 0;
};

} // namespace

std::optional<bool> LeastSearch::isPossible(Term condition) {
  solver.push();
  solver.add(condition);
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  if (answer == SmtAnswer::Unknown)
    return std::nullopt;
  return answer == SmtAnswer::Satisfiable;
}

std::optional<DynamicAPInt> LeastSearch::magnitude(Term term, bool isNegated) const {
  std::optional<DataValue> value = solver.value(term);
  if (!value)
    return std::nullopt;
  return isNegated ? -value->scalar().numerator : value->scalar().numerator;
}

/// The least value, at least 1, of the term or of its negation, if the model has one like that. Small values are
/// likely, so that the upper bounds that are tried grow slowly at first.
std::optional<Rational> LeastSearch::leastFrom(Term term, bool isNegated) {
  const Sort &sort = term->sort();
  DynamicAPInt low(1), step(1);
  std::optional<DynamicAPInt> high = magnitude(term, isNegated);
  bool isGalloping = true;
  while (high && low < *high) {
    DynamicAPInt middle = low + (*high - low) / 2;
    if (isGalloping && low + step < middle)
      middle = low + step;
    else
      isGalloping = false;
    Term inside =
        isNegated
            ? terms.andOf({terms.lessEqual(integer(sort, -middle), term), terms.lessEqual(term, integer(sort, -low))})
            : terms.andOf({terms.lessEqual(integer(sort, low), term), terms.lessEqual(term, integer(sort, middle))});
    std::optional<bool> possible = isPossible(inside);
    if (!possible)
      return std::nullopt;
    if (*possible) {
      isGalloping = false;
      high = magnitude(term, isNegated);
      continue;
    }
    low = middle + 1;
    if (isGalloping)
      step = step * step * 4;
  }
  if (!high)
    return std::nullopt;
  return Rational(isNegated ? -*high : *high);
}

std::optional<Rational> LeastSearch::leastInteger(Term term) {
  Term zero = integer(term->sort(), DynamicAPInt(0));
  std::optional<DynamicAPInt> current = magnitude(term, false);
  if (!current || *current == 0)
    return current ? std::optional<Rational>(Rational()) : std::nullopt;
  std::optional<bool> isZero = isPossible(terms.equal(term, zero));
  if (!isZero || *isZero)
    return isZero ? std::optional<Rational>(Rational()) : std::nullopt;
  if (*current > 0)
    return leastFrom(term, false);
  std::optional<bool> isPositive = isPossible(terms.less(zero, term));
  return isPositive ? leastFrom(term, !*isPositive) : std::nullopt;
}

/// Numerator and denominator: the least numerator of the first denominator that is possible.
std::optional<Rational> LeastSearch::leastReal(Term term) {
  constexpr int64_t MaxDenominator = 16;
  std::optional<DataValue> current = solver.value(term);
  if (current && current->scalar() == Rational())
    return Rational();
  for (int64_t denominator = 1; denominator <= MaxDenominator; ++denominator) {
    Term numerator = terms.variable(Z3Bridge::internalVariable(internalVariables++), Sort::integer());
    Term scaled = terms.multiply(terms.number(Sort::real(), Rational(DynamicAPInt(denominator))), term);
    Term isFraction = terms.equal(terms.make(TermOp::IntToReal, {numerator}, Sort::real()), scaled);
    solver.push();
    solver.add(isFraction);
    SmtAnswer answer = solver.check(budget);
    std::optional<Rational> found;
    if (answer == SmtAnswer::Satisfiable)
      found = leastInteger(numerator);
    solver.pop();
    if (found)
      return Rational(found->numerator, DynamicAPInt(denominator));
  }
  return current ? std::optional(current->scalar()) : std::nullopt;
}

std::optional<Rational> LeastSearch::least(Term term) {
  switch (term->sort().kind) {
  case SortKind::Bool: {
    std::optional<DataValue> current = solver.value(term);
    if (!current || current->scalar() == Rational())
      return current ? std::optional<Rational>(Rational()) : std::nullopt;
    std::optional<bool> isFalse = isPossible(terms.notOf(term));
    return isFalse ? std::optional(Rational(DynamicAPInt(!*isFalse))) : std::nullopt;
  }
  case SortKind::Real:
    return leastReal(term);
  default:
    return leastInteger(term);
  }
}

/// When this begins and ends, the model of the solver is one of its conditions.
std::optional<DataValue> LeastSearch::fix(Term term) {
  DataValue result{term->sort(), {}};
  bool isArray = term->sort().kind == SortKind::Array;
  uint64_t count = isArray ? term->sort().length : 1;
  for (uint64_t i = 0; i < count; ++i) {
    Term scalar = isArray ? terms.select(term, terms.integer(static_cast<int64_t>(i))) : term;
    std::optional<Rational> value = least(scalar);
    if (!value)
      return std::nullopt;
    result.elements.push_back(*value);
    solver.add(terms.equal(scalar, terms.number(scalar->sort(), *value)));
    std::optional<DataValue> current = solver.value(scalar);
    if ((!current || !(current->scalar() == *value)) && solver.check(budget) != SmtAnswer::Satisfiable)
      return std::nullopt;
  }
  return result;
}

std::optional<std::vector<DataValue>> leastValues(SmtSolver &solver, ArrayRef<Term> terms, const Budget &budget) {
  std::vector<DataValue> result;
  if (solver.check(budget) != SmtAnswer::Satisfiable)
    return std::nullopt;
  solver.push();
  LeastSearch search(solver, budget);
  for (Term term : terms) {
    std::optional<DataValue> value = search.fix(term);
    if (!value)
      break;
    result.push_back(std::move(*value));
  }
  solver.pop();
  return result.size() == terms.size() ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace tenon
