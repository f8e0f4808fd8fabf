//===- SeparatingAssumption.cpp - The smallest assumption -----------------===//

#include "tenon/AssumeGuarantee/SeparatingAssumption.h"

#include "AssumptionEncoding.h"
#include "PremiseSearch.h"
#include "ViolationSearch.h"

#include <cassert>
#include <numeric>

namespace tenon {

namespace {

/// How far a violation is looked for before each conjecture: so many pairs of states, and more for each node of the
/// sample.
constexpr size_t PairsAtOnce = 1000;
constexpr size_t PairsForNode = 16;

class SeparatingSearch {
public:
  SeparatingSearch(const AssumptionProblem &p, const Budget &b, const SeparatingOptions &o)
      : problem(p), budget(b), options(o), letters(allLetters(p.interface)), legal(p.checked, p.interface, letters, b) {
  }
  AssumptionResult run();

private:
  static std::vector<Action> allLetters(const Alphabet &interface) {
    std::vector<Action> letters(interface.size());
    std::iota(letters.begin(), letters.end(), Action(1));
    return letters;
  }
  void search(Sample &sample, AssumptionEncoding &encoding);
  bool solve(const Sample &sample, AssumptionEncoding &encoding);
  bool grow(AssumptionEncoding &encoding);
  Lts assumption(const Conjecture &conjecture) const;
  void showProgress(const AssumptionEncoding &encoding) const {
    budget.proofProgress({encoding.stateCount(), letters.size(), result.iterations, 0});
  }

  const AssumptionProblem &problem;
  const Budget &budget;
  const SeparatingOptions &options;
  std::vector<Action> letters;
  LegalLanguage legal;
  AssumptionResult result;
};

AssumptionResult SeparatingSearch::run() {
  if (legal.initial() == LegalLanguage::Illegal) {
    result.violation.emplace();
    return std::move(result);
  }
  Sample sample(problem, legal);
  AssumptionEncoding encoding(sample, problem.interface.size());
  search(sample, encoding);
  result.satVariables = encoding.sat().variableCount();
  result.satClauses = encoding.sat().clauseCount();
  return std::move(result);
}

void SeparatingSearch::search(Sample &sample, AssumptionEncoding &encoding) {
  PremiseSearch premises(problem, legal, budget);
  ViolationSearch violations(problem, legal);
  while (true) {
    if (sample.contradiction()) {
      result.violation = sample.contradiction();
      return;
    }
    // Not more work than the rest; so a proof pays little for it.
    result.violation = violations.advance(PairsAtOnce + PairsForNode * sample.size());
    if (result.violation)
      return;
    encoding.addNodes();
    if (!solve(sample, encoding))
      return;
    Conjecture conjecture = encoding.conjecture();
    ++result.iterations;
    showProgress(encoding);

    std::vector<Mistake> uncovered = premises.findUncovered(conjecture), illegal;
    if (premises.limit() == Budget::Limit::None) {
      premises.removeUnused(conjecture);
      illegal = premises.findIllegal(conjecture);
    }
    result.limit = premises.limit();
    if (result.limit != Budget::Limit::None)
      return;
    if (uncovered.empty() && illegal.empty()) {
      result.assumption = assumption(conjecture);
      return;
    }
    // A conjecture makes no mistake about nodes, so there is a new state or word in each.
    [[maybe_unused]] Sample::NodeId known = sample.size();
    for (const Mistake &mistake : uncovered) {
      sample.addStates(mistake.path);
      sample.add(mistake.word);
    }
    for (const Mistake &mistake : illegal)
      sample.add(mistake.word);
    assert(sample.size() > known);
  }
}

/// Adds states until there is an automaton.
bool SeparatingSearch::solve(const Sample &sample, AssumptionEncoding &encoding) {
  std::vector<Sample::NodeId> clique = sample.findClique();
  while (encoding.stateCount() < clique.size())
    if (!grow(encoding))
      return false;
  while (true)
    switch (encoding.solve(clique, budget)) {
    case SatSolver::Answer::Satisfiable:
      return true;
    case SatSolver::Answer::Unsatisfiable:
      if (!grow(encoding))
        return false;
      break;
    case SatSolver::Answer::Unknown:
      result.limit = encoding.sat().limit();
      return false;
    }
}

bool SeparatingSearch::grow(AssumptionEncoding &encoding) {
  if (options.maxStates && encoding.stateCount() >= options.maxStates) {
    result.limit = Budget::Limit::States;
    return false;
  }
  encoding.addState();
  showProgress(encoding);
  return true;
}

Lts SeparatingSearch::assumption(const Conjecture &conjecture) const {
  LtsBuilder builder(problem.interface);
  builder.reserveStates(conjecture.stateCount);
  for (uint32_t s = 0; s < conjecture.stateCount; ++s)
    for (Action letter : letters)
      if (uint32_t target = conjecture.target(s, letter); target != Conjecture::Refused)
        builder.addAction(s, letter, target);
  return builder.build("A");
}

} // namespace

AssumptionResult findSeparatingAssumption(const AssumptionProblem &problem, const Budget &budget,
                                          const SeparatingOptions &options) {
  return SeparatingSearch(problem, budget, options).run();
}

} // namespace tenon
