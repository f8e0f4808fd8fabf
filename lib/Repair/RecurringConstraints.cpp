//===- RecurringConstraints.cpp - One constraint for many -----------------===//

#include "RecurringConstraints.h"

#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

using Number = QuantityRow::Number;

/// Conditions in the order in which they are to be tried: weaker ones first.
static void addTo(std::vector<Term> &candidates, Term excluded, TermContext &terms) {
  Term condition = terms.notOf(excluded);
  if (excluded != terms.boolean(true) && excluded != terms.boolean(false) && !is_contained(candidates, condition))
    candidates.push_back(condition);
}

/// From the bounds that the rows have in common, with the remainders that recur; then with fewer of them.
static std::vector<Term> candidatesFrom(ArrayRef<QuantityRow> rows, TermContext &terms) {
  std::vector<Term> bounds, candidates;
  for (const QuantityRow &row : rows)
    if (Term bound = row.within(terms, row.low(), row.high()); bound != terms.boolean(true))
      bounds.push_back(bound);
  Term hull = terms.andOf(bounds);
  for (const QuantityRow &row : rows)
    if (Term remainder = row.recurring(terms))
      addTo(candidates, terms.andOf({hull, remainder}), terms);
  addTo(candidates, hull, terms);
  for (Term bound : bounds)
    addTo(candidates, bound, terms);
  return candidates;
}

