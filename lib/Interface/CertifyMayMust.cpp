//===- CertifyMayMust.cpp - The independent check -------------------------===//

#include "CertifyMayMust.h"

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Interface/CertifyInterface.h"
#include "tenon/Lower/FiniteProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <set>

using namespace llvm;

namespace tenon {

static Term afterStep(TermContext &terms, const OpenProgram::Step &step, Term condition) {
  DenseMap<VariableId, Term> values;
  for (const auto &[variable, value] : step.updates)
    values[variable] = value;
  return terms.substitute(condition, [&](VariableId id) { return values.lookup(id); });
}

//===----------------------------------------------------------------------===//
// By the checker for data of any size
//===----------------------------------------------------------------------===//

/// Nothing if the environment would not do all that the interface allows.
std::optional<ProgramSystem> MayMustCertifier::beside(const LetterAutomaton &interface,
                                                      EnvironmentProgram::Purpose purpose) const {
  EnvironmentProgram environment(interface, uses, *system.terms, *system.labels, purpose);
  if (!environment.isFaithful())
    return std::nullopt;
  ProgramSystem both = system;
  both.components.push_back(
      environment.build("Environment", both.variables, static_cast<uint32_t>(both.components.size())));
  return both;
}

static std::optional<bool> holds(const ProgramSystem &system, ReachabilityGoal goal, unsigned jobs,
                                 const Budget &budget) {
  ProgramCheckOptions checking;
  checking.goal = goal;
  checking.wantInvariant = true;
  checking.jobs = jobs;
  ProgramAnswer answer = checkProgram(system, checking, budget);
  if (answer.verdict == Verdict::Violated)
    return false;
  if (answer.verdict == Verdict::Unknown || !answer.invariant)
    return std::nullopt;
  return certifyInvariant(system, goal, *answer.invariant, budget);
}

std::optional<bool> MayMustCertifier::isSafe(const LetterAutomaton &interface) const {
  if (std::optional<ProgramSystem> both = beside(interface, EnvironmentProgram::Purpose::Safety))
    return holds(*both, ReachabilityGoal::Violation, jobs, budget);
  return isSafeExplicitly(interface);
}

/// Each letter with a condition stands for the actions with its values.
std::optional<bool> MayMustCertifier::isSafeExplicitly(const LetterAutomaton &interface) const {
  if (findInfiniteVariable(system.variables))
    return std::nullopt;
  Expected<Lts> lts = lowerToLts(system, budget);
  if (!lts) {
    consumeError(lts.takeError());
    return std::nullopt;
  }
  LtsBuilder builder(system.labels);
  builder.reserveStates(static_cast<StateId>(interface.stateCount()));
  for (Action action = 1; action <= lts->alphabet().size(); ++action) {
    StringRef text = lts->alphabet().text(action);
    for (auto [position, letter] : enumerate(interface.letters)) {
      const OpenProgram::Label &label = program.labels[letter.label];
      bool isMeant = label.values.empty() && text == label.name;
      for (Term value :
           label.values.size() == 1 ? program.smallDomains.lookup(label.values[0]->variable()) : std::vector<Term>()) {
        DataValue data{value->sort(), {value->constant()}};
        auto valueOf = [&](VariableId) { return data; };
        isMeant |= text == label.name + "." + printValue(data) &&
                   (!letter.condition || evaluate(letter.condition, valueOf).scalar() == Rational(DynamicAPInt(1)));
      }
      if (!isMeant)
        continue;
      builder.addLabel(lts->alphabet().label(action));
      for (uint32_t state = 0; state < interface.stateCount(); ++state)
        if (uint32_t target = interface.target(state, position); target != LetterAutomaton::Forbidden)
          builder.add(state, lts->alphabet().label(action), target);
    }
  }
  return certifyInterface(*lts, builder.build("interface"), false, budget);
}

//===----------------------------------------------------------------------===//
// The dual
//===----------------------------------------------------------------------===//

/// Then what is silent may go on for ever, without coming to ERROR.
bool MayMustCertifier::hasSilentCycle() const {
  enum : char { New, Open, Done };
  std::vector<char> state(program.places.size(), New);
  std::function<bool(uint32_t)> visit = [&](uint32_t place) {
    state[place] = Open;
    for (const OpenProgram::Step &step : program.places[place].steps)
      if (step.label == OpenProgram::Silent &&
          (state[step.target] == Open || (state[step.target] == New && visit(step.target))))
        return true;
    state[place] = Done;
    return false;
  };
  for (uint32_t place = 0; place < program.places.size(); ++place)
    if (state[place] == New && visit(place))
      return true;
  return false;
}

/// After what is forbidden, nothing remains but silent steps: those that do not end in ERROR end in a deadlock.
bool MayMustCertifier::alwaysFails(const LetterAutomaton &interface) const {
  if (system.monitor || hasSilentCycle())
    return false;
  std::optional<ProgramSystem> both = beside(interface, EnvironmentProgram::Purpose::Permissiveness);
  return both && holds(*both, ReachabilityGoal::Deadlock, jobs, budget) == true;
}

std::optional<bool> MayMustCertifier::isPermissive(const LetterAutomaton &interface,
                                                   const std::optional<MustEvidence> &evidence) const {
  if (alwaysFails(interface))
    return true;
  return evidence ? leadsToError(*evidence) : std::nullopt;
}

namespace {

/// Sets of states of the evidence, as words lead to them.
class EvidenceSets {
public:
  using Set = std::set<uint32_t>;

