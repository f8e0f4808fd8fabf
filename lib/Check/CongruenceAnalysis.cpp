//===- CongruenceAnalysis.cpp - Linear congruences of all places ----------===//

#include "CongruenceAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

using Number = LinearLattice::Number;

static Number powerOfTwo(unsigned exponent) {
  Number result(1);
  for (; exponent >= 32; exponent -= 32)
    result *= Number(int64_t(1) << 32);
  return result * Number(int64_t(1) << exponent);
}

CongruenceAnalysis::CongruenceAnalysis(const StepGraph &stepGraph, const TermOctagon &termMeaning, const Budget &limits)
    : graph(stepGraph), terms(stepGraph.terms()), meaning(termMeaning), budget(limits),
      dimensions(termMeaning.shape().size()), isWhole(termMeaning.shape().integral) {}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Congruence CongruenceAnalysis::constant(const Number &number) const {
  Congruence result(dimensions);
  result.constant = number;
  return result;
}

/// Any integer.
Congruence CongruenceAnalysis::unknown() const {
  Congruence result(dimensions);
  result.modulus = Number(1);
  return result;
}

/// Of a word: exact as long as it is known not to wrap around.
Congruence CongruenceAnalysis::wrapped(const Octagon &bounds, Congruence sum, unsigned width) const {
  constexpr unsigned MaxWidth = 100;
  if (sum.modulus == 0 && width <= MaxWidth) {
    LinearBounds linear;
    auto fits = [](const Number &number) { return abs(number) < powerOfTwo(MaxWidth); };
    bool isShort = fits(sum.constant) && all_of(sum.coefficients, fits);
    for (auto [dimension, coefficient] : enumerate(sum.coefficients))
      if (isShort && coefficient != 0)
        linear.add(static_cast<unsigned>(dimension), Bound::above(Rational(coefficient)).number());
    linear.constant = Interval::point(Rational(sum.constant));
    Interval range = isShort ? bounds.range(linear) : Interval();
    bool isWithin = range.high.isFinite() && range.negated.isFinite() && range.negated.number() <= 0 &&
                    range.high.number() < Bound::above(Rational(powerOfTwo(width))).number();
    if (isWithin)
      return sum;
  }
  sum.weaken(powerOfTwo(width));
  return sum;
}

Congruence CongruenceAnalysis::product(const Octagon &bounds, Term term) const {
  Congruence left = value(bounds, term->operand(0)), right = value(bounds, term->operand(1));
  if (left.modulus == 0 && left.isConstant())
    std::swap(left, right);
  if (right.modulus != 0 || !right.isConstant())
    return unknown();
  Congruence result(dimensions);
  result.add(left, right.constant);
  return result;
}

/// Either of two values: if they differ by a number, what is left when they are divided by it.
Congruence CongruenceAnalysis::choice(const Octagon &bounds, Term term) const {
  Octagon yes = bounds, no = bounds;
  meaning.assume(yes, term->operand(0), true);
  meaning.assume(no, term->operand(0), false);
  if (no.isEmpty())
    return value(yes, term->operand(1));
  Congruence second = value(no, term->operand(2));
  if (yes.isEmpty())
    return second;
  Congruence result = value(yes, term->operand(1)), difference = result;
  difference.add(second, Number(-1));
  if (!difference.isConstant())
    return unknown();
  result.weaken(second.modulus);
  result.weaken(difference.constant);
  return result;
}

