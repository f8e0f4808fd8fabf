//===- TermOctagon.cpp - Terms in octagons --------------------------------===//

#include "TermOctagon.h"

#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

using Wide = Bound::Wide;

/// Widths of Bits that bounds can tell apart.
static constexpr unsigned MaxWidth = 100;

static Wide powerOfTwo(unsigned exponent) {
  return Wide(1) << exponent;
}

TermOctagon::TermOctagon(TermContext &termContext, ArrayRef<Term> variableTerms, bool isRelational)
    : terms(termContext), variables(variableTerms.begin(), variableTerms.end()) {
  octagonShape.isRelational = isRelational;
  octagonShape.integral.resize(static_cast<unsigned>(variables.size()), true);
  for (auto [dimension, variable] : enumerate(variables)) {
    dimensions[variable->variable()] = static_cast<unsigned>(dimension);
    if (variable->sort().kind == SortKind::Real)
      octagonShape.integral.reset(static_cast<unsigned>(dimension));
  }
}

std::optional<unsigned> TermOctagon::dimensionOf(VariableId variable) const {
  auto found = dimensions.find(variable);
  return found == dimensions.end() ? std::nullopt : std::optional(found->second);
}

Interval TermOctagon::sortRange(const Sort &sort) {
  if (sort.kind == SortKind::Bool)
    return {Bound(1), Bound(0)};
  if (sort.kind == SortKind::Bits)
    return {sort.width <= MaxWidth ? Bound(powerOfTwo(sort.width) - 1) : Bound(), Bound(0)};
  return {};
}

static LinearBounds interval(const Interval &range) {
  LinearBounds result;
  result.constant = range;
  return result;
}

