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

static LtsRef ltsOf(Lowering &lowering, StringRef name) {
  if (std::optional<DefinitionRef> definition = lowering.theModel().findDefinition(name))
    return lowering.lts(*definition);
  std::optional<Network> network = lowering.defaultNetwork();
  if (!network)
    return nullptr;
  Expected<Lts> lts = compose(*network, lowering.theBudget());
  if (!lts)
    return lowering.outOfBudget(lts.takeError());
  return std::make_shared<const Lts>(std::move(*lts));
}

/// What is to be explored. `property` and `deterministic` change a composite's behavior, so that it has to be composed.
static std::optional<Network> networkOf(Lowering &lowering, StringRef name) {
  const Model &model = lowering.theModel();
  std::optional<DefinitionRef> definition = model.findDefinition(name);
  if (!definition)
    return lowering.defaultNetwork();
  const CompositeModel *composite = model.findComposite(name);
  bool isComposed = definition->kind != DefinitionKind::Composite || !composite || composite->modifiers.property ||
                    composite->modifiers.deterministic;
  if (!isComposed)
    return lowering.network(*definition);
  LtsRef whole = lowering.lts(*definition);
  if (!whole)
    return std::nullopt;
  Network network;
  network.name = whole->name();
  network.table = model.labels;
  network.components.push_back({whole->name(), whole});
  return network;
}

static void certifyResult(Lowering &lowering, StringRef left, const Lts &right, const SimulationOptions &options,
                          const SimulationSearch &search, CheckResult &result) {
  LtsRef composed = ltsOf(lowering, left);
  if (composed && !search.simulated) {
    result.certified = certifyTree(*composed, right, options, search.tree);
    return;
  }
  if (composed)
    result.certified = certifySimulation(*composed, right, options, lowering.theBudget());
  if (result.certified)
    return;
  result.verdict = Verdict::Unknown;
  result.reason =
      "it holds, but was not certified: " + lowering.theBudget().describe(lowering.theBudget().causeOfFailure());
}

std::optional<CheckResult> checkSimulation(Lowering &lowering, StringRef left, StringRef right,
                                           const SimulationOptions &options, bool certify) {
  Stopwatch watch;
  CheckResult result;
  result.kind = CheckKind::Simulation;
  std::optional<Network> network = networkOf(lowering, left);
  LtsRef specification = network ? ltsOf(lowering, right) : nullptr;
  if (!specification) {
    if (lowering.limit() == Budget::Limit::None)
      return std::nullopt;
    result.reason = lowering.describeLimit();
    return result;
  }
  SimulationSearch search = searchSimulation(*network, *specification, options, lowering.theBudget());
  result.statistics = search.statistics;
  result.searched = true;
  if (search.limit != Budget::Limit::None) {
    result.reason = lowering.theBudget().describe(search.limit);
    return result;
  }
  result.verdict = search.simulated ? Verdict::Holds : Verdict::Violated;
  if (!search.simulated) {
    result.reason = (left + " can do this tree, and " + right + " cannot").str();
    reportTree(search.tree, result);
  }
  result.seconds = watch.seconds();
  if (certify)
    certifyResult(lowering, left, *specification, options, search, result);
  return result;
}

} // namespace tenon
