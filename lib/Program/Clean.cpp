//===- Clean.cpp - Removing what does not matter --------------------------===//

#include "tenon/Program/Clean.h"

#include "Numbers.h"
#include "TermOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace tenon;

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

namespace {

using Bound = std::optional<Rational>;

Bound plus(const Bound &a, const Bound &b) {
  return a && b ? Bound(Rational(a->numerator + b->numerator)) : std::nullopt;
}
Bound negated(const Bound &a) {
  return a ? Bound(Rational(-a->numerator)) : std::nullopt;
}
Bound least(const Bound &a, const Bound &b) {
  return a && b ? (*b < *a ? b : a) : std::nullopt;
}
Bound greatest(const Bound &a, const Bound &b) {
  return a && b ? (*a < *b ? b : a) : std::nullopt;
}
bool isNotNegative(const Bound &low) {
  return low && low->numerator >= 0;
}

Interval product(const Interval &a, const Interval &b) {
  if (!a.low || !a.high || !b.low || !b.high)
    return {};
  Interval result;
  for (const Bound *x : {&a.low, &a.high})
    for (const Bound *y : {&b.low, &b.high}) {
      Rational corner = (*x)->numerator * (*y)->numerator;
      result.low = result.low ? least(result.low, corner) : corner;
      result.high = result.high ? greatest(result.high, corner) : corner;
    }
  return result;
}

/// Of `a / b` or `a % b` with a positive constant `b`.
Interval division(TermOp op, const Interval &a, const Rational &divisor) {
  if (op == TermOp::Divide) {
    auto divide = [&](const Bound &bound) {
      return bound ? Bound(Rational(truncatingQuotient(bound->numerator, divisor.numerator))) : std::nullopt;
    };
    return {divide(a.low), divide(a.high)};
  }
  Rational largest = divisor.numerator - 1;
  Interval result{Rational(), largest};
  if (!isNotNegative(a.low))
    result.low = negated(largest);
  else if (a.high && *a.high < largest)
    result.high = a.high;
  return result;
}

class IntervalAnalysis {
public:
  explicit IntervalAnalysis(llvm::ArrayRef<ProgramVariable> table) : variables(table) {}

  Interval of(Term term) {
    auto known = intervals.find(term);
    if (known != intervals.end())
      return known->second;
    Interval interval = compute(term);
    if (term->sort().kind == SortKind::Bits)
      interval = withinWidth(interval, term->sort().width);
    intervals[term] = interval;
    return interval;
  }

private:
  static Interval withinWidth(const Interval &interval, unsigned width) {
    Rational largest = powerOfTwo(width) - 1;
    if (isNotNegative(interval.low) && interval.high && !(largest < *interval.high))
      return interval;
    return {Rational(), largest};
  }

  Interval ofVariable(VariableId id) const {
    return id < variables.size() ? Interval{variables[id].low, variables[id].high} : Interval();
  }

  Interval compute(Term term) {
    switch (term->op()) {
    case TermOp::Constant:
      return {term->constant(), term->constant()};
    case TermOp::Variable:
      return ofVariable(term->variable());
    case TermOp::Select:
      return term->operand(0)->op() == TermOp::Variable ? ofVariable(term->operand(0)->variable()) : Interval();
    case TermOp::Add: {
      Interval sum{Rational(), Rational()};
      for (Term operand : term->operands()) {
        Interval part = of(operand);
        sum = {plus(sum.low, part.low), plus(sum.high, part.high)};
      }
      return sum;
    }
    case TermOp::Negate: {
      Interval a = of(term->operand(0));
      return {negated(a.high), negated(a.low)};
    }
    case TermOp::Multiply:
      return product(of(term->operand(0)), of(term->operand(1)));
    case TermOp::Divide:
    case TermOp::Remainder: {
      Term divisor = term->operand(1);
      if (divisor->op() != TermOp::Constant || divisor->constant().numerator <= 0)
        return {};
      return division(term->op(), of(term->operand(0)), divisor->constant());
    }
    case TermOp::IfThenElse: {
      Interval a = of(term->operand(1)), b = of(term->operand(2));
      return {least(a.low, b.low), greatest(a.high, b.high)};
    }
    case TermOp::BitsToInt:
      return of(term->operand(0));
    default:
      return {};
    }
  }