static std::vector<VariableId> variablesIn(const Program &program) {
  std::vector<VariableId> variables;
  for (const ProgramTransition &transition : program.transitions) {
    const ProgramAction &action = transition.action;
    if (action.kind == ActionKind::Read || action.kind == ActionKind::Assign)
      variables.push_back(action.target);
    for (Term term : {action.index, action.value, action.defined})
      if (term)
        append_range(variables, variablesOf(term));
  }
  sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

RecurringConstraints::RecurringConstraints(const ProgramSystem &system, uint32_t component,
                                           std::function<GatedComponent(Term)> gated, std::function<size_t(Term)> loss,
                                           ProgramCheckOptions check, SmtContext &context, const Budget &budget)
    : system(system), component(component), gated(std::move(gated)), loss(std::move(loss)), look(check),
      context(context), terms(*system.terms), budget(budget) {
  look.maxSets = 300;
  own = variablesIn(system.components[component]);
  familiar = sourceNumbers(system);
}

ProgramSystem RecurringConstraints::systemWith(const GatedComponent &changed) const {
  ProgramSystem result = system;
  result.components[component] = changed.program;
  return result;
}

bool RecurringConstraints::isImplied(Term assumption, Term condition) {
  return isValid(context, terms.implies(assumption, condition), budget).value_or(false);
}

Term RecurringConstraints::readableForm(Term condition) {
  return readable(context, condition, familiar, budget);
}

/// For all runs: first at a glance, then for a while.
bool RecurringConstraints::isSafe(Term condition) {
  constexpr double Seconds = 3;
  ProgramSystem changed = systemWith(gated(condition));
  Verdict verdict = checkProgram(changed, look, budget).verdict;
  if (verdict != Verdict::Unknown)
    return verdict == Verdict::Holds;
  ProgramCheckOptions thorough = look;
  thorough.maxSets = 0;
  Budget limited;
  limited.inherit(budget);
  limited.limitTo(Seconds);
  return checkProgram(changed, thorough, limited).verdict == Verdict::Holds;
}

/// Whether a run passes the gate, in a system that cannot fail otherwise.
bool RecurringConstraints::canPass(Term condition) {
  GatedComponent changed = gated(condition);
  for (uint32_t gate : changed.gates)
    changed.program.transitions[gate].to = ErrorLocation;
  ProgramCheckOptions glance = look;
  glance.maxSets = 100;
  return checkProgram(systemWith(changed), glance, budget).verdict == Verdict::Violated;
}

/// The condition, if it is what is looked for.
Term RecurringConstraints::tried(Term condition, ArrayRef<Term> constraints) {
  std::vector<Term> parts(constraints.begin(), constraints.end());
  parts.push_back(condition);
  bool isPossible = !isImplied(terms.andOf(parts), terms.boolean(false));
  return isPossible && canPass(condition) && isSafe(condition) ? condition : nullptr;
}

/// By what invariants need, as long as that is less.
Term RecurringConstraints::weakened(Term condition, ArrayRef<Term> constraints) {
  constexpr double Seconds = 3;
  constexpr unsigned MaxRounds = 4;
  constexpr size_t MoreText = 2;
  ProgramCheckOptions spacer = look;
  spacer.maxSets = 0;
  spacer.engines = {false, false, false, false, true};
  spacer.wantInvariant = true;
  ProgramCheckOptions backwards = look;
  backwards.engines = {false, false, true, true, false};
  backwards.wantInvariant = true;
  for (unsigned round = 0; round < MaxRounds; ++round) {
    GatedComponent changed = gated(condition);
    ProgramSystem whole = systemWith(changed);
    Term weaker = nullptr;
    for (const ProgramCheckOptions &engines : {spacer, backwards}) {
      Budget limited;
      limited.inherit(budget);
      limited.limitTo(Seconds);
      ProgramAnswer answer = checkProgram(whole, engines, limited);
      if (!answer.invariant)
        continue;
      Term next = conditionOfInvariant(whole, component, changed, *answer.invariant, own, context, budget);
      if (!next || isImplied(next, weaker ? weaker : condition))
        continue;
      next = readableForm(next);
      if (termSize(next) <= termSize(condition) + MoreText && tried(next, constraints))
        weaker = next;
    }
    if (!weaker)
      break;
    condition = weaker;
  }
  return condition;
}

/// Of a family whose conditions get stronger from `unsafe` to `safe`, the weakest that is safe at a glance: steps that
/// double, then halves.
Term RecurringConstraints::relaxed(function_ref<Term(const Number &)> family, Number unsafe, Number safe) {
  Number sign(safe > unsafe ? 1 : -1), step(1);
  Term best = family(safe);
  auto holds = [&](const Number &bound) {
    ProgramCheckOptions glance = look;
    glance.maxSets = 100;
    bool isSafe = checkProgram(systemWith(gated(family(bound))), glance, budget).verdict == Verdict::Holds;
    if (isSafe)
      best = family(bound);
    return isSafe;
  };
  while ((safe - unsafe) * sign > step && !holds(unsafe + sign * step)) {
    unsafe = unsafe + sign * step;
    step = step * 2;
  }
  if ((safe - unsafe) * sign > step)
    safe = unsafe + sign * step;
  while ((safe - unsafe) * sign > 1) {
    Number middle = unsafe + (safe - unsafe) / 2;
    (holds(middle) ? safe : unsafe) = middle;
  }
  return best;
}

Term RecurringConstraints::findCommon(ArrayRef<Term> constraints) {
  std::vector<Term> regions;
  for (Term constraint : constraints)
    regions.push_back(terms.notOf(constraint));
  std::vector<QuantityRow> rows = quantityRows(context, regions, budget);
  std::vector<QuantityRow> recent =
      quantityRows(context, ArrayRef(regions).take_back(std::min<size_t>(3, regions.size())), budget);
  std::vector<Term> candidates = candidatesFrom(recent, terms);
  for (Term candidate : candidatesFrom(rows, terms))
    if (!is_contained(candidates, candidate))
      candidates.push_back(candidate);
  DenseMap<Term, size_t> losses;
  for (Term candidate : candidates)
    losses[candidate] = loss(candidate);
  stable_sort(candidates, [&](Term a, Term b) { return losses[a] < losses[b]; });
  for (Term candidate : candidates)
    if (Term found = tried(candidate, constraints))
      return weakened(readableForm(found), constraints);
  return findFurtherOn(rows, constraints);
}

/// What moves without an end may still have one: for a quantity by itself, or compared with another variable of the
/// component, which has been the same on all traces so far.
Term RecurringConstraints::findFurtherOn(ArrayRef<QuantityRow> rows, ArrayRef<Term> constraints) {
  const Number far(int64_t(1) << 20);
  for (const QuantityRow &row : rows)
    for (bool isUpper : {true, false}) {
      if (!(isUpper ? row.isRising() && !row.low() : row.isFalling() && !row.high()))
        continue;
      Number start = isUpper ? *row.highs.back() : *row.lows.back(), end = isUpper ? start + far : start - far;
      for (Term quantity : comparable(row.quantity)) {
        QuantityRow moving{quantity, {}, {}};
        auto family = [&](const Number &bound) {
          return terms.notOf(isUpper ? moving.within(terms, std::nullopt, bound)
                                     : moving.within(terms, bound, std::nullopt));
        };
        if (!tried(family(end), constraints))
          continue;
        return readableForm(relaxed(family, quantity == row.quantity ? start : Number(0), end));
      }
    }
  return nullptr;
}

/// The quantity, and the differences to the other numbers of the component where it is a variable.
std::vector<Term> RecurringConstraints::comparable(Term quantity) const {
  std::vector<Term> result{quantity};
  if (quantity->op() == TermOp::Variable && quantity->sort().kind == SortKind::Int)
    for (VariableId id : own)
      if (id != quantity->variable() && system.variables[id].sort == quantity->sort())
        result.push_back(terms.subtract(quantity, terms.variable(id, quantity->sort())));
  return result;
}

} // namespace tenon
