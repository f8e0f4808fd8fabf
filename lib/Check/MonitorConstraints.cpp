//===- MonitorConstraints.cpp - Gaps and overlaps -------------------------===//

#include "tenon/Check/MonitorConstraints.h"

#include "tenon/Logic/Smt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

namespace {

class ConstraintChecker {
public:
  ConstraintChecker(const ProgramSystem &programSystem, DiagnosticEngine &diagnosticEngine, const Budget &limits)
      : system(programSystem), monitor(*programSystem.monitor), diagnostics(diagnosticEngine), budget(limits),
        terms(*programSystem.terms), smt(terms), solver(smt) {}

  /// False after an error.
  bool run();

private:
  using Constraints = std::vector<const ProgramTransition *>;
  void checkGap(const ProgramLocation &location, const Constraints &constraints);
  void checkOverlaps(const ProgramLocation &location, const Constraints &constraints);
  bool findCircle(Location start, Constraints &path);
  /// Values of the variables of the constraints with which the condition is true and all constraints are defined, as
  /// `a.x = 1, b = false`. Nullopt if there are none.
  std::optional<std::string> example(Term condition, const Constraints &constraints, const ProgramLocation &location);
  Diagnostic &report(SMRange range, const Twine &message) {
    isRight &= monitor.partial;
    return monitor.partial ? diagnostics.warning(range, message) : diagnostics.error(range, message);
  }

  const ProgramSystem &system;
  const Monitor &monitor;
  DiagnosticEngine &diagnostics;
  const Budget &budget;
  TermContext &terms;
  SmtContext smt;
  SmtSolver solver;
  bool isRight = true;
};

} // namespace

std::optional<std::string> ConstraintChecker::example(Term condition, const Constraints &constraints,
                                                      const ProgramLocation &location) {
  if (condition == terms.boolean(false))
    return std::nullopt;
  std::vector<Term> parts{condition}, variables;
  std::set<VariableId> ids;
  for (const ProgramTransition *constraint : constraints) {
    if (constraint->action.defined)
      parts.push_back(constraint->action.defined);
    for (VariableId id : variablesOf(constraint->action.value))
      ids.insert(id);
  }
  for (VariableId id : ids) {
    variables.push_back(terms.variable(id, system.variables[id].sort));
    parts.push_back(withinRange(terms, system.variables[id], variables.back()));
  }
  solver.push();
  solver.add(terms.andOf(parts));
  SmtAnswer answer = solver.check(budget);
  std::optional<std::vector<DataValue>> values;
  if (answer == SmtAnswer::Satisfiable)
    values = leastValues(solver, variables, budget);
  solver.pop();
  if (answer == SmtAnswer::Unknown && solver.limit() == Budget::Limit::None)
    diagnostics.warning(location.range, "whether the constraints of '" + location.name +
                                            "' cover all cases, and each once, is too hard to decide");
  if (answer != SmtAnswer::Satisfiable)
    return std::nullopt;
  std::vector<std::string> texts;
  for (auto [number, id] : enumerate(ids))
    if (values)
      texts.push_back(system.variables[id].name + " = " + printValue((*values)[number]));
  return texts.empty() ? "any values" : join(texts, ", ");
}

void ConstraintChecker::checkGap(const ProgramLocation &location, const Constraints &constraints) {
  std::vector<Term> others;
  for (const ProgramTransition *constraint : constraints)
    others.push_back(terms.notOf(constraint->action.value));
  std::optional<std::string> values = example(terms.andOf(others), constraints, location);
  if (!values)
    return;
  bool isSingle = constraints.size() == 1;
  report(location.range, Twine(isSingle ? "the constraint" : "the constraints") + " of '" + location.name + "' " +
                             (isSingle ? "does" : "do") + " not cover all cases")
      .note((isSingle ? "it does not hold with " : "none holds with ") + *values)
      .note(monitor.partial ? "the observer waits there until one holds; `[else]` stands for all other cases"
                            : "`[else]` stands for all other cases");
}

void ConstraintChecker::checkOverlaps(const ProgramLocation &location, const Constraints &constraints) {
  for (size_t i = 0; i < constraints.size(); ++i)
    for (size_t k = i + 1; k < constraints.size(); ++k) {
      const ProgramTransition &first = *constraints[i], &second = *constraints[k];
      if (first.to == second.to)
        continue;
      std::optional<std::string> values =
          example(terms.andOf({first.action.value, second.action.value}), constraints, location);
      if (!values)
        continue;
      report(second.range, "two constraints of '" + location.name + "' that lead to different states hold together")
          .note(first.range, "both hold with " + *values);
    }
}

/// Who takes constraints at once and comes back to the same state by constraints alone does so for ever: the values
/// stay. In its initial state a monitor waits. The circles are found from their first state; `path` leads on from
/// there.
bool ConstraintChecker::findCircle(Location start, Constraints &path) {
  const Program &program = monitor.program;
  for (const ProgramTransition &transition : program.from(path.empty() ? start : path.back()->to)) {
    Location to = transition.to;
    bool isSeen = to != start && any_of(path, [to](const ProgramTransition *t) { return t->from == to; });
    if (transition.action.kind != ActionKind::Constraint || to == ErrorLocation || to == program.initial ||
        to < start || isSeen)
      continue;
    path.push_back(&transition);
    std::vector<Term> conditions;
    for (const ProgramTransition *constraint : path)
      conditions.push_back(constraint->action.value);
    const ProgramLocation &first = program.locations[start];
    std::optional<std::string> values = example(terms.andOf(conditions), path, first);
    if (values && to == start) {
      isRight = false;
      diagnostics.error(first.range, "from '" + first.name + "' constraints lead back to it, without an action")
          .note("with " + *values + "; taken at once, one after the other, they would never end");
      return true;
    }
    if (values && findCircle(start, path))
      return true;
    path.pop_back();
  }
  return false;
}

bool ConstraintChecker::run() {
  const Program &program = monitor.program;
  for (Location number = 0; number < program.locations.size(); ++number) {
    Constraints constraints;
    for (const ProgramTransition &transition : program.from(number))
      if (transition.action.kind == ActionKind::Constraint)
        constraints.push_back(&transition);
    if (constraints.empty())
      continue;
    checkGap(program.locations[number], constraints);
    if (!monitor.partial)
      checkOverlaps(program.locations[number], constraints);
    Constraints path;
    if (system.reading == ConstraintReading::Urgent && number != program.initial)
      findCircle(number, path);
  }
  return isRight;
}

bool checkMonitorConstraints(const ProgramSystem &system, DiagnosticEngine &diagnostics, const Budget &budget) {
  bool hasConstraints = system.monitor && any_of(system.monitor->program.transitions, [](const ProgramTransition &t) {
                          return t.action.kind == ActionKind::Constraint;
                        });
  return !hasConstraints || ConstraintChecker(system, diagnostics, budget).run();
}

} // namespace tenon
