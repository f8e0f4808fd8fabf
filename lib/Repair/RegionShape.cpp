//===- RegionShape.cpp - What a row of regions has in common --------------===//

#include "RegionShape.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon {

using Number = QuantityRow::Number;

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// The least of the numbers, or the greatest with `less` the other way around; none if one of them is none.
template <typename Less> static std::optional<Number> extreme(ArrayRef<std::optional<Number>> numbers, Less less) {
  if (!all_of(numbers, [](const auto &number) { return number.has_value(); }))
    return std::nullopt;
  return *std::min_element(numbers.begin(), numbers.end(), [&](const auto &a, const auto &b) { return less(*a, *b); });
}

/// The last one is beyond all before it.
template <typename Less> static bool isMoving(ArrayRef<std::optional<Number>> numbers, Less less) {
  return numbers.size() > 1 && numbers.back() &&
         all_of(numbers.drop_back(), [&](const auto &before) { return before && less(*numbers.back(), *before); });
}

bool QuantityRow::isFalling() const {
  return isMoving(lows, std::less<>());
}

bool QuantityRow::isRising() const {
  return isMoving(highs, std::greater<>());
}

std::optional<Number> QuantityRow::low() const {
  return isFalling() ? std::nullopt : extreme(lows, std::less<>());
}

std::optional<Number> QuantityRow::high() const {
  return isRising() ? std::nullopt : extreme(highs, std::greater<>());
}

std::optional<Number> QuantityRow::stride() const {
  constexpr size_t Enough = 3;
  if (lows.size() < Enough)
    return std::nullopt;
  ArrayRef<std::optional<Number>> low = ArrayRef(lows).take_back(Enough), high = ArrayRef(highs).take_back(Enough);
  for (size_t i = 0; i < Enough; ++i)
    if (!low[i] || !high[i] || *high[i] - *low[i] != *high[0] - *low[0])
      return std::nullopt;
  Number step = *low[1] - *low[0], gap = *high[0] - *low[0] + 1;
  if (*low[2] - *low[1] != step || (step < 0 ? -step : step) <= gap)
    return std::nullopt;
  return step;
}

Term QuantityRow::within(TermContext &terms, const std::optional<Number> &low,
                         const std::optional<Number> &high) const {
  // A difference is compared as people write it: x <= y + 3.
  Term left = quantity, offset = nullptr;
  if (quantity->op() == TermOp::Add && quantity->operand(1)->op() == TermOp::Negate) {
    left = quantity->operand(0);
    offset = quantity->operand(1)->operand(0);
  }
  auto bound = [&](const Number &number) {
    Term constant = terms.number(quantity->sort(), number);
    return offset ? terms.add(offset, constant) : constant;
  };
  std::vector<Term> parts;
  if (low)
    parts.push_back(terms.lessEqual(bound(*low), left));
  if (high)
    parts.push_back(terms.lessEqual(left, bound(*high)));
  return terms.andOf(parts);
}