Congruence CongruenceAnalysis::value(const Octagon &bounds, Term term) const {
  const Sort &sort = term->sort();
  Congruence result(dimensions);
  switch (term->op()) {
  case TermOp::Constant:
    return term->constant().denominator == 1 ? constant(term->constant().numerator) : unknown();
  case TermOp::Variable:
    if (std::optional<unsigned> dimension = meaning.dimensionOf(term->variable())) {
      result.coefficients[*dimension] = Number(1);
      return result;
    }
    return unknown();
  case TermOp::Add:
    for (Term operand : term->operands())
      result.add(value(bounds, operand), Number(1));
    break;
  case TermOp::Negate:
    result.add(value(bounds, term->operand(0)), Number(-1));
    break;
  case TermOp::Multiply:
    result = product(bounds, term);
    break;
  case TermOp::Remainder:
    result = value(bounds, term->operand(0));
    if (term->operand(1)->op() != TermOp::Constant)
      return unknown();
    result.weaken(term->operand(1)->constant().numerator);
    return result;
  case TermOp::Not:
    result = constant(Number(1));
    result.add(value(bounds, term->operand(0)), Number(-1));
    return result;
  case TermOp::IfThenElse:
    return choice(bounds, term);
  case TermOp::BitsToInt:
    return value(bounds, term->operand(0));
  case TermOp::IntToBits:
    result = value(bounds, term->operand(0));
    break;
  default:
    return unknown();
  }
  return sort.kind == SortKind::Bits ? wrapped(bounds, std::move(result), sort.width) : result;
}

//===----------------------------------------------------------------------===//
// Conditions and steps
//===----------------------------------------------------------------------===//

/// Reals have no congruences.
static bool isCounted(Term term) {
  SortKind kind = term->sort().kind;
  return kind == SortKind::Int || kind == SortKind::Bits || kind == SortKind::Bool;
}

void CongruenceAnalysis::assumeEqual(LinearLattice &lattice, const Octagon &bounds, Term condition, bool isTrue) const {
  Term left = condition->operand(0), right = condition->operand(1);
  if (!isCounted(left))
    return;
  Congruence difference = value(bounds, left);
  difference.add(value(bounds, right), Number(-1));
  if (!isTrue) {
    // Of two values, the other one.
    bool isBit =
        left->sort().kind == SortKind::Bool || (left->op() == TermOp::Remainder && difference.modulus == 2 &&
                                                right->op() == TermOp::Constant && right->constant().numerator == 0);
    if (!isBit)
      return;
    difference.weaken(Number(2));
    difference.constant += Number(1);
  }
  if (difference.modulus != 1)
    lattice.assumeZero(difference);
}

void CongruenceAnalysis::assume(LinearLattice &lattice, const Octagon &bounds, Term condition, bool isTrue) const {
  switch (condition->op()) {
  case TermOp::Variable: {
    Congruence difference = value(bounds, condition);
    difference.constant -= Number(isTrue ? 1 : 0);
    if (difference.modulus != 1)
      lattice.assumeZero(difference);
    return;
  }
  case TermOp::Not:
    return assume(lattice, bounds, condition->operand(0), !isTrue);
  case TermOp::And:
  case TermOp::Or: {
    bool isEach = (condition->op() == TermOp::And) == isTrue;
    LinearLattice any = LinearLattice::empty(dimensions);
    for (Term part : condition->operands()) {
      LinearLattice branch = lattice;
      assume(branch, bounds, part, isTrue);
      if (isEach)
        lattice = branch;
      else
        any.join(branch);
    }
    if (!isEach)
      lattice = std::move(any);
    return;
  }
  case TermOp::Equal:
    return assumeEqual(lattice, bounds, condition, isTrue);
  default:
    return;
  }
}

LinearLattice CongruenceAnalysis::after(const LinearLattice &lattice, const Octagon &bounds,
                                        const GraphStep &step) const {
  LinearLattice result = lattice;
  std::vector<unsigned> inputs;
  for (Term input : step.inputs)
    if (std::optional<unsigned> dimension = meaning.dimensionOf(input->variable())) {
      inputs.push_back(*dimension);
      result.extend(*dimension, Number(1));
    }
  Octagon within = bounds;
  meaning.assume(within, step.guard);
  if (within.isEmpty())
    return LinearLattice::empty(dimensions);
  assume(result, within, step.guard, true);
  std::vector<std::pair<size_t, Congruence>> values;
  for (const auto &[variable, term] : step.updates)
    if (std::optional<unsigned> dimension = meaning.dimensionOf(variable))
      values.emplace_back(*dimension, isWhole.test(*dimension) ? value(within, term) : unknown());
  result.assign(values);
  for (unsigned input : inputs)
    result.drop(input);
  return result;
}

