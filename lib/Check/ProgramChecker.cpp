//===- ProgramChecker.cpp - Systems with data -----------------------------===//

#include "tenon/Check/ProgramChecker.h"

#include "SymbolicSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tenon {

StringRef programEngineName(ProgramEngine engine) {
  static constexpr const char *Names[] = {"search", "intervals", "induction", "spacer"};
  return Names[static_cast<size_t>(engine)];
}

std::optional<ProgramRun> canonicalRun(const ProgramSystem &system, ReachabilityGoal goal, ArrayRef<uint32_t> positions,
                                       const Budget &budget) {
  constexpr uint64_t RunEffort = 50'000'000;
  TraceFormula formula(system);
  std::vector<SystemStep> steps;
  Place place = initialPlace(system);
  for (uint32_t position : positions) {
    steps.push_back(stepsFrom(system, place)[position]);
    formula.push(steps.back());
    place = steps.back().target;
  }
  SmtContext smt(*system.terms);
  SmtSolver solver(smt, RunEffort);
  solver.add(formula.formula());
  if (goal == ReachabilityGoal::Deadlock)
    for (const SystemStep &step : stepsFrom(system, place))
      solver.add(system.terms->notOf(formula.at(step.guard, formula.length())));
  std::vector<Term> choices;
  for (const TraceFormula::Choice &choice : formula.choices())
    choices.push_back(choice.name);
  std::optional<std::vector<DataValue>> values = leastValues(solver, choices, budget);
  if (!values)
    return std::nullopt;
  return runOf(system, steps, formula, *values);
}

namespace {

class Portfolio {
public:
  Portfolio(const ProgramSystem &programSystem, const ProgramCheckOptions &checkOptions, const Budget &limits)
      : system(programSystem), options(checkOptions), budget(limits), graph(programSystem, checkOptions.goal),
        smt(*programSystem.terms) {}

  ProgramAnswer run();

private:
  bool uses(ProgramEngine engine) const { return options.engines[static_cast<size_t>(engine)]; }
  void holds(ProgramEngine engine, const std::vector<Term> &invariants);
  void violated(const std::vector<uint32_t> &trace);

  const ProgramSystem &system;
  const ProgramCheckOptions &options;
  const Budget &budget;
  StepGraph graph;
  SmtContext smt;
  ProgramAnswer answer;
};

} // namespace

void Portfolio::holds(ProgramEngine engine, const std::vector<Term> &invariants) {
  answer.verdict = Verdict::Holds;
  answer.engine = engine;
  answer.invariant.emplace();
  for (uint32_t node = 0; node < graph.size(); ++node) {
    Term condition = graph.view().original(invariants[node]);
    if (condition == graph.terms().boolean(false))
      continue;
    ProgramInvariant::Entry &entry = answer.invariant->entries.emplace_back();
    entry.place = graph.node(node).place;
    if (condition != graph.terms().boolean(true))
      entry.lemmas.push_back({{}, condition});
  }
}

void Portfolio::violated(const std::vector<uint32_t> &trace) {
  answer.engine = ProgramEngine::Search;
  answer.run = canonicalRun(system, options.goal, trace, budget);
  if (answer.run)
    answer.verdict = Verdict::Violated;
  else
    answer.reason = "a run that violates was found, but no values for it";
}

ProgramAnswer Portfolio::run() {
  constexpr size_t MaxNodes = 200'000;
  graph.complete(MaxNodes, budget);
  SymbolicSearch search(graph, smt, budget);
  SymbolicSearch::Status status = search.advance(1e9);
  answer.states = search.stateCount();
  answer.depth = search.depth();
  switch (status) {
  case SymbolicSearch::Status::Violated:
    violated(search.trace());
    break;
  case SymbolicSearch::Status::Exhausted:
    if (std::optional<std::vector<Term>> invariants = search.invariants()) {
      holds(ProgramEngine::Search, *invariants);
    } else if (!options.wantInvariant) {
      answer.verdict = Verdict::Holds;
      answer.engine = ProgramEngine::Search;
    }
    break;
  default:
    break;
  }
  return std::move(answer);
}

ProgramAnswer checkProgram(const ProgramSystem &system, const ProgramCheckOptions &options, const Budget &budget) {
  return Portfolio(system, options, budget).run();
}

} // namespace tenon
