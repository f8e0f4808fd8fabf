//===- ReadableTerm.cpp - Conditions for people ---------------------------===//

#include "tenon/Logic/ReadableTerm.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <functional>

using namespace llvm;

namespace tenon {

size_t termSize(Term term) {
  size_t size = 1;
  for (Term operand : term->operands())
    size += termSize(operand);
  return size;
}

std::vector<Rational> numbersIn(Term term) {
  std::vector<Rational> numbers;
  std::function<void(Term)> visit = [&](Term node) {
    if (node->op() == TermOp::Constant && node->sort().kind != SortKind::Bool &&
        !is_contained(numbers, node->constant()))
      numbers.push_back(node->constant());
    for_each(node->operands(), visit);
  };
  visit(term);
  return numbers;
}

namespace {

class Reader {
public:
  Reader(SmtContext &smt, ArrayRef<Rational> familiarNumbers, const Budget &limits)
      : context(smt), terms(smt.terms()), familiar(familiarNumbers), budget(limits) {}

  Term read(Term condition);

private:
  //===--------------------------------------------------------------------===//
  // Bounds
  //===--------------------------------------------------------------------===//

  /// How round a number is: so many digits at its end are zeros, in the better of two ways to write it.
  static unsigned roundness(const Rational &number) {
    if (number.denominator != 1)
      return 0;
    if (number.numerator == 0)
      return ~0U;
    unsigned twos = 0, tens = 0;
    for (DynamicAPInt rest = number.numerator; rest % 2 == 0; rest = rest / 2)
      ++twos;
    for (DynamicAPInt rest = number.numerator; rest % 10 == 0; rest = rest / 10)
      ++tens;
    return std::max(twos, 4 * tens);
  }
  bool isBetter(const Rational &a, const Rational &b) const {
    bool aKnown = is_contained(familiar, a), bKnown = is_contained(familiar, b);
    return aKnown != bKnown ? aKnown : roundness(a) > roundness(b);
  }

  /// `term <= bound`, or `term < bound`.
  Term atMost(Term term, const Rational &bound, bool isStrict = false) {
    Rational next = bound + integral(1);
    if (!isStrict && term->sort().kind == SortKind::Int && isBetter(next, bound))
      return terms.less(term, terms.number(term->sort(), next));
    Term limit = terms.number(term->sort(), bound);
    return isStrict ? terms.less(term, limit) : terms.lessEqual(term, limit);
  }
  Term atLeast(Term term, const Rational &bound, bool isStrict = false) {
    Rational before = bound - integral(1);
    if (!isStrict && term->sort().kind == SortKind::Int && isBetter(before, bound))
      return terms.less(terms.number(term->sort(), before), term);
    Term limit = terms.number(term->sort(), bound);
    return isStrict ? terms.less(limit, term) : terms.lessEqual(limit, term);
  }

  //===--------------------------------------------------------------------===//
  // One number
  //===--------------------------------------------------------------------===//

  /// Values between which the condition does not change; nullopt if that is not known.
  static bool collectThresholds(Term condition, Term variable, std::vector<Rational> &thresholds);
  Term asIntervals(Term condition, Term variable, std::vector<Rational> thresholds);

  /// A stretch of values that are alike.
  struct Stretch {
    std::optional<Rational> low, high;
    bool lowOpen = false, highOpen = false;
  };
  std::vector<Stretch> stretches(Term condition, Term variable, ArrayRef<Rational> thresholds, bool wanted);
  static size_t boundsOf(ArrayRef<Stretch> parts) {
    size_t count = 0;
    for (const Stretch &part : parts)
      count += isPoint(part) ? 1 : part.low.has_value() + part.high.has_value();
    return count;
  }
  static bool isPoint(const Stretch &part) { return part.low && part.high && *part.low == *part.high; }
  Term within(Term variable, const Stretch &part);
  Term outside(Term variable, const Stretch &part);

  //===--------------------------------------------------------------------===//
  // Everything else
  //===--------------------------------------------------------------------===//

  Term normal(Term condition, bool isNegated);
  Term merged(Term condition);
  Term mergedPair(TermOp op, Term a, Term b);
  Term polish(Term condition);
  Term polishComparison(Term comparison);
  Term strictIfBetter(LinearConstraint constraint, Term comparison);