/// Words are told modulo their size; of reals nothing is known.
LinearLattice CongruenceAnalysis::initialState() const {
  LinearLattice all = LinearLattice::zero(dimensions);
  for (const CellView::Variable &variable : graph.view().variables())
    if (std::optional<unsigned> dimension = meaning.dimensionOf(variable.term->variable()))
      all.extend(*dimension, Number(1));
  Octagon anything(meaning.shape());
  meaning.addSorts(anything);
  return after(all, anything, graph.initialStep());
}

bool CongruenceAnalysis::run(ArrayRef<uint32_t> order, ArrayRef<Octagon> bounds) {
  constexpr size_t MaxEntries = 4'000'000, MaxDimensions = 64;
  constexpr unsigned MaxVisits = 80;
  states.assign(graph.size(), LinearLattice::empty(dimensions));
  if (dimensions > MaxDimensions || graph.size() * dimensions * dimensions > MaxEntries)
    return false;
  std::vector<uint32_t> rank(graph.size(), 0);
  for (auto [position, node] : enumerate(order))
    rank[node] = static_cast<uint32_t>(position);
  std::vector<unsigned> visits(graph.size(), 0);
  std::set<std::pair<uint32_t, uint32_t>> pending;
  states[0] = initialState();
  pending.emplace(rank[0], 0);
  for (uint64_t count = 1; !pending.empty(); ++count) {
    if (count % 16 == 0 && budget.exceeded() != Budget::Limit::None)
      return false;
    uint32_t node = pending.begin()->second;
    pending.erase(pending.begin());
    for (const GraphStep &step : graph.node(node).steps) {
      if (!graph.node(step.target).isRelevant || bounds[step.target].isEmpty())
        continue;
      LinearLattice next = after(states[node], bounds[node], step);
      LinearLattice &target = states[step.target];
      if (target.includes(next))
        continue;
      target.join(next);
      if (++visits[step.target] > MaxVisits || target.isUnwieldy())
        target.extendAll();
      pending.emplace(rank[step.target], step.target);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// Of one variable, or two that differ by a number: `x % 7 == 5`, `x % 3 == y % 3`. Null otherwise.
Term CongruenceAnalysis::remainderCondition(const Congruence &sum, const Sort &sort) const {
  std::optional<Term> plus, minus;
  for (auto [dimension, coefficient] : enumerate(sum.coefficients)) {
    Number reduced = mod(coefficient, sum.modulus);
    if (reduced == 0)
      continue;
    Term variable = meaning.numberOf(static_cast<unsigned>(dimension), sort);
    std::optional<Term> &side = reduced == 1 ? plus : minus;
    if (side || (reduced != 1 && reduced != sum.modulus - 1))
      return nullptr;
    side = variable;
  }
  auto number = [&](const Number &value) { return terms.number(sort, Rational(value)); };
  auto rest = [&](Term of) { return terms.make(TermOp::Remainder, {of, number(sum.modulus)}, sort); };
  if ((plus && minus && sum.constant != 0) || !(plus || minus))
    return nullptr;
  if (plus && minus)
    return terms.equal(rest(*plus), rest(*minus));
  return terms.equal(rest(plus ? *plus : *minus), number(mod(plus ? -sum.constant : sum.constant, sum.modulus)));
}

/// Remainders are added, so that no sum wraps around; what is left modulo a power of two does so whatever wraps.
Term CongruenceAnalysis::wordsCondition(const Congruence &sum, const Sort &sort) const {
  Number size = powerOfTwo(sort.width), modulus = sum.modulus == 0 ? size : sum.modulus;
  Number power(1);
  while (modulus % (power * 2) == 0 && power < size)
    power *= 2;
  auto number = [&](const Number &value) { return terms.number(sort, Rational(value)); };
  auto sumOf = [&](const Number &divisor, bool isReduced) {
    Term total = number(mod(sum.constant, divisor));
    for (auto [dimension, coefficient] : enumerate(sum.coefficients)) {
      if (coefficient == 0)
        continue;
      Term variable = meaning.numberOf(static_cast<unsigned>(dimension), sort);
      if (isReduced)
        variable = terms.make(TermOp::Remainder, {variable, number(divisor)}, sort);
      total = terms.add(total, terms.multiply(number(mod(coefficient, divisor)), variable));
    }
    return total;
  };
  auto isMultiple = [&](Term total, const Number &divisor) {
    Term rest = divisor == size ? total : terms.make(TermOp::Remainder, {total, number(divisor)}, sort);
    return terms.equal(rest, number(Number(0)));
  };
  Term result = power == 1 ? terms.boolean(true) : isMultiple(sumOf(power, false), power);
  if (power == 1)
    if (Term simple = remainderCondition(sum, sort))
      return simple;
  Number most = modulus * modulus * Number(static_cast<int64_t>(dimensions) + 1);
  if (power != modulus && most < size)
    result = terms.andOf({result, isMultiple(sumOf(modulus, true), modulus)});
  return result;
}

/// Null if it says nothing that can be said in the sort of the variables.
Term CongruenceAnalysis::conditionOf(const Congruence &sum) const {
  std::optional<Sort> sort;
  for (auto [dimension, coefficient] : enumerate(sum.coefficients)) {
    if (coefficient == 0)
      continue;
    const Sort &own = meaning.variable(static_cast<unsigned>(dimension))->sort();
    if (own.kind == SortKind::Bool)
      continue;
    if (own.kind == SortKind::Real || (sort && *sort != own))
      return nullptr;
    sort = own;
  }
  // Of a single Bool, bounds tell it.
  if (!sort && sum.isOfOne())
    return nullptr;
  if (!sort)
    sort = Sort::integer();
  if (sort->kind == SortKind::Bits)
    return wordsCondition(sum, *sort);
  Term total = terms.number(*sort, Rational(sum.constant));
  for (auto [dimension, coefficient] : enumerate(sum.coefficients))
    if (coefficient != 0)
      total = terms.add(total, terms.multiply(terms.number(*sort, Rational(coefficient)),
                                              meaning.numberOf(static_cast<unsigned>(dimension), *sort)));
  if (sum.modulus != 0)
    total = terms.make(TermOp::Remainder, {total, terms.number(*sort, Rational(sum.modulus))}, *sort);
  return terms.equal(total, terms.number(*sort, Rational(Number(0))));
}

/// Between steps it has no value: 0 in lattices, anything in octagons.
bool CongruenceAnalysis::isInput(unsigned dimension) const {
  return meaning.variable(dimension)->variable() >= graph.view().firstFree();
}

std::vector<Term> CongruenceAnalysis::facts(uint32_t node) const {
  std::vector<Term> result;
  if (states[node].isEmpty())
    return {terms.boolean(false)};
  for (const Congruence &sum : states[node].congruences()) {
    bool isAboutInputs = any_of(enumerate(sum.coefficients), [&](const auto &part) {
      return part.value() != 0 && isInput(static_cast<unsigned>(part.index()));
    });
    if (Term condition = isAboutInputs ? nullptr : conditionOf(sum); condition && condition != terms.boolean(true))
      result.push_back(condition);
  }
  return result;
}

void CongruenceAnalysis::sharpen(uint32_t node, Octagon &octagon) const {
  if (states[node].isEmpty()) {
    octagon = Octagon::empty(meaning.shape());
    return;
  }
  constexpr Bound::Wide Longest = Bound::Wide(1) << 100;
  for (unsigned dimension = 0; dimension < dimensions && !octagon.isEmpty(); ++dimension) {
    auto [value, modulus] = states[node].valuesOf(dimension);
    if (!isWhole.test(dimension) || isInput(dimension) || modulus == 1)
      continue;
    for (bool isUpper : {true, false}) {
      // The greatest value that is not greater than the bound; from below, of the negated numbers.
      Interval bounds = octagon.bounds(dimension);
      Bound bound = isUpper ? bounds.high : bounds.negated;
      Number number = isUpper ? value : -value;
      if (modulus != 0) {
        if (!bound.isFinite())
          continue;
        number = bound.integer() - mod(bound.integer() - number, modulus);
      }
      Bound::Wide least = Bound::above(Rational(number)).number();
      if (least > Longest || least < -Longest)
        continue;
      LinearBounds linear;
      linear.add(dimension, isUpper ? 1 : -1);
      linear.constant = Interval::point(Rational(-number));
      octagon.addAtMostZero(linear);
    }
  }
}

} // namespace tenon
