//===- SimulationCheck.cpp - Simulation between definitions ---------------===//

#include "tenon/Check/SimulationCheck.h"

#include "Stopwatch.h"

#include "tenon/Check/CertifySimulation.h"

using namespace llvm;

namespace tenon {

/// Trees with common subtrees can be far larger than their graphs.
static constexpr size_t MostLetters = 2000;

/// Of a chain in a tree that is too large, so many actions are shown at either end.
static constexpr size_t ChainEnds = 50;

/// The tree at the end of a chain of `length` actions that begins at `root`.
static TreeId chainEnd(const TreeDag &store, TreeId root, size_t length) {
  for (; length > 0; --length)
    root = store.branches(root).front().second;
  return root;
}

static std::vector<ActionTree> unfolded(const SpelledTree &tree, TreeId root, bool isWhole, size_t &left,
                                        size_t inChain = 0) {
  std::vector<ActionTree> result;
  std::vector<std::pair<TreeLetter, TreeId>> branches = tree.store.branches(root);
  if (!isWhole && branches.size() == 1 && inChain == ChainEnds) {
    size_t length = 0;
    for (TreeId t = root; tree.store.branches(t).size() == 1; t = tree.store.branches(t).front().second)
      ++length;
    if (length > ChainEnds) {
      root = chainEnd(tree.store, root, length - ChainEnds);
      result.push_back({"… (" + std::to_string(length - ChainEnds) + " more)", {}});
      result.back().then = unfolded(tree, root, isWhole, left, inChain + 1);
      return result;
    }
  }
  for (auto [letter, rest] : branches) {
    if (left == 0) {
      result.push_back({"…", {}});
      break;
    }
    --left;
    ActionTree &branch = result.emplace_back();
    branch.action = tree.letters[letter];
    branch.then = unfolded(tree, rest, isWhole, left, branches.size() == 1 ? inChain + 1 : 0);
  }
  return result;
}

void reportTree(const SpelledTree &tree, CheckResult &result) {
  size_t left = MostLetters;
  bool isWhole = tree.store.letterCount(tree.root) <= MostLetters;
  result.tree = unfolded(tree, tree.root, isWhole, left);
}

/// What is to be explored. `property` and `deterministic` change a composite's behavior, so that it has to be composed.
static std::optional<Network> networkOf(const SimulationSide &side) {
  Lowering &lowering = side.lowering;
  const Model &model = lowering.theModel();
  std::optional<DefinitionRef> definition = model.findDefinition(side.name);
  const CompositeModel *composite = model.findComposite(side.name);
  bool isComposed = definition && (definition->kind != DefinitionKind::Composite || !composite ||
                                   composite->modifiers.property || composite->modifiers.deterministic);
  if (!isComposed)
    return lowering.networkNamed(side.name);
  LtsRef whole = lowering.lts(*definition);
  if (!whole)
    return std::nullopt;
  Network network;
  network.name = whole->name();
  network.table = model.labels;
  network.components.push_back({whole->name(), whole});
  return network;
}

static void certifyResult(const SimulationSide &left, const Lts &right, const SimulationOptions &options,
                          const SimulationSearch &search, CheckResult &result) {
  const Budget &budget = left.lowering.theBudget();
  LtsRef composed = left.lowering.ltsNamed(left.name);
  if (composed && !search.simulated) {
    result.certified = certifyTree(*composed, right, options, search.tree);
    return;
  }
  if (composed)
    result.certified = certifySimulation(*composed, right, options, budget);
  if (result.certified)
    return;
  result.verdict = Verdict::Unknown;
  result.reason = "it holds, but was not certified: " + budget.describe(budget.causeOfFailure());
}

std::optional<CheckResult> checkSimulation(const SimulationSide &left, const SimulationSide &right,
                                           const SimulationOptions &options, bool certify) {
  Stopwatch watch;
  const Budget &budget = left.lowering.theBudget();
  CheckResult result;
  result.kind = CheckKind::Simulation;
  result.system = left.title;
  result.property = right.title;
  std::optional<Network> network = networkOf(left);
  LtsRef specification = network ? right.lowering.ltsNamed(right.name) : nullptr;
  if (!specification) {
    const Lowering &failed = network ? right.lowering : left.lowering;
    if (failed.limit() == Budget::Limit::None)
      return std::nullopt;
    result.reason = failed.describeLimit();
    return result;
  }
  SimulationSearch search = searchSimulation(*network, *specification, options, budget);
  result.statistics = search.statistics;
  result.searched = true;
  if (search.limit != Budget::Limit::None) {
    result.reason = budget.describe(search.limit);
    return result;
  }
  result.verdict = search.simulated ? Verdict::Holds : Verdict::Violated;
  if (!search.simulated) {
    result.reason = left.title + " can do this tree, and " + right.title + " cannot";
    reportTree(search.tree, result);
  }
  result.seconds = watch.seconds();
  if (certify)
    certifyResult(left, *specification, options, search, result);
  return result;
}

} // namespace tenon