  llvm::ArrayRef<ProgramVariable> variables;
  llvm::DenseMap<Term, Interval> intervals;
};

bool hasInterval(Term term) {
  return term->sort().kind == SortKind::Int || term->sort().kind == SortKind::Bits;
}

bool isBelow(const Bound &high, const Bound &low) {
  return high && low && *high < *low;
}
bool isAtMost(const Bound &high, const Bound &low) {
  return high && low && !(*low < *high);
}

/// Whether a comparison is the same for all values, and which.
std::optional<bool> decide(Term term, IntervalAnalysis &analysis) {
  bool isComparison = term->op() == TermOp::Less || term->op() == TermOp::LessEqual || term->op() == TermOp::Equal;
  if (!isComparison || !hasInterval(term->operand(0)))
    return std::nullopt;
  Interval a = analysis.of(term->operand(0)), b = analysis.of(term->operand(1));
  if (term->op() == TermOp::Equal)
    return isBelow(a.high, b.low) || isBelow(b.high, a.low) ? std::optional(false) : std::nullopt;
  bool strict = term->op() == TermOp::Less;
  if (strict ? isBelow(a.high, b.low) : isAtMost(a.high, b.low))
    return true;
  if (strict ? isAtMost(b.high, a.low) : isBelow(b.high, a.low))
    return false;
  return std::nullopt;
}

} // namespace

Interval tenon::intervalOf(Term term, llvm::ArrayRef<ProgramVariable> variables) {
  return IntervalAnalysis(variables).of(term);
}

Term tenon::simplifiedByRanges(Term term, llvm::ArrayRef<ProgramVariable> variables, TermContext &terms) {
  IntervalAnalysis analysis(variables);
  llvm::DenseMap<Term, Term> results;
  llvm::SmallVector<Term, 8> operands;
  for (Term node : subtermsOf(term)) {
    Term result = node;
    if (!node->operands().empty()) {
      operands.clear();
      for (Term operand : node->operands())
        operands.push_back(results.lookup(operand));
      if (node->operands() != llvm::ArrayRef<Term>(operands))
        result = terms.make(node->op(), operands, node->sort());
    }
    if (std::optional<bool> decided = decide(result, analysis))
      result = terms.boolean(*decided);
    results[node] = result;
  }
  return results.lookup(term);
}

//===----------------------------------------------------------------------===//
// Cleaning
//===----------------------------------------------------------------------===//

static bool isSame(const ProgramTransition &a, const ProgramTransition &b) {
  return a.from == b.from && a.to == b.to && a.action == b.action;
}

/// Simplifies conditions; drops steps that are never possible.
static void simplify(Program &program, llvm::ArrayRef<ProgramVariable> variables, TermContext &terms) {
  std::vector<ProgramTransition> kept;
  for (ProgramTransition &transition : program.transitions) {
    ProgramAction &action = transition.action;
    if (action.defined)
      action.defined = simplifiedByRanges(action.defined, variables, terms);
    if (action.defined == terms.boolean(true))
      action.defined = nullptr;
    if (action.kind == ActionKind::Constraint) {
      action.value = simplifiedByRanges(action.value, variables, terms);
      if (action.value == terms.boolean(false) && !action.defined)
        continue;
    }
    bool isRepeated = false;
    for (size_t i = kept.size(); i-- > 0 && kept[i].from == transition.from && !isRepeated;)
      isRepeated = isSame(kept[i], transition);
    if (!isRepeated)
      kept.push_back(std::move(transition));
  }
  program.transitions = std::move(kept);
}

Program tenon::cleaned(Program program, llvm::ArrayRef<ProgramVariable> variables, TermContext &terms) {
  simplify(program, variables, terms);
  if (program.initial == ErrorLocation) {
    program.transitions.clear();
    return program;
  }
  std::vector<bool> isReached(program.locations.size());
  std::vector<Location> pending{program.initial};
  isReached[program.initial] = true;
  while (!pending.empty()) {
    Location location = pending.back();
    pending.pop_back();
    for (const ProgramTransition &transition : program.from(location))
      if (transition.to != ErrorLocation && !isReached[transition.to]) {
        isReached[transition.to] = true;
        pending.push_back(transition.to);
      }
  }
  std::vector<Location> newNumber(program.locations.size());
  std::vector<ProgramLocation> locations;
  for (Location i = 0; i < program.locations.size(); ++i)
    if (isReached[i]) {
      newNumber[i] = static_cast<Location>(locations.size());
      locations.push_back(std::move(program.locations[i]));
    }
  program.locations = std::move(locations);
  llvm::erase_if(program.transitions, [&](const ProgramTransition &t) { return !isReached[t.from]; });
  for (ProgramTransition &transition : program.transitions) {
    transition.from = newNumber[transition.from];
    if (transition.to != ErrorLocation)
      transition.to = newNumber[transition.to];
  }
  program.initial = newNumber[program.initial];
  return program;
}
