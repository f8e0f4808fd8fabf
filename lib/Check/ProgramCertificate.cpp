//===- ProgramCertificate.cpp - Invariants, checked again -----------------===//

#include "tenon/Check/ProgramCertificate.h"

#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace tenon {

namespace {

constexpr uint64_t CertificateEffort = 20'000'000;

class InvariantChecker {
public:
  InvariantChecker(const ProgramSystem &programSystem, ReachabilityGoal asked, const ProgramInvariant &given,
                   const Budget &limits)
      : system(programSystem), goal(asked), invariant(given), budget(limits), terms(*programSystem.terms), smt(terms),
        solver(smt, CertificateEffort) {
    for (const ProgramInvariant::Entry &entry : invariant.entries) {
      numbers[key(entry.place)] = entries.size();
      entries.push_back(&entry);
      for (const Lemma &lemma : entry.lemmas)
        for (Term bound : lemma.forAll)
          nextName = std::max(nextName, bound->variable() + 1);
    }
    nextName = std::max(nextName, static_cast<VariableId>(system.variables.size()));
  }

  std::optional<bool> run();

private:
  static StringRef key(const Place &place) {
    return {reinterpret_cast<const char *>(place.data()), place.size() * sizeof(Location)};
  }
  Term ranges() const;
  Term valueAfter(const std::vector<Term> &values, Term term) const {
    return terms.substitute(term, [&](VariableId id) { return id < values.size() ? values[id] : nullptr; });
  }
  bool check(const Place &place, const std::vector<Term> &values);
  bool checkInitially();
  bool checkEntry(const ProgramInvariant::Entry &entry);
  bool checkStep(const SystemStep &step);
  bool checkSafety(const Place &place, ArrayRef<SystemStep> steps);
  /// Whether the conditions of the solver contradict each other.
  bool isImpossible();

  const ProgramSystem &system;
  ReachabilityGoal goal;
  const ProgramInvariant &invariant;
  const Budget &budget;
  TermContext &terms;
  SmtContext smt;
  SmtSolver solver;
  StringMap<size_t> numbers;
  std::vector<const ProgramInvariant::Entry *> entries;
  VariableId nextName = 0;
  bool isKnown = true;
};

} // namespace

bool InvariantChecker::isImpossible() {
  SmtAnswer answer = solver.check(budget);
  isKnown &= answer != SmtAnswer::Unknown;
  return answer == SmtAnswer::Unsatisfiable;
}

Term InvariantChecker::ranges() const {
  std::vector<Term> parts;
  for (auto [id, variable] : enumerate(system.variables))
    parts.push_back(withinRange(terms, variable, terms.variable(static_cast<VariableId>(id), variable.sort)));
  return terms.andOf(parts);
}

/// Whether, under the conditions of the solver, what the invariant says about the place is true of these values.
bool InvariantChecker::check(const Place &place, const std::vector<Term> &values) {
  auto number = numbers.find(key(place));
  if (number == numbers.end())
    return isImpossible();
  std::vector<const Lemma *> wanted;
  for (const Lemma &lemma : entries[number->second]->lemmas)
    wanted.push_back(&lemma);
  Lemma range{{}, ranges()};
  wanted.push_back(&range);
  for (const Lemma *lemma : wanted) {
    Term condition = valueAfter(values, lemma->condition);
    if (condition == terms.boolean(true))
      continue;
    solver.push();
    solver.add(terms.notOf(condition));
    bool holds = isImpossible();
    solver.pop();
    if (!holds)
      return false;
  }
  return true;
}

bool InvariantChecker::checkInitially() {
  std::vector<Term> values;
  TraceFormula formula(system, nextName);
  for (VariableId id = 0; id < system.variables.size(); ++id)
    values.push_back(formula.valueOf(id, 0));
  solver.push();
  solver.add(formula.formula());
  bool holds = check(initialPlace(system), values);
  solver.pop();
  return holds;
}

bool InvariantChecker::checkStep(const SystemStep &step) {
  std::vector<Term> values, results;
  for (auto [id, variable] : enumerate(system.variables))
    values.push_back(terms.variable(static_cast<VariableId>(id), variable.sort));
  results = values;
  solver.push();
  solver.add(step.guard);
  VariableId name = nextName;
  for (const SystemStep::Update &update : step.updates) {
    if (update.value) {
      results[update.variable] = update.value;
      continue;
    }
    Term chosen = terms.variable(name++, ArbitraryValue(system, update).sort);
    solver.add(ArbitraryValue::domain(system, update, chosen));
    results[update.variable] = ArbitraryValue::result(system, update, chosen);
  }
  bool holds = check(step.target, results);
  solver.pop();
  return holds;
}