Term QuantityRow::recurring(TermContext &terms) const {
  std::optional<Number> step = stride();
  if (!step || quantity->sort().kind != SortKind::Int)
    return nullptr;
  size_t first = lows.size() - 3;
  Number size = *step < 0 ? -*step : *step, width = *highs[first] - *lows[first];
  // Of numbers that are not negative the remainder says it without a difference.
  bool isPositive = *step > 0 && *lows[first] >= 0;
  Number origin = *step > 0 ? *lows[first] : *highs[first];
  Term constant = terms.number(quantity->sort(), origin), modulus = terms.number(quantity->sort(), size);
  Term distance = *step > 0 ? terms.subtract(quantity, constant) : terms.subtract(constant, quantity);
  auto remainder = [&](Term of) { return terms.make(TermOp::Remainder, {of, modulus}, quantity->sort()); };
  auto is = [&](Term of, const Number &value) {
    return terms.equal(remainder(of), terms.number(quantity->sort(), value));
  };
  if (isPositive && width == 0)
    return is(quantity, origin % size);
  if (isPositive && width == size - 2)
    return terms.notOf(is(quantity, (origin + width + 1) % size));
  return terms.lessEqual(remainder(distance), terms.number(quantity->sort(), width));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

namespace {

/// The bounds of quantities where a condition is true.
class BoundSearch {
public:
  BoundSearch(SmtContext &context, Term region, const Budget &limits)
      : solver(context), terms(context.terms()), budget(limits) {
    solver.add(region);
    isPossible = solver.check(budget) == SmtAnswer::Satisfiable;
  }

  std::optional<Number> highest(Term quantity) { return extreme(quantity, true); }
  std::optional<Number> lowest(Term quantity) { return extreme(quantity, false); }

private:
  std::optional<Number> extreme(Term quantity, bool isUpper);
  std::optional<Number> valueBeyond(Term quantity, const Number &bound, bool isUpper);

  SmtSolver solver;
  TermContext &terms;
  const Budget &budget;
  bool isPossible;
};

} // namespace

/// Of a state where the quantity is not on this side of the bound.
std::optional<Number> BoundSearch::valueBeyond(Term quantity, const Number &bound, bool isUpper) {
  if (quantity->sort().kind == SortKind::Bits) {
    Number greatest = terms.number(quantity->sort(), Rational(Number(-1)))->constant().numerator;
    if (bound < 0 || bound > greatest)
      return std::nullopt;
  }
  Term limit = terms.number(quantity->sort(), bound);
  Term beyond = isUpper ? terms.lessEqual(limit, quantity) : terms.lessEqual(quantity, limit);
  SmtAnswer answer = solver.check({beyond}, budget);
  std::optional<DataValue> value = answer == SmtAnswer::Satisfiable ? solver.value(quantity) : std::nullopt;
  return value ? std::optional(value->scalar().numerator) : std::nullopt;
}

/// Steps that double until nothing is beyond, then halves. What is very far counts as no bound.
std::optional<Number> BoundSearch::extreme(Term quantity, bool isUpper) {
  Number sign(isUpper ? 1 : -1), step(1), far = Number(int64_t(1) << 40) * Number(int64_t(1) << 40);
  if (!isPossible || valueBeyond(quantity, sign * far, isUpper) || solver.check(budget) != SmtAnswer::Satisfiable)
    return std::nullopt;
  std::optional<DataValue> start = solver.value(quantity);
  if (!start)
    return std::nullopt;
  Number reached = start->scalar().numerator;
  while (std::optional<Number> next = valueBeyond(quantity, reached + sign * step, isUpper)) {
    reached = *next;
    step = step * 2;
  }
  // Something is at `reached`, nothing at `reached + sign * step` or beyond.
  while (step > 1) {
    Number half = step / 2;
    if (std::optional<Number> next = valueBeyond(quantity, reached + sign * half, isUpper)) {
      Number gained = (*next - reached) * sign;
      step = step - gained;
      reached = *next;
    } else {
      step = half;
    }
  }
  return reached;
}

std::vector<QuantityRow> quantityRows(SmtContext &context, ArrayRef<Term> regions, const Budget &budget) {
  constexpr size_t MaxVariables = 4;
  TermContext &terms = context.terms();
  std::vector<Term> variables;
  for (Term region : regions)
    for (Term variable : variableTermsOf(region))
      if (!is_contained(variables, variable) &&
          (variable->sort().kind == SortKind::Int || variable->sort().kind == SortKind::Bits))
        variables.push_back(variable);
  sort(variables, [](Term a, Term b) { return a->variable() < b->variable(); });
  if (variables.size() > MaxVariables)
    variables.resize(MaxVariables);
  std::vector<Term> quantities = variables;
  for (size_t i = 0; i < variables.size(); ++i)
    for (size_t j = i + 1; j < variables.size(); ++j)
      if (variables[i]->sort().kind == SortKind::Int && variables[j]->sort().kind == SortKind::Int)
        append_range(quantities, std::initializer_list<Term>{terms.subtract(variables[i], variables[j]),
                                                             terms.add(variables[i], variables[j])});
  std::vector<QuantityRow> rows(quantities.size());
  for (auto [row, quantity] : zip_equal(rows, quantities))
    row.quantity = quantity;
  for (Term region : regions) {
    BoundSearch search(context, region, budget);
    for (QuantityRow &row : rows) {
      row.lows.push_back(search.lowest(row.quantity));
      row.highs.push_back(search.highest(row.quantity));
    }
  }
  erase_if(rows, [](const QuantityRow &row) {
    auto isNone = [](const std::optional<Number> &bound) { return !bound; };
    return all_of(row.lows, isNone) && all_of(row.highs, isNone);
  });
  return rows;
}

} // namespace tenon
