//===- ProgramChecker.cpp - Systems with data -----------------------------===//

#include "tenon/Check/ProgramChecker.h"

#include "BackwardSearch.h"
#include "FiniteSearch.h"
#include "HornEngine.h"
#include "IntervalAnalysis.h"
#include "SymbolicSearch.h"

#include "tenon/Support/Worker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <limits>

using namespace llvm;

namespace tenon {

StringRef programEngineName(ProgramEngine engine) {
  static constexpr const char *Names[] = {"states", "search", "intervals", "induction", "spacer"};
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
  // Where nothing is arbitrary, the run is what it is.
  if (formula.choices().empty())
    if (ProgramRun run = runOf(system, steps, formula, {}); !run.replay.problem)
      return run;
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
        smt(*programSystem.terms), search(graph, smt, budget) {
    if (uses(ProgramEngine::States) && FiniteSearch::canSearch(system))
      finite.emplace(system, options.goal, budget);
  }

  ProgramAnswer run();

private:
  struct Prover {
    ProgramEngine engine;
    std::string title; ///< In notes.
    std::function<EngineAnswer(const BlockGraph &, const Budget &)> solve;
    std::unique_ptr<Worker> worker;
    unsigned turns = 0; ///< That it has had.
    std::chrono::steady_clock::time_point turnEnd;
    bool isDone = false;
  };

  bool uses(ProgramEngine engine) const { return options.engines[static_cast<size_t>(engine)]; }
  /// Each says whether the question is answered.
  bool tryStates(uint64_t maxSteps);
  bool advanceSearch(double seconds);
  bool analyzeIntervals();
  bool factsExclude(uint32_t node);
  bool race();
  void look();
  bool takeAnswer(Prover &prover);
  bool accept(ProgramEngine engine, ProgramInvariant invariant);

  void addProvers();
  bool isWaiting(const Prover &prover) const { return !prover.isDone && !prover.worker; }
  void startProvers();
  void endTurns();
  ProgramInvariant invariantOf(const NodeLemmas &lemmas) const;
  NodeLemmas asLemmas(const NodeFacts &nodeFacts) const;
  bool finishSearch();
  void giveUp();
  void note(const Twine &title, const Twine &text) { answer.notes.push_back((title + ": " + text).str()); }

  const ProgramSystem &system;
  const ProgramCheckOptions &options;
  const Budget &budget;
  std::optional<FiniteSearch> finite; ///< Where it is possible, and neither ended nor given up.
  StepGraph graph;
  SmtContext smt;
  SymbolicSearch search;
  SymbolicSearch::Status searched = SymbolicSearch::Status::Running;
  NodeFacts facts; ///< For each node; those of IntervalAnalysis.
  std::vector<Prover> provers;
  std::string violatedBy; ///< A prover that has no run to show.
  ProgramAnswer answer;
};

} // namespace

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

NodeLemmas Portfolio::asLemmas(const NodeFacts &nodeFacts) const {
  NodeLemmas lemmas(graph.size());
  for (auto [node, conditions] : enumerate(nodeFacts))
    for (Term condition : conditions)
      lemmas[node].push_back({{}, condition});
  return lemmas;
}

ProgramInvariant Portfolio::invariantOf(const NodeLemmas &lemmas) const {
  ProgramInvariant invariant;
  TermContext &terms = graph.terms();
  for (uint32_t node = 0; node < graph.size(); ++node) {
    ProgramInvariant::Entry entry{graph.node(node).place, {}};
    bool isReached = true;
    for (const Lemma &lemma : lemmas[node]) {
      Lemma original{lemma.forAll, graph.view().original(lemma.condition)};
      isReached &= original.condition != terms.boolean(false);
      if (original.condition != terms.boolean(true) && !is_contained(entry.lemmas, original))
        entry.lemmas.push_back(std::move(original));
    }
    if (isReached)
      invariant.entries.push_back(std::move(entry));
  }
  return invariant;
}

/// An invariant that is to be checked later has to pass: engines forget, some of what they know cannot be written.
bool Portfolio::accept(ProgramEngine engine, ProgramInvariant invariant) {
  if (options.wantInvariant && certifyInvariant(system, options.goal, invariant, budget) != true) {
    note(programEngineName(engine), "a proof, but its invariant was not confirmed");
    return false;
  }
  answer.verdict = Verdict::Holds;
  answer.engine = engine;
  answer.invariant = std::move(invariant);
  return true;
}

/// No step leads to the node, by what octagons and congruences say together.
bool Portfolio::factsExclude(uint32_t node) {
  constexpr uint64_t ProofEffort = 1'000'000;
  SmtSolver solver(smt, ProofEffort);
  auto isPossible = [&](uint32_t at, Term condition) {
    solver.push();
    for (Term fact : facts[at])
      solver.add(fact);
    solver.add(condition);
    SmtAnswer answer = solver.check(budget);
    solver.pop();
    return answer != SmtAnswer::Unsatisfiable;
  };
  if (!isPossible(node, graph.node(node).violation))
    return true;
  if (node == 0)
    return false;
  for (uint32_t from = 0; from < graph.size(); ++from)
    for (const GraphStep &step : graph.node(from).steps)
      if (step.target == node && isPossible(from, step.guard))
        return false;
  facts[node] = {graph.terms().boolean(false)};
  return true;
}