bool InvariantChecker::checkSafety(const Place &place, ArrayRef<SystemStep> steps) {
  if (goal == ReachabilityGoal::Violation)
    return !isViolation(system, place) || isImpossible();
  if (is_contained(ArrayRef(place).take_front(system.components.size()), ErrorLocation) || hasEnded(system, place))
    return true;
  std::vector<Term> enabled;
  for (const SystemStep &step : steps) {
    bool isPossible = all_of(step.updates, [&](const SystemStep::Update &update) {
      if (update.value)
        return true;
      Term chosen = terms.variable(nextName, ArbitraryValue(system, update).sort);
      return ArbitraryValue::domain(system, update, chosen) != terms.boolean(false);
    });
    if (isPossible)
      enabled.push_back(step.guard);
  }
  solver.push();
  solver.add(terms.notOf(terms.orOf(enabled)));
  bool isSafe = isImpossible();
  solver.pop();
  return isSafe;
}

/// A place after which nothing happens that matters has no steps to check.
bool InvariantChecker::checkEntry(const ProgramInvariant::Entry &entry) {
  bool isError = any_of(ArrayRef<Location>(entry.place).take_front(system.components.size()),
                        [](Location location) { return location == ErrorLocation; });
  std::vector<SystemStep> steps;
  if (!isError)
    steps = stepsFrom(system, entry.place);
  solver.push();
  solver.add(ranges());
  for (const Lemma &lemma : entry.lemmas)
    solver.addForAll(lemma.forAll, lemma.condition);
  bool holds = checkSafety(entry.place, steps);
  for (const SystemStep &step : steps)
    holds = holds && checkStep(step);
  solver.pop();
  return holds;
}

std::optional<bool> InvariantChecker::run() {
  SmtWatch watch(smt, budget);
  bool holds = checkInitially();
  for (const ProgramInvariant::Entry *entry : entries)
    holds = holds && budget.exceeded() == Budget::Limit::None && checkEntry(*entry);
  if (!isKnown || budget.exceeded() != Budget::Limit::None)
    return std::nullopt;
  return holds;
}

std::optional<bool> certifyInvariant(const ProgramSystem &system, ReachabilityGoal goal,
                                     const ProgramInvariant &invariant, const Budget &budget) {
  return InvariantChecker(system, goal, invariant, budget).run();
}

/// Nodes of the term as it prints, up to a limit.
static size_t printedSize(Term term, size_t limit) {
  size_t size = 1;
  for (Term operand : term->operands()) {
    if (size >= limit)
      break;
    size += printedSize(operand, limit - size);
  }
  return size;
}

std::vector<std::string> describeInvariant(const ProgramSystem &system, const ProgramInvariant &invariant) {
  constexpr size_t MaxSize = 400;
  std::vector<std::string> lines;
  auto nameOf = [&](VariableId id) {
    return id < system.variables.size() ? system.variables[id].name : "i" + std::to_string(id);
  };
  auto describe = [&](const Lemma &lemma) -> std::string {
    if (printedSize(lemma.condition, MaxSize) >= MaxSize)
      return "...";
    std::vector<std::string> bound;
    for (Term variable : lemma.forAll)
      bound.push_back(nameOf(variable->variable()));
    std::string condition = printTerm(lemma.condition, nameOf);
    return bound.empty() ? condition : "forall " + join(bound, ", ") + ": " + condition;
  };
  for (const ProgramInvariant::Entry &entry : invariant.entries) {
    std::vector<std::string> locations, conditions;
    for (auto [number, location] : enumerate(entry.place)) {
      const Program &program = number < system.components.size() ? system.components[number] : system.monitor->program;
      locations.push_back(location == ErrorLocation ? "ERROR" : program.locations[location].name);
    }
    for (const Lemma &lemma : entry.lemmas)
      conditions.push_back(describe(lemma));
    if (!conditions.empty())
      lines.push_back("(" + join(locations, ", ") + "): " + join(conditions, ", "));
  }
  return lines;
}

} // namespace tenon