  explicit EvidenceSets(const MustEvidence &evidence) : evidence(evidence), outgoing(evidence.states.size()) {
    for (const MustEvidence::Edge &edge : evidence.edges)
      outgoing[edge.from].push_back(&edge);
  }

  /// With what silent steps lead to, and the states that states are part of.
  Set closed(Set states) const {
    std::vector<uint32_t> pending(states.begin(), states.end());
    while (!pending.empty()) {
      uint32_t from = pending.back();
      pending.pop_back();
      if (std::optional<uint32_t> whole = evidence.states[from].partOf; whole && states.insert(*whole).second)
        pending.push_back(*whole);
      for (const MustEvidence::Edge *edge : outgoing[from])
        if (!edge->letter && states.insert(edge->to).second)
          pending.push_back(edge->to);
    }
    return states;
  }

  Set after(const Set &states, uint32_t letter) const {
    Set next;
    for (uint32_t from : states)
      for (const MustEvidence::Edge *edge : outgoing[from])
        if (edge->letter == letter)
          next.insert(edge->to);
    return closed(std::move(next));
  }

private:
  const MustEvidence &evidence;
  std::vector<std::vector<const MustEvidence::Edge *>> outgoing;
};

} // namespace

/// Whether the edges exist, and states that are part of others are.
std::optional<bool> MayMustCertifier::isSound(SmtContext &smt, const MustEvidence &evidence) const {
  for (const MustEvidence::Edge &edge : evidence.edges)
    if (std::optional<bool> exists = edgeExists(smt, evidence, edge); exists != true)
      return exists;
  for (const MustEvidence::State &state : evidence.states) {
    if (!state.partOf)
      continue;
    const MustEvidence::State &whole = evidence.states[*state.partOf];
    std::optional<bool> isPart = isValid(smt, system.terms->implies(state.formula, whole.formula), budget);
    if (isPart != true || state.place != whole.place)
      return isPart == true ? false : isPart;
  }
  return true;
}

std::optional<bool> MayMustCertifier::leadsToError(const MustEvidence &evidence) const {
  SmtContext smt(*system.terms);
  if (std::optional<bool> known = areFacts(smt); known != true)
    return known;
  if (std::optional<bool> sound = isSound(smt, evidence); sound != true)
    return sound;
  using Set = EvidenceSets::Set;
  EvidenceSets sets(evidence);
  Set initial;
  for (auto [number, state] : enumerate(evidence.states)) {
    if (!state.isInitial)
      continue;
    Term start = afterStep(*system.terms, program.initial, state.formula);
    if (state.place != 0 ||
        isValid(smt, system.terms->notOf(system.terms->andOf({program.initial.guard, start})), budget) != false)
      return std::nullopt;
    initial.insert(static_cast<uint32_t>(number));
  }
  auto fails = [&](const Set &states) {
    return any_of(states, [&](uint32_t state) { return program.places[evidence.states[state].place].isError; });
  };
  std::set<std::pair<uint32_t, Set>> seen{{0, sets.closed(initial)}};
  std::vector<std::pair<uint32_t, Set>> pending(seen.begin(), seen.end());
  while (!pending.empty()) {
    auto [state, states] = std::move(pending.back());
    pending.pop_back();
    for (uint32_t letter = 0; letter < evidence.automaton.letters.size(); ++letter) {
      Set next = sets.after(states, letter);
      uint32_t target = evidence.automaton.target(state, letter);
      if (target == LetterAutomaton::Forbidden && !fails(next))
        return false;
      if (target != LetterAutomaton::Forbidden && seen.insert({target, next}).second)
        pending.emplace_back(target, next);
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The evidence
//===----------------------------------------------------------------------===//

/// Whether what is said of places is true initially, and steps preserve it.
std::optional<bool> MayMustCertifier::areFacts(SmtContext &smt) const {
  TermContext &terms = smt.terms();
  auto factAt = [&](uint32_t place) {
    Term fact = program.places[place].fact;
    return fact ? fact : terms.boolean(true);
  };
  auto isPreserved = [&](Term before, const OpenProgram::Step &step) {
    Term after = afterStep(terms, step, factAt(step.target));
    return isValid(smt, terms.implies(terms.andOf({before, step.guard}), after), budget);
  };
  if (std::optional<bool> valid = isPreserved(terms.boolean(true), program.initial); valid != true)
    return valid;
  for (uint32_t place = 0; place < program.places.size(); ++place)
    for (const OpenProgram::Step &step : program.places[place].steps)
      if (std::optional<bool> valid = isPreserved(factAt(place), step); valid != true)
        return valid;
  return true;
}

/// That from all states of a block the step leads to some state of the other; with all values where these are to be
/// told apart, or where that is so, and with some otherwise.
std::optional<bool> MayMustCertifier::edgeExists(SmtContext &smt, const MustEvidence &evidence,
                                                 const MustEvidence::Edge &edge) const {
  TermContext &terms = smt.terms();
  const MustEvidence::State &from = evidence.states[edge.from], &to = evidence.states[edge.to];
  const OpenProgram::Place &place = program.places[from.place];
  const OpenProgram::Step &step = place.steps[edge.step];
  if (step.target != to.place)
    return false;
  Term source = terms.andOf({from.formula, place.fact ? place.fact : terms.boolean(true)});
  Term condition = terms.boolean(true);
  std::vector<Term> chosen(step.inputs.begin(), step.inputs.end());
  bool isExact = false;
  ArrayRef<Term> values;
  if (edge.letter) {
    const InterfaceLetter &letter = evidence.automaton.letters[*edge.letter];
    if (letter.label != step.label)
      return false;
    const OpenProgram::Label &label = program.labels[letter.label];
    values = label.values;
    isExact = label.isExact;
    if (letter.condition)
      condition = letter.condition;
  } else if (step.label != OpenProgram::Silent) {
    return false;
  }
  Term related = terms.andOf({step.guard, afterStep(terms, step, to.formula)});
  if (!isExact)
    append_range(chosen, values);
  SmtSolver solver(smt);
  solver.add(source);
  if (isExact)
    solver.add(condition);
  else
    related = terms.andOf({condition, related});
  std::vector<VariableId> used = variablesOf(related);
  erase_if(chosen, [&](Term variable) { return !is_contained(used, variable->variable()); });
  if (chosen.empty())
    solver.add(terms.notOf(related));
  else
    solver.addForAll(chosen, terms.notOf(related));
  SmtAnswer answer = solver.check(budget);
  if (answer == SmtAnswer::Unknown)
    return std::nullopt;
  return answer == SmtAnswer::Unsatisfiable;
}

} // namespace tenon