void TermOctagon::addSorts(Octagon &octagon) const {
  for (auto [dimension, variable] : enumerate(variables)) {
    Interval range = sortRange(variable->sort());
    LinearBounds above, below;
    above.add(static_cast<unsigned>(dimension), 1);
    below.add(static_cast<unsigned>(dimension), -1);
    if (range.high.isFinite()) {
      above.constant = {Bound(-range.high.number()), range.high};
      octagon.addAtMostZero(above);
    }
    if (range.negated.isFinite())
      octagon.addAtMostZero(below);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Modulo 2^width: the same sum, if its value is known to lie between two multiples.
LinearBounds TermOctagon::wrapped(const Octagon &octagon, LinearBounds value, unsigned width) const {
  Interval range = octagon.range(value);
  if (width > MaxWidth || !range.high.isFinite() || !range.negated.isFinite())
    return interval(sortRange(Sort::bits(width)));
  Wide modulus = powerOfTwo(width), low = -range.negated.number(), high = range.high.number();
  auto floorQuotient = [&](Wide number) {
    return number >= 0 ? number / modulus : -((-number + modulus - 1) / modulus);
  };
  Wide multiple = floorQuotient(low);
  if (multiple != floorQuotient(high))
    return interval(sortRange(Sort::bits(width)));
  Wide shift = multiple * modulus;
  value.constant = value.constant + Interval{Bound(-shift), Bound(shift)};
  return value;
}

LinearBounds TermOctagon::product(const Octagon &octagon, const LinearBounds &left, const LinearBounds &right) const {
  constexpr Wide MaxFactor = Wide(1) << 110;
  for (const auto &[factor, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    const Interval &constant = factor->constant;
    bool isPoint = factor->parts.empty() && constant.high.isFinite() && constant.negated.isFinite() &&
                   constant.high.number() == -constant.negated.number();
    if (!isPoint || constant.high.number() > MaxFactor || constant.high.number() < -MaxFactor)
      continue;
    Wide number = constant.high.number();
    bool isSmall = all_of(other->parts, [&](const auto &part) {
      Wide result = 0;
      return !__builtin_mul_overflow(part.second, number, &result) && result < MaxFactor && result > -MaxFactor;
    });
    if (!isSmall)
      continue;
    LinearBounds result;
    result.add(*other, number);
    return result;
  }
  return interval(octagon.range(left) * octagon.range(right));
}

/// Towards zero, by a divisor of known sign. By zero, 0.
Interval TermOctagon::quotient(const Octagon &octagon, Term term) const {
  Interval dividend = octagon.range(linear(octagon, term->operand(0)));
  Interval divisor = octagon.range(linear(octagon, term->operand(1)));
  if (term->sort().kind == SortKind::Real)
    return {};
  bool isPositive = divisor.negated < Bound(0);
  Wide least = isPositive ? -divisor.negated.number() : 1;
  auto divided = [&](Bound bound) { // Of a bound of the dividend or its negation: towards zero is right for both.
    if (!bound.isFinite())
      return bound;
    if (bound.number() < 0)
      return Bound(0);
    return Bound(bound.number() / least);
  };
  if (isPositive) {
    Interval result{divided(dividend.high), divided(dividend.negated)};
    // Both ends are exact if the divisor is a constant.
    if (divisor.high == Bound(least)) {
      if (dividend.high.isFinite() && dividend.high.number() < 0)
        result.high = Bound(dividend.high.number() / least);
      if (dividend.negated.isFinite() && dividend.negated.number() < 0)
        result.negated = Bound(dividend.negated.number() / least);
    }
    return result;
  }
  Bound magnitude = std::max({dividend.high, dividend.negated, Bound(0)}, std::less<>());
  return {magnitude, magnitude};
}

/// As large as the dividend at most, and smaller than the divisor; by zero, the dividend.
Interval TermOctagon::remainder(const Octagon &octagon, Term term) const {
  Interval dividend = octagon.range(linear(octagon, term->operand(0)));
  Interval divisor = octagon.range(linear(octagon, term->operand(1)));
  Interval result{std::max(dividend.high, Bound(0), std::less<>()),
                  std::max(dividend.negated, Bound(0), std::less<>())};
  bool isNotZero = divisor.negated < Bound(0) || divisor.high < Bound(0);
  Bound magnitude = std::max(divisor.high, divisor.negated, std::less<>());
  if (isNotZero && magnitude.isFinite()) {
    result.high = std::min(result.high, Bound(magnitude.number() - 1), std::less<>());
    result.negated = std::min(result.negated, Bound(magnitude.number() - 1), std::less<>());
  }
  return result;
}

LinearBounds TermOctagon::bitwise(const Octagon &octagon, Term term) const {
  const Sort &sort = term->sort();
  Interval all = sortRange(sort);
  LinearBounds first = linear(octagon, term->operand(0));
  if (sort.width > MaxWidth)
    return interval(all);
  if (term->op() == TermOp::BitNot) {
    LinearBounds result = interval({all.high, Bound(-all.high.number())});
    result.add(first, -1);
    return result;
  }
  Term second = term->operand(1);
  Interval left = octagon.range(first), right = octagon.range(linear(octagon, second));
  bool isConstant = second->op() == TermOp::Constant && second->constant() < integral(sort.width);
  unsigned shift = isConstant ? static_cast<unsigned>(int64fromDynamicAPInt(second->constant().numerator)) : 0;
  switch (term->op()) {
  case TermOp::BitAnd:
    return interval({std::min({left.high, right.high, all.high}, std::less<>()), Bound(0)});
  case TermOp::ShiftRight:
    if (isConstant && left.high.isFinite())
      return interval({Bound(left.high.number() >> shift), Bound(0)});
    return interval({std::min(left.high, all.high, std::less<>()), Bound(0)});
  case TermOp::ShiftLeft:
    if (isConstant)
      return wrapped(octagon,
                     product(octagon, first, interval(Interval::point(Rational(Bound(powerOfTwo(shift)).integer())))),
                     sort.width);
    return interval(all);
  default: { // BitOr, BitXor: no more digits than the operands.
    Bound larger = std::max(left.high, right.high, std::less<>());
    Wide limit = 1;
    while (larger.isFinite() && limit <= larger.number())
      limit *= 2;
    return interval(larger.isFinite() ? Interval{Bound(limit - 1), Bound(0)} : all);
  }
  }
}

LinearBounds TermOctagon::choice(const Octagon &octagon, Term term) const {
  Octagon yes = octagon, no = octagon;
  assume(yes, term->operand(0), true);
  assume(no, term->operand(0), false);
  if (no.isEmpty())
    return linear(yes, term->operand(1));
  if (yes.isEmpty())
    return linear(no, term->operand(2));
  Interval left = yes.range(linear(yes, term->operand(1))), right = no.range(linear(no, term->operand(2)));
  return interval(left.joined(right));
}

Interval TermOctagon::truth(const Octagon &octagon, Term condition) const {
  Octagon yes = octagon, no = octagon;
  assume(yes, condition, true);
  assume(no, condition, false);
  return {Bound(yes.isEmpty() ? 0 : 1), Bound(no.isEmpty() ? -1 : 0)};
}

LinearBounds TermOctagon::linear(const Octagon &octagon, Term term) const {
  const Sort &sort = term->sort();
  LinearBounds result;
  switch (term->op()) {
  case TermOp::Constant:
    return interval(Interval::point(term->constant()));
  case TermOp::Variable:
    if (std::optional<unsigned> dimension = dimensionOf(term->variable()))
      result.add(*dimension, 1);
    else
      result = interval(sortRange(sort));
    return result;
  case TermOp::Add:
    for (Term operand : term->operands())
      result.add(linear(octagon, operand), 1);
    break;
  case TermOp::Negate:
    result.add(linear(octagon, term->operand(0)), -1);
    break;
  case TermOp::Multiply:
    result = product(octagon, linear(octagon, term->operand(0)), linear(octagon, term->operand(1)));
    break;
  case TermOp::Divide:
    return interval(quotient(octagon, term));
  case TermOp::Remainder:
    return interval(remainder(octagon, term));
  case TermOp::IfThenElse:
    if (sort.kind != SortKind::Bool)
      return choice(octagon, term);
    return interval(truth(octagon, term));
  case TermOp::IntToReal:
  case TermOp::BitsToInt:
    return linear(octagon, term->operand(0));
  case TermOp::IntToBits:
    result = linear(octagon, term->operand(0));
    break;
  case TermOp::Select:
    return interval(sortRange(sort));
  default:
    return sort.kind == SortKind::Bool ? interval(truth(octagon, term)) : bitwise(octagon, term);
  }
  return sort.kind == SortKind::Bits ? wrapped(octagon, std::move(result), sort.width) : result;
}

void TermOctagon::assign(Octagon &octagon, VariableId variable, Term value) const {
  std::optional<unsigned> dimension = dimensionOf(variable);
  if (!dimension || octagon.isEmpty())
    return;
  octagon.assign(*dimension, linear(octagon, value));
}

void TermOctagon::forget(Octagon &octagon, VariableId variable) const {
  if (std::optional<unsigned> dimension = dimensionOf(variable))
    octagon.forget(*dimension);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

void TermOctagon::assumeAny(Octagon &octagon, ArrayRef<Term> parts, bool isTrue) const {
  Octagon result = Octagon::empty(octagonShape);
  for (Term part : parts) {
    Octagon branch = octagon;
    assume(branch, part, isTrue);
    result.join(branch);
  }
  octagon = std::move(result);
}

void TermOctagon::assumeAtMost(Octagon &octagon, const LinearBounds &left, const LinearBounds &right,
                               bool isStrict) const {
  LinearBounds difference = left;
  difference.add(right, -1);
  // Strict bounds are the next integer, if all values are integers.
  bool isIntegral = all_of(difference.parts, [&](const auto &part) { return octagonShape.integral.test(part.first); });
  if (isStrict && isIntegral)
    difference.constant = difference.constant + Interval::point(integral(1));
  octagon.addAtMostZero(difference);
}

/// Only what is at the end of its bounds can be left out.
void TermOctagon::assumeDifferent(Octagon &octagon, Term left, Term right) const {
  LinearBounds difference = linear(octagon, left);
  difference.add(linear(octagon, right), -1);
  LinearBounds zero;
  Octagon below = octagon, above = octagon;
  assumeAtMost(below, difference, zero, true);
  assumeAtMost(above, zero, difference, true);
  below.join(above);
  octagon = std::move(below);
}

void TermOctagon::assumeComparison(Octagon &octagon, Term condition, bool isTrue) const {
  Term left = condition->operand(0), right = condition->operand(1);
  if (left->sort().kind == SortKind::Array)
    return;
  bool isEqual = condition->op() == TermOp::Equal;
  // A strict order of reals is not told apart from the other.
  bool isReal = left->sort().kind == SortKind::Real;
  if (isEqual && !isTrue) {
    if (!isReal)
      assumeDifferent(octagon, left, right);
    return;
  }
  if (!isTrue)
    std::swap(left, right);
  bool isStrict = !isReal && (condition->op() == TermOp::Less) == isTrue && !isEqual;
  LinearBounds first = linear(octagon, left), second = linear(octagon, right);
  assumeAtMost(octagon, first, second, isStrict);
  if (isEqual)
    assumeAtMost(octagon, second, first, false);
}

void TermOctagon::assume(Octagon &octagon, Term condition, bool isTrue) const {
  if (octagon.isEmpty())
    return;
  switch (condition->op()) {
  case TermOp::Constant:
    if ((condition->constant().numerator != 0) != isTrue)
      octagon = Octagon::empty(octagonShape);
    return;
  case TermOp::Variable: {
    LinearBounds value = linear(octagon, condition), wanted = interval(Interval::point(integral(isTrue)));
    assumeAtMost(octagon, value, wanted, false);
    assumeAtMost(octagon, wanted, value, false);
    return;
  }
  case TermOp::Not:
    return assume(octagon, condition->operand(0), !isTrue);
  case TermOp::And:
  case TermOp::Or:
    if ((condition->op() == TermOp::And) != isTrue)
      return assumeAny(octagon, condition->operands(), isTrue);
    for (Term part : condition->operands())
      assume(octagon, part, isTrue);
    return;
  case TermOp::IfThenElse: {
    Octagon no = octagon;
    assume(octagon, condition->operand(0), true);
    assume(octagon, condition->operand(1), isTrue);
    assume(no, condition->operand(0), false);
    assume(no, condition->operand(2), isTrue);
    octagon.join(no);
    return;
  }
  case TermOp::Equal:
  case TermOp::Less:
  case TermOp::LessEqual:
    return assumeComparison(octagon, condition, isTrue);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

Term TermOctagon::sideOf(const Sort &sort, ArrayRef<Term> parts, const DynamicAPInt &number) const {
  Term sum = number == 0 && !parts.empty() ? nullptr : terms.number(sort, Rational(number));
  for (Term part : parts)
    sum = sum ? terms.add(part, sum) : part;
  return sum;
}

/// Implications.
Term TermOctagon::boolCondition(const Octagon::Constraint &constraint) const {
  Term first = variables[constraint.first], second = variables[constraint.second];
  auto literal = [&](Term variable, bool isNegated) { return isNegated ? variable : terms.notOf(variable); };
  // x <= 0: false; -x <= -1: true.
  if (constraint.isSingle)
    return constraint.bound == (constraint.isFirstNegated ? -1 : 0) ? literal(first, constraint.isFirstNegated)
                                                                    : nullptr;
  // Of the four pairs of values, one is left out if the sum is as large as it can be in it only.
  Wide highest = (constraint.isFirstNegated ? 0 : 1) + (constraint.isSecondNegated ? 0 : 1);
  if (constraint.bound != highest - 1)
    return nullptr;
  return terms.orOf({literal(first, constraint.isFirstNegated), literal(second, constraint.isSecondNegated)});
}

Term TermOctagon::numberOf(unsigned dimension, const Sort &sort) const {
  Term variable = variables[dimension];
  if (variable->sort().kind != SortKind::Bool)
    return variable;
  return terms.ifThenElse(variable, terms.number(sort, integral(1)), terms.number(sort, integral(0)));
}

/// Without sums that might wrap around.
Term TermOctagon::bitsCondition(const Octagon::Constraint &constraint, const Sort &sort) const {
  Term first = numberOf(constraint.first, sort), second = numberOf(constraint.second, sort);
  DynamicAPInt bound = Bound(constraint.bound).integer(), most = sortRange(sort).high.integer();
  auto number = [&](const DynamicAPInt &value) { return terms.number(sort, Rational(value)); };
  if (constraint.isSingle)
    return constraint.isFirstNegated ? terms.lessEqual(number(-bound), first) : terms.lessEqual(first, number(bound));
  if (constraint.isFirstNegated == constraint.isSecondNegated) {
    if (constraint.isFirstNegated && (bound >= 0 || -bound > most))
      return nullptr;
    if (constraint.isFirstNegated) // -bound <= x + y
      return terms.orOf(
          {terms.lessEqual(number(-bound), first), terms.lessEqual(terms.subtract(number(-bound), first), second)});
    if (bound > most)
      return nullptr;
    return terms.andOf({terms.lessEqual(first, number(bound)), // x + y <= bound
                        terms.lessEqual(second, terms.subtract(number(bound), first))});
  }
  if (constraint.isFirstNegated)
    std::swap(first, second);
  // first - second <= bound
  if (bound >= most)
    return nullptr;
  if (bound == 0)
    return terms.lessEqual(first, second);
  if (bound > 0)
    return terms.orOf(
        {terms.less(number(most - bound), second), terms.lessEqual(first, sideOf(sort, {second}, bound))});
  return terms.andOf(
      {terms.lessEqual(first, number(most + bound)), terms.lessEqual(sideOf(sort, {first}, -bound), second)});
}

/// Null if it says nothing, or cannot be said in the sorts of the variables.
Term TermOctagon::conditionOf(const Octagon::Constraint &constraint) const {
  Sort sort = variables[constraint.first]->sort();
  if (sort.kind == SortKind::Bool)
    sort = variables[constraint.second]->sort();
  else if (variables[constraint.second]->sort().kind != SortKind::Bool && sort != variables[constraint.second]->sort())
    return nullptr;
  if (sort.kind == SortKind::Bool)
    return boolCondition(constraint);
  if (sort.kind == SortKind::Bits) {
    Interval range = sortRange(sort);
    bool isTrivial =
        constraint.isSingle && !(Bound(constraint.bound) < (constraint.isFirstNegated ? range.negated : range.high));
    return isTrivial || !range.high.isFinite() ? nullptr : bitsCondition(constraint, sort);
  }
  SmallVector<Term, 2> added, subtracted;
  (constraint.isFirstNegated ? subtracted : added).push_back(numberOf(constraint.first, sort));
  if (!constraint.isSingle)
    (constraint.isSecondNegated ? subtracted : added).push_back(numberOf(constraint.second, sort));
  DynamicAPInt bound = Bound(constraint.bound).integer(), zero(0);
  // What is subtracted, and a bound that is negative, stand on the other side.
  if (added.empty())
    return terms.lessEqual(terms.number(sort, Rational(-bound)), sideOf(sort, subtracted, zero));
  bool isLeft = bound < 0 && !subtracted.empty();
  return terms.lessEqual(sideOf(sort, added, isLeft ? -bound : zero), sideOf(sort, subtracted, isLeft ? zero : bound));
}

std::vector<Term> TermOctagon::conditions(const Octagon &octagon) const {
  if (octagon.isEmpty())
    return {terms.boolean(false)};
  std::vector<Term> result;
  for (const Octagon::Constraint &constraint : octagon.constraints())
    if (Term condition = conditionOf(constraint))
      result.push_back(condition);
  return result;
}

} // namespace tenon