bool Portfolio::analyzeIntervals() {
  facts.assign(graph.size(), {});
  if (!graph.isComplete())
    return false;
  IntervalAnalysis analysis(graph, budget);
  if (!uses(ProgramEngine::Intervals) || !analysis.run())
    return false;
  facts = analysis.facts();
  std::vector<uint32_t> open = analysis.openViolations();
  if (!all_of(open, [this](uint32_t node) { return factsExclude(node); })) {
    note("intervals", "a violation is within the bounds");
    return false;
  }
  return accept(ProgramEngine::Intervals, invariantOf(asLemmas(facts)));
}

//===----------------------------------------------------------------------===//
// Single states
//===----------------------------------------------------------------------===//

bool Portfolio::tryStates(uint64_t maxSteps) {
  if (!finite)
    return false;
  FiniteSearch::Status status = finite->advance(maxSteps);
  if (status == FiniteSearch::Status::Running)
    return false;
  answer.states = finite->stateCount();
  answer.depth = finite->depth();
  bool isAnswered = false;
  if (status == FiniteSearch::Status::Exhausted) {
    isAnswered = accept(ProgramEngine::States, finite->invariant());
  } else if ((answer.run = finite->run())) {
    answer.verdict = Verdict::Violated;
    answer.engine = ProgramEngine::States;
    isAnswered = true;
  }
  finite.reset();
  return isAnswered;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

bool Portfolio::finishSearch() {
  if (searched == SymbolicSearch::Status::Violated) {
    answer.run = canonicalRun(system, options.goal, search.trace(), budget);
    answer.verdict = answer.run ? Verdict::Violated : Verdict::Unknown;
    answer.engine = ProgramEngine::Search;
    Budget::Limit limit = budget.exceeded();
    if (!answer.run && limit != Budget::Limit::None)
      answer.reason = "it is violated, but values of a run were not found: " + budget.describe(limit);
    else if (!answer.run)
      answer.reason = "a run that violates exists, but Z3 does not find rational values for it";
    return true;
  }
  if (searched != SymbolicSearch::Status::Exhausted)
    return false;
  std::optional<std::vector<Term>> sets = search.invariants();
  if (!sets) {
    // The places that were seen say little, but no more was needed.
    if (options.wantInvariant)
      return false;
    answer.verdict = Verdict::Holds;
    answer.engine = ProgramEngine::Search;
    return true;
  }
  NodeFacts conditions;
  for (Term set : *sets)
    conditions.push_back({set});
  return accept(ProgramEngine::Search, invariantOf(asLemmas(conditions)));
}

bool Portfolio::advanceSearch(double seconds) {
  if (!uses(ProgramEngine::Search) || searched != SymbolicSearch::Status::Running)
    return false;
  searched = search.advance(seconds);
  return searched != SymbolicSearch::Status::Running && finishSearch();
}

//===----------------------------------------------------------------------===//
// The race
//===----------------------------------------------------------------------===//

void Portfolio::addProvers() {
  if (!graph.isComplete())
    return;
  auto spacer = [](bool quantifiers) {
    return [quantifiers](const BlockGraph &blocks, const Budget &limits) {
      return solveBySpacer(blocks, quantifiers, limits);
    };
  };
  bool hasArrays = any_of(graph.view().variables(), [](const CellView::Variable &variable) {
    return variable.term->sort().kind == SortKind::Array;
  });
  if (uses(ProgramEngine::Spacer) && hasArrays)
    provers.push_back({ProgramEngine::Spacer, "spacer with quantifiers", spacer(true), nullptr, 0, {}, false});
  if (uses(ProgramEngine::Spacer))
    provers.push_back({ProgramEngine::Spacer, "spacer", spacer(false), nullptr, 0, {}, false});
  if (uses(ProgramEngine::Induction))
    provers.push_back({ProgramEngine::Induction,
                       "induction",
                       [](const BlockGraph &blocks, const Budget &limits) { return solveBackwards(blocks, limits); },
                       nullptr,
                       0,
                       {},
                       false});
}

/// As many as there are jobs beside the search, but at least one; those that have had the fewest turns first.
void Portfolio::startProvers() {
  constexpr double TurnSeconds = 2;
  size_t slots = std::max(2U, options.jobs) - 1;
  size_t running = count_if(provers, [](const Prover &prover) { return prover.worker != nullptr; });
  for (; running < slots; ++running) {
    Prover *next = nullptr;
    for (Prover &prover : provers)
      if (isWaiting(prover) && (!next || prover.turns < next->turns))
        next = &prover;
    if (!next)
      return;
    next->worker = Worker::start([&] {
      Budget limits;
      limits.inherit(budget, 0.4);
      return next->solve(BlockGraph(graph, facts), limits).pack();
    });
    next->isDone = !next->worker;
    auto turn = std::chrono::duration<double>(TurnSeconds * static_cast<double>(1U << std::min(2 * next->turns, 30U)));
    next->turnEnd = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(turn);
    ++next->turns;
  }
}

/// Who has worked for long makes room for who waits, and starts again later, with more time.
void Portfolio::endTurns() {
  auto waiting = count_if(provers, [this](const Prover &prover) { return isWaiting(prover); });
  for (Prover &prover : provers)
    if (waiting > 0 && prover.worker && std::chrono::steady_clock::now() >= prover.turnEnd) {
      prover.worker.reset();
      --waiting;
    }
}

bool Portfolio::takeAnswer(Prover &prover) {
  std::optional<EngineAnswer> found;
  if (const std::optional<std::string> &text = prover.worker->answer())
    found = EngineAnswer::unpack(graph.terms(), *text);
  prover.worker.reset();
  prover.isDone = true;
  if (!found) {
    note(prover.title, "it broke down");
    return false;
  }
  if (found->verdict == Verdict::Violated)
    violatedBy = prover.title;
  if (found->verdict != Verdict::Holds) {
    note(prover.title, found->verdict == Verdict::Violated ? "a violation exists" : found->reason);
    return false;
  }
  return accept(prover.engine, invariantOf(found->lemmas));
}

bool Portfolio::race() {
  constexpr double Slice = 0.05;
  constexpr int PollMilliseconds = 50;
  addProvers();
  while (budget.exceeded() == Budget::Limit::None) {
    // Who knows that there is a violation leaves it to the search to find it.
    if (violatedBy.empty()) {
      endTurns();
      startProvers();
    } else {
      for (Prover &prover : provers) {
        prover.worker.reset();
        prover.isDone = true;
      }
    }
    bool isSearching = uses(ProgramEngine::Search) && searched == SymbolicSearch::Status::Running;
    std::vector<Worker *> workers;
    std::vector<Prover *> running;
    for (Prover &prover : provers)
      if (prover.worker) {
        workers.push_back(prover.worker.get());
        running.push_back(&prover);
      }
    if (workers.empty() && !isSearching)
      return false;
    if (!workers.empty())
      if (std::optional<size_t> ended = Worker::waitForAny(workers, isSearching ? 0 : PollMilliseconds))
        if (takeAnswer(*running[*ended]))
          return true;
    if (advanceSearch(Slice))
      return true;
  }
  return false;
}

void Portfolio::giveUp() {
  Budget::Limit limit = budget.exceeded();
  answer.reason = limit != Budget::Limit::None ? budget.describe(limit) : "no engine could decide it";
  if (!violatedBy.empty())
    answer.reason = "it is violated, but a shortest run was not found: " + answer.reason;
  std::vector<std::string> ended = std::move(answer.notes);
  answer.notes.clear();
  if (uses(ProgramEngine::Search)) {
    std::string progress = formatv("{0} sets of states, to depth {1}", search.stateCount(), search.depth());
    if (searched == SymbolicSearch::Status::Undecided)
      progress += "; some runs were too hard to decide";
    note("search", progress);
  }
  append_range(answer.notes, ended);
  for (const Prover &prover : provers)
    if (!prover.isDone)
      note(prover.title, prover.turns == 0 ? "it did not begin" : "no answer yet");
  if (!graph.isComplete())
    note("proofs", formatv("none was tried, because there are more than {0} places", graph.size()).str());
}

/// With limits that count work, not time.
void Portfolio::look() {
  searched = search.advance(std::numeric_limits<double>::infinity(), options.maxSets);
  if ((searched != SymbolicSearch::Status::Running && finishSearch()) || analyzeIntervals() || !graph.isComplete())
    return;
  EngineAnswer backwards = solveBackwards(BlockGraph(graph, facts), budget, options.maxSets);
  if (backwards.verdict == Verdict::Holds)
    accept(ProgramEngine::Induction, invariantOf(backwards.lemmas));
  else
    answer.reason = backwards.reason;
}

ProgramAnswer Portfolio::run() {
  constexpr size_t MaxNodes = 100'000;
  constexpr double FirstSlice = 0.2;
  constexpr uint64_t FewSteps = 20'000, ManySteps = 3'000'000;
  if (tryStates(FewSteps))
    return std::move(answer);
  graph.complete(MaxNodes, budget);
  if (options.maxSets != 0) {
    look();
  } else if (!advanceSearch(FirstSlice) && !analyzeIntervals()) {
    if (tryStates(ManySteps))
      return std::move(answer);
    if (!race() && answer.reason.empty())
      giveUp();
  }
  answer.states = search.stateCount();
  answer.depth = search.depth();
  return std::move(answer);
}

ProgramAnswer checkProgram(const ProgramSystem &system, const ProgramCheckOptions &options, const Budget &budget) {
  return Portfolio(system, options, budget).run();
}

} // namespace tenon