  SmtContext &context;
  TermContext &terms;
  ArrayRef<Rational> familiar;
  const Budget &budget;
};

} // namespace

bool Reader::collectThresholds(Term condition, Term variable, std::vector<Rational> &thresholds) {
  switch (condition->op()) {
  case TermOp::Constant:
    return true;
  case TermOp::Equal:
    if (condition->operand(0)->sort().kind != SortKind::Bool)
      break;
    [[fallthrough]];
  case TermOp::Not:
  case TermOp::And:
  case TermOp::Or:
  case TermOp::IfThenElse:
    return all_of(condition->operands(),
                  [&](Term operand) { return collectThresholds(operand, variable, thresholds); });
  case TermOp::Less:
  case TermOp::LessEqual:
    break;
  default:
    return false;
  }
  if (variable->sort().kind == SortKind::Bits) {
    Term left = condition->operand(0), right = condition->operand(1);
    if (left != variable)
      std::swap(left, right);
    if (left != variable || right->op() != TermOp::Constant)
      return false;
    thresholds.push_back(right->constant());
    return true;
  }
  LinearForm form = linearForm(condition->operand(0));
  form.add(linearForm(condition->operand(1)), integral(-1));
  if (form.isConstant())
    return true;
  if (form.parts.size() != 1 || form.parts.begin()->second.first != variable)
    return false;
  thresholds.push_back(-form.constant / form.parts.begin()->second.second);
  return true;
}

/// The maximal stretches of values for which the condition is `wanted`, in order.
std::vector<Reader::Stretch> Reader::stretches(Term condition, Term variable, ArrayRef<Rational> thresholds,
                                               bool wanted) {
  const Sort &sort = variable->sort();
  bool isReal = sort.kind == SortKind::Real;
  auto isWanted = [&](const Rational &value) {
    DataValue answer = evaluate(condition, [&](VariableId) { return DataValue{sort, {value}}; });
    return (answer.scalar().numerator != 0) == wanted;
  };
  std::vector<Stretch> result;
  bool isOpen = false; // The last stretch goes on.
  auto add = [&](bool isIn, std::optional<Rational> low, std::optional<Rational> high, bool bothOpen) {
    if (isIn && isOpen) {
      result.back().high = high;
      result.back().highOpen = bothOpen;
    } else if (isIn) {
      result.push_back({low, high, bothOpen, bothOpen});
    }
    isOpen = isIn;
  };
  std::optional<Rational> least, greatest;
  if (sort.kind == SortKind::Bits) {
    least = Rational();
    greatest = terms.number(sort, integral(-1))->constant();
  }
  // What lies between the thresholds around it; without bounds where there is none.
  auto addGap = [&](std::optional<Rational> before, std::optional<Rational> behind) {
    if (!isReal) {
      std::optional<Rational> low = before ? std::optional(*before + integral(1)) : least;
      std::optional<Rational> high = behind ? std::optional(*behind - integral(1)) : greatest;
      if (low && high && *high < *low)
        return;
      Rational sample = low ? *low : high ? *high : Rational();
      // A stretch that reaches the end of the domain has no bound there.
      add(isWanted(sample), before ? low : std::nullopt, behind ? high : std::nullopt, false);
      return;
    }
    Rational sample = before && behind ? (*before + *behind) / integral(2)
                      : before         ? *before + integral(1)
                      : behind         ? *behind - integral(1)
                                       : Rational();
    add(isWanted(sample), before, behind, true);
  };
  std::optional<Rational> before;
  for (const Rational &threshold : thresholds) {
    addGap(before, threshold);
    bool atStart = least && threshold == *least, atEnd = greatest && threshold == *greatest;
    add(isWanted(threshold), atStart ? std::nullopt : std::optional(threshold),
        atEnd ? std::nullopt : std::optional(threshold), false);
    before = threshold;
  }
  addGap(before, std::nullopt);
  return result;
}

Term Reader::within(Term variable, const Stretch &part) {
  if (isPoint(part))
    return terms.equal(variable, terms.number(variable->sort(), *part.low));
  std::vector<Term> bounds;
  if (part.low)
    bounds.push_back(atLeast(variable, *part.low, part.lowOpen));
  if (part.high)
    bounds.push_back(atMost(variable, *part.high, part.highOpen));
  return terms.andOf(bounds);
}

Term Reader::outside(Term variable, const Stretch &part) {
  if (isPoint(part))
    return terms.notEqual(variable, terms.number(variable->sort(), *part.low));
  bool isReal = variable->sort().kind == SortKind::Real;
  Rational one = integral(isReal ? 0 : 1);
  std::vector<Term> bounds;
  if (part.low)
    bounds.push_back(atMost(variable, *part.low - one, isReal && !part.lowOpen));
  if (part.high)
    bounds.push_back(atLeast(variable, *part.high + one, isReal && !part.highOpen));
  return terms.orOf(bounds);
}

Term Reader::asIntervals(Term condition, Term variable, std::vector<Rational> thresholds) {
  if (variable->sort().kind != SortKind::Real) {
    // Around a threshold that is no integer: the integers next to it.
    std::vector<Rational> integers;
    for (const Rational &threshold : thresholds) {
      integers.push_back(floorOf(threshold));
      integers.push_back(ceilingOf(threshold));
    }
    thresholds = std::move(integers);
  }
  sort(thresholds);
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  std::vector<Stretch> in = stretches(condition, variable, thresholds, true);
  std::vector<Stretch> out = stretches(condition, variable, thresholds, false);
  std::vector<Term> parts;
  if (boundsOf(in) <= boundsOf(out)) {
    for (const Stretch &part : in)
      parts.push_back(within(variable, part));
    return terms.orOf(parts);
  }
  for (const Stretch &part : out)
    parts.push_back(outside(variable, part));
  return terms.andOf(parts);
}

/// Negations only before comparisons for equality and Bools; no conditional expressions of sort Bool.
Term Reader::normal(Term condition, bool isNegated) {
  switch (condition->op()) {
  case TermOp::Not:
    return normal(condition->operand(0), !isNegated);
  case TermOp::And:
  case TermOp::Or: {
    std::vector<Term> parts;
    for (Term operand : condition->operands())
      parts.push_back(normal(operand, isNegated));
    return (condition->op() == TermOp::And) != isNegated ? terms.andOf(parts) : terms.orOf(parts);
  }
  case TermOp::IfThenElse: {
    Term test = condition->operand(0);
    return terms.orOf({terms.andOf({normal(test, false), normal(condition->operand(1), isNegated)}),
                       terms.andOf({normal(test, true), normal(condition->operand(2), isNegated)})});
  }
  case TermOp::Less:
  case TermOp::LessEqual:
  case TermOp::Equal: {
    // Comparisons that say the same become the same term, so that they are known to.
    if (std::optional<LinearConstraint> constraint = linearConstraint(condition))
      condition = constraint->form.isConstant() ? condition : termOf(terms, *constraint, condition->operand(0)->sort());
    return isNegated ? terms.notOf(condition) : condition;
  }
  default:
    return isNegated ? terms.notOf(condition) : condition;
  }
}

/// One comparison that says what two say together, where they compare the same: `x <= y && y <= x` is `x == y`. Null if
/// there is none.
Term Reader::mergedPair(TermOp op, Term a, Term b) {
  auto positive = [](Term term) { return term->op() == TermOp::Not ? term->operand(0) : term; };
  std::optional<LinearConstraint> first = linearConstraint(positive(a)), second = linearConstraint(positive(b));
  if (!first || !second)
    return nullptr;
  LinearForm sum = first->form, difference = first->form;
  sum.add(second->form, integral(1));
  difference.add(second->form, integral(-1));
  if (!sum.isConstant() && !difference.isConstant())
    return nullptr;
  const Sort &sort = positive(a)->operand(0)->sort();
  Term both = terms.make(op, {a, b}, Sort::boolean());
  LinearConstraint candidate = *first;
  if (sum.isConstant())
    second->form.scale(integral(-1));
  for (const Rational &constant :
       {first->form.constant, second->form.constant, (first->form.constant + second->form.constant) / integral(2)})
    for (auto kind : {LinearConstraint::Kind::Zero, LinearConstraint::Kind::AtMost, LinearConstraint::Kind::Below}) {
      candidate.form.constant = constant;
      candidate.kind = kind;
      if (sort.kind == SortKind::Int && constant.denominator != 1)
        continue;
      Term term = termOf(terms, candidate, sort);
      for (Term one : {term, terms.notOf(term)})
        if (isValid(context, terms.equal(both, one), budget).value_or(false))
          return one;
    }
  return nullptr;
}

Term Reader::merged(Term condition) {
  if (condition->op() != TermOp::And && condition->op() != TermOp::Or)
    return condition;
  std::vector<Term> parts;
  for (Term operand : condition->operands())
    parts.push_back(merged(operand));
  for (size_t i = 0; i < parts.size(); ++i)
    for (size_t j = i + 1; j < parts.size();) {
      Term one = mergedPair(condition->op(), parts[i], parts[j]);
      if (!one) {
        ++j;
        continue;
      }
      parts[i] = one;
      parts.erase(parts.begin() + static_cast<ptrdiff_t>(j));
      j = i + 1;
    }
  return terms.make(condition->op(), parts, Sort::boolean());
}

/// `a + 1 < b` for `a + 2 <= b`, if the source knows 1 but not 2.
Term Reader::strictIfBetter(LinearConstraint constraint, Term comparison) {
  const Sort &sort = comparison->operand(0)->sort();
  Rational now = constraint.form.constant, strict = now - integral(1);
  auto size = [](const Rational &number) { return number < Rational() ? -number : number; };
  auto isKnown = [&](const Rational &number) { return number == Rational() || is_contained(familiar, size(number)); };
  if (constraint.kind != LinearConstraint::Kind::AtMost || sort.kind != SortKind::Int || now.denominator != 1 ||
      isKnown(now) || !isKnown(strict))
    return comparison;
  constraint.kind = LinearConstraint::Kind::Below;
  constraint.form.constant = strict;
  return termOf(terms, constraint, sort);
}

/// A single multiple against a number becomes a bound in its best form; other sums stay on their sides.
Term Reader::polishComparison(Term comparison) {
  std::optional<LinearConstraint> constraint = linearConstraint(comparison);
  if (!constraint || constraint->form.isConstant())
    return comparison;
  if (constraint->form.parts.size() > 1) {
    if (constraint->kind != LinearConstraint::Kind::Zero)
      return strictIfBetter(*constraint, comparison);
    // An equation begins with the variable that was declared first.
    if (constraint->form.parts.begin()->second.second < Rational())
      constraint->form.scale(integral(-1));
    return termOf(terms, *constraint, comparison->operand(0)->sort());
  }
  const auto &[variable, factor] = constraint->form.parts.begin()->second;
  Rational bound = -constraint->form.constant / factor;
  bool isUpper = Rational() < factor;
  switch (constraint->kind) {
  case LinearConstraint::Kind::Zero:
    return terms.equal(variable, terms.number(variable->sort(), bound));
  case LinearConstraint::Kind::Below:
    return isUpper ? atMost(variable, bound, true) : atLeast(variable, bound, true);
  case LinearConstraint::Kind::AtMost:
    return isUpper ? atMost(variable, bound) : atLeast(variable, bound);
  }
  llvm_unreachable("all kinds are covered");
}

Term Reader::polish(Term condition) {
  switch (condition->op()) {
  case TermOp::And:
  case TermOp::Or:
  case TermOp::Not: {
    std::vector<Term> parts;
    for (Term operand : condition->operands())
      parts.push_back(polish(operand));
    return terms.make(condition->op(), parts, Sort::boolean());
  }
  case TermOp::Less:
  case TermOp::LessEqual:
  case TermOp::Equal:
    return polishComparison(condition);
  default:
    return condition;
  }
}

Term Reader::read(Term condition) {
  std::vector<VariableId> variables = variablesOf(condition);
  if (variables.size() == 1) {
    Term variable = nullptr;
    std::function<void(Term)> find = [&](Term node) {
      if (node->op() == TermOp::Variable)
        variable = node;
      else if (!variable)
        for_each(node->operands(), find);
    };
    find(condition);
    std::vector<Rational> thresholds;
    if (variable->sort().isNumeric() && collectThresholds(condition, variable, thresholds))
      return asIntervals(condition, variable, std::move(thresholds));
  }
  // The same may be shorter as a conjunction or as a disjunction, so both ways to push negations are tried.
  Term truth = terms.boolean(true);
  Term direct = simplifyUnder(context, normal(condition, false), truth, budget);
  Term indirect = normal(simplifyUnder(context, normal(condition, true), truth, budget), true);
  direct = normal(direct, false);
  return polish(merged(termSize(indirect) < termSize(direct) ? indirect : direct));
}

Term readable(SmtContext &context, Term condition, ArrayRef<Rational> familiar, const Budget &budget) {
  return Reader(context, familiar, budget).read(condition);
}

} // namespace tenon
