//===- ConstraintCleanup.cpp - Constraints as a person would write them ----===//

#include "ConstraintCleanup.h"

#include "tenon/Logic/ReadableTerm.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;

namespace tenon {

/// Sets of states that each check of the system may look at.
static constexpr size_t Effort = 300;

/// For each constraint, and as many for all of them.
static constexpr size_t Checks = 6;

static ProgramCheckOptions limited(ProgramCheckOptions check) {
  check.maxSets = Effort;
  return check;
}

ConstraintCleanup::ConstraintCleanup(const ProgramSystem &programSystem, uint32_t blamed, ComponentRepair &found,
                                     ConstraintPlaces &compared, const ProgramCheckOptions &check, SmtContext &smt,
                                     const Budget &limits)
    : system(programSystem), component(blamed), repair(found), places(compared),
      search(programSystem, blamed, limited(check), limits), context(smt), terms(smt.terms()), budget(limits),
      checksLeft(Checks * (found.gates().size() + 1)) {}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool ConstraintCleanup::proves(const ComponentRepair &candidate) {
  if (checksLeft == 0)
    return false;
  --checksLeft;
  return search.check(candidate.program()).verdict == Verdict::Holds;
}

/// Whether the component, as it is, may be in such a state in front of the gate.
bool ConstraintCleanup::comesTo(const Gate &gate, Term states) {
  Program program = repair.program();
  ProgramTransition alarm = program.transitions[gate.transition];
  alarm.action.value = states;
  alarm.to = ErrorLocation;
  program.transitions.insert(program.transitions.begin() + gate.transition, alarm);
  if (checksLeft == 0)
    return true;
  --checksLeft;
  return search.check(program).verdict != Verdict::Holds;
}

Verdict ConstraintCleanup::freeOfDeadlocks(const ComponentRepair &candidate) {
  ProgramSystem whole = system;
  whole.components[component] = candidate.program();
  whole.monitor.reset();
  ProgramCheckOptions look;
  look.goal = ReachabilityGoal::Deadlock;
  look.maxSets = Effort;
  return checkProgram(whole, look, budget).verdict;
}

/// Whether the property holds without what the gate says, or a part of that, and who is not held there any more is not
/// stuck later on, where he had another way.
bool ConstraintCleanup::isNoLoss(const Gate &gate, const ComponentRepair &without) {
  return proves(without) &&
         (!gate.isBranch || freeOfDeadlocks(repair) == Verdict::Violated || freeOfDeadlocks(without) == Verdict::Holds);
}

/// What is equivalent or stronger, and no longer.
std::vector<Term> ConstraintCleanup::strongerForms(Term condition) {
  std::vector<Term> parts{condition}, forms;
  if (condition->op() == TermOp::And)
    parts.assign(condition->operands().begin(), condition->operands().end());
  for (Term &part : parts) {
    Term whole = part;
    std::vector<Term> shorter = places.boundsIn(whole);
    if (whole->op() == TermOp::Or)
      for (Term idle : whole->operands()) {
        std::vector<Term> others(whole->operands());
        erase(others, idle);
        shorter.push_back(terms.orOf(others));
      }
    for (Term form : shorter) {
      part = form;
      forms.push_back(terms.andOf(parts));
    }
    part = whole;
  }
  return forms;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Where the action changes nothing that the condition is about, so that whoever is stuck behind it was lost before.
bool ConstraintCleanup::moveForward() {
  const Program &program = repair.program();
  for (auto [number, gate] : enumerate(repair.gates())) {
    if (gate.isBranch || gate.isAtEnd || gate.fromStart)
      continue;
    std::vector<uint32_t> arriving;
    for (auto [position, transition] : enumerate(program.transitions))
      if (transition.to == program.transitions[gate.transition].from)
        arriving.push_back(static_cast<uint32_t>(position));
    std::optional<PlaceKey> key = arriving.empty() ? std::nullopt : places.keyBefore(arriving.front());
    if (!key || arriving.size() != repair.actionsAt(arriving.front()).size())
      continue;
    const ProgramTransition arrival = program.transitions[arriving.front()];
    bool isIdle =
        arrival.action.kind == ActionKind::Event || arrival.action.kind == ActionKind::Write ||
        (arrival.action.kind == ActionKind::Read && !is_contained(variablesOf(gate.condition), arrival.action.target));
    if (!isIdle || !all_of(arriving, [&](uint32_t other) {
          return program.transitions[other].range.Start == arrival.range.Start;
        }))
      continue;
    ComponentRepair changed = repair;
    changed.dropGate(number);
    auto again = find_if(changed.program().transitions, [&](const ProgramTransition &transition) {
      return transition.action == arrival.action && transition.range.Start == arrival.range.Start;
    });
    changed.insertBefore(static_cast<uint32_t>(again - changed.program().transitions.begin()), gate.condition, context,
                         budget);
    if (!places.isNearlyAsGood(changed))
      continue;
    moves.emplace_back(PlaceKey{gate.origin, false, {}}, *key);
    repair = std::move(changed);
    return true;
  }
  return false;
}

/// Where that makes no difference.
bool ConstraintCleanup::strengthen() {
  for (auto [number, gate] : enumerate(repair.gates()))
    for (Term form : strongerForms(gate.condition))
      if (!comesTo(gate, terms.andOf({gate.condition, terms.notOf(form)}))) {
        repair.replaceCondition(number, form);
        return true;
      }
  return false;
}

/// One of the gates, the longest first.
bool ConstraintCleanup::dropGate(function_ref<bool(const Gate &, const ComponentRepair &)> mayGo) {
  std::vector<Gate> gates = repair.gates();
  std::vector<size_t> order(gates.size());
  std::iota(order.begin(), order.end(), size_t(0));
  stable_sort(order, [&](size_t a, size_t b) { return termSize(gates[a].condition) > termSize(gates[b].condition); });
  for (size_t number : order) {
    ComponentRepair fewer = repair;
    fewer.dropGate(number);
    if (!fewer.gates().empty() && mayGo(gates[number], fewer)) {
      repair = std::move(fewer);
      return true;
    }
  }
  return false;
}

bool ConstraintCleanup::dropPart() {
  for (auto [number, gate] : enumerate(repair.gates())) {
    if (gate.condition->op() != TermOp::And)
      continue;
    for (Term part : gate.condition->operands()) {
      std::vector<Term> others(gate.condition->operands());
      erase(others, part);
      ComponentRepair fewer = repair;
      fewer.replaceCondition(number, terms.andOf(others));
      if (isNoLoss(gate, fewer)) {
        repair = std::move(fewer);
        return true;
      }
    }
  }
  return false;
}

/// A constraint that becomes stronger, but gives up nothing good, makes another one superfluous.
bool ConstraintCleanup::exchange() {
  size_t kept = places.keptBy(repair);
  for (auto [number, gate] : enumerate(repair.gates()))
    for (Term form : strongerForms(gate.condition)) {
      ComponentRepair closed = repair, stronger = repair;
      closed.replaceCondition(number, terms.boolean(false));
      stronger.replaceCondition(number, form);
      if (places.keptBy(closed) == kept || places.keptBy(stronger) < kept)
        continue;
      for (size_t other = 0; other < repair.gates().size(); ++other) {
        ComponentRepair fewer = stronger;
        fewer.dropGate(other);
        if (other != number && isNoLoss(repair.gates()[other], fewer)) {
          repair = std::move(fewer);
          return true;
        }
      }
    }
  return false;
}

bool ConstraintCleanup::run() {
  bool isChanged = false;
  auto exhaust = [&](auto step) {
    while (step())
      isChanged = true;
  };
  exhaust([&] { return moveForward(); });
  exhaust([&] { return strengthen(); });
  // First what holds nobody, so that of two constraints that are enough the one that comes first stays.
  exhaust([&] {
    return dropGate([&](const Gate &gate, const ComponentRepair &) {
      return !gate.isAtEnd && !comesTo(gate, terms.notOf(gate.condition));
    });
  });
  exhaust([&] {
    return dropGate([&](const Gate &gate, const ComponentRepair &without) { return isNoLoss(gate, without); });
  });
  exhaust([&] { return dropPart(); });
  exhaust([&] { return exchange(); });
  return isChanged;
}

} // namespace tenon
