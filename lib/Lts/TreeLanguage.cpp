//===- TreeLanguage.cpp - The trees that an LTS simulates -----------------===//

#include "Refinement.h"
#include "SetStore.h"
#include "TauGraph.h"

#include "tenon/Lts/TreeAutomaton.h"

#include "llvm/ADT/bit.h"

#include <map>
#include <numeric>

namespace tenon {

/// The LTS with tau for what is silent.
static Lts withSilence(const Lts &lts, llvm::ArrayRef<TreeLetter> letterOf) {
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  transitions.reserve(lts.transitionCount());
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    for (const Transition &t : lts.successors(s))
      transitions.push_back({letterOf[t.action] == TreeLanguage::Silent ? TauAction : t.action, t.target});
    rowStart.push_back(transitions.size());
  }
  return LtsBuilder::fromRows("", lts.alphabet(), std::move(rowStart), std::move(transitions), std::nullopt,
                              LtsBuilder::Keep::All);
}

TreeLanguage::TreeLanguage(const Lts &lts, llvm::ArrayRef<TreeLetter> letterOf, std::vector<TreeLetter> everywhere)
    : always(std::move(everywhere)) {
  TauGraph graph(withSilence(lts, letterOf), /*contractSilentCycles=*/true);
  first = graph.nodeOf(Lts::initial());
  rowStart.assign(1, 0);
  for (uint32_t node = 0; node < graph.nodeCount(); ++node) {
    if (node != graph.errorNode())
      for (const Transition &t : graph.incoming(node))
        edges.push_back({t.action == TauAction ? Silent : letterOf[t.action], t.target});
    std::sort(edges.begin() + rowStart.back(), edges.end());
    edges.erase(std::unique(edges.begin() + rowStart.back(), edges.end()), edges.end());
    rowStart.push_back(static_cast<uint32_t>(edges.size()));
  }
  edges.shrink_to_fit();
}

namespace {

/// Subsets of the states as bits, numbered.
class SetRecognizer : public TreeRecognizer {
public:
  SetRecognizer(const TreeLanguage &trees, uint32_t letterCount, bool complemented)
      : language(trees), letters(letterCount), complement(complemented), words((trees.stateCount() + 63) / 64),
        isEverywhere(letterCount), scratch(words) {
    for (TreeLetter letter : trees.everywhere())
      isEverywhere[letter] = true;
    for (StateId s = 0; s < trees.stateCount(); ++s)
      scratch[s / 64] |= uint64_t(1) << s % 64;
    all = sets.intern(scratch);
  }

  uint32_t initial() override { return all; }
  uint32_t forward(uint32_t set, TreeLetter letter) override {
    if (isEverywhere[letter])
      return set;
    size_t place = set * size_t(letters) + letter;
    if (place >= forwards.size())
      forwards.resize((set + size_t(1)) * letters, None);
    if (forwards[place] == None)
      forwards[place] = predecessors(set, letter);
    return forwards[place];
  }
  uint32_t cross(uint32_t a, uint32_t b) override {
    if (a == b || b == all)
      return a;
    if (a == all)
      return b;
    auto [place, isNew] = crosses.try_emplace({std::max(a, b), std::min(a, b)}, 0);
    if (!isNew)
      return place->second;
    for (size_t w = 0; w < words; ++w)
      scratch[w] = sets[a][w] & sets[b][w];
    return place->second = sets.intern(scratch);
  }
  bool accepts(uint32_t set) override {
    StateId s = language.initial();
    return (sets[set][s / 64] >> s % 64 & 1) != complement;
  }
  bool covers(uint32_t better, uint32_t worse) override {
    if (complement)
      std::swap(better, worse);
    for (size_t w = 0; w < words; ++w)
      if (sets[worse][w] & ~sets[better][w])
        return false;
    return true;
  }

private:
  void add(StateId s) {
    uint64_t bit = uint64_t(1) << s % 64;
    if (!(scratch[s / 64] & bit)) {
      scratch[s / 64] |= bit;
      todo.push_back(s);
    }
  }
  uint32_t predecessors(uint32_t set, TreeLetter letter);

  const TreeLanguage &language;
  uint32_t letters;
  bool complement;
  size_t words;
  std::vector<bool> isEverywhere;
  SetStore<uint64_t> sets;
  std::vector<uint64_t> scratch;
  std::vector<StateId> todo;
  std::vector<uint32_t> forwards;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> crosses;
  uint32_t all = 0;
};

} // namespace

uint32_t SetRecognizer::predecessors(uint32_t set, TreeLetter letter) {
  std::fill(scratch.begin(), scratch.end(), 0);
  for (size_t w = 0; w < words; ++w)
    for (uint64_t bits = sets[set][w]; bits; bits &= bits - 1)
      for (const TreeLanguage::Edge &edge :
           language.incoming(static_cast<StateId>(w * 64 + static_cast<size_t>(llvm::countr_zero(bits)))))
        if (edge.letter == letter)
          add(edge.source);
  while (!todo.empty()) {
    StateId s = todo.back();
    todo.pop_back();
    for (const TreeLanguage::Edge &edge : llvm::reverse(language.incoming(s))) {
      if (edge.letter != TreeLanguage::Silent)
        break;
      add(edge.source);
    }
  }
  return sets.intern(scratch);
}

std::unique_ptr<TreeRecognizer> recognizer(const TreeLanguage &language, uint32_t letters, bool complement) {
  return std::make_unique<SetRecognizer>(language, letters, complement);
}

//===----------------------------------------------------------------------===//
// Smallest trees
//===----------------------------------------------------------------------===//

namespace {

/// What a tree has a run to: a state of the language and one of the recognizer; and how the tree is made.
struct Item {
  StateId state;
  uint32_t recognized;
  uint32_t first, second; ///< Items; second is None where the tree is a letter and a tree, both for λ.
  TreeLetter letter;      ///< Silent: the tree is that of `first`.
};

class SmallestTree {
public:
  SmallestTree(const TreeLanguage &trees, TreeRecognizer &recognizer, TreeDag &treeStore, const Budget &budget)
      : language(trees), accepted(recognizer), store(treeStore), watch(budget), itemsOf(trees.stateCount()) {}

  llvm::Expected<std::optional<TreeId>> run();

private:
  void offer(uint64_t cost, Item item);
  bool isCovered(const Item &item);
  void extend(uint32_t number, uint64_t cost);
  TreeId treeOf(uint32_t number);

  const TreeLanguage &language;
  TreeRecognizer &accepted;
  TreeDag &store;
  BudgetWatch watch;
  std::vector<Item> items; ///< Those that are kept, in order of cost.
  std::vector<uint64_t> costs;
  std::vector<std::vector<uint32_t>> itemsOf; ///< By state.
  std::map<uint64_t, std::vector<Item>> waiting;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint64_t> offered; ///< The least cost, by state and recognized.
};

} // namespace

void SmallestTree::offer(uint64_t cost, Item item) {
  auto [place, isNew] = offered.try_emplace({item.state, item.recognized}, cost);
  if (!isNew && place->second <= cost)
    return;
  place->second = cost;
  waiting[cost].push_back(item);
}

bool SmallestTree::isCovered(const Item &item) {
  return llvm::any_of(itemsOf[item.state],
                      [&](uint32_t other) { return accepted.covers(items[other].recognized, item.recognized); });
}

void SmallestTree::extend(uint32_t number, uint64_t cost) {
  Item item = items[number];
  for (const TreeLanguage::Edge &edge : language.incoming(item.state)) {
    if (edge.letter == TreeLanguage::Silent)
      offer(cost, {edge.source, item.recognized, number, None, edge.letter});
    else
      offer(cost + 1, {edge.source, accepted.forward(item.recognized, edge.letter), number, None, edge.letter});
  }
  for (TreeLetter letter : language.everywhere())
    offer(cost + 1, {item.state, accepted.forward(item.recognized, letter), number, None, letter});
  for (uint32_t other : itemsOf[item.state])
    offer(llvm::SaturatingAdd(cost, costs[other]),
          {item.state, accepted.cross(item.recognized, items[other].recognized), number, other, 0});
}

TreeId SmallestTree::treeOf(uint32_t number) {
  // Items ascend from subtrees to trees.
  std::vector<TreeId> trees(number + size_t(1));
  std::vector<bool> isNeeded(number + size_t(1));
  isNeeded[number] = true;
  auto isLambda = [](const Item &item) { return item.first == None; };
  for (uint32_t i = number + 1; i-- > 0;)
    if (isNeeded[i] && !isLambda(items[i])) {
      isNeeded[items[i].first] = true;
      if (items[i].second != None)
        isNeeded[items[i].second] = true;
    }
  for (uint32_t i = 0; i <= number; ++i) {
    const Item &item = items[i];
    if (!isNeeded[i] || isLambda(item))
      continue;
    trees[i] = item.second != None                   ? store.sum(trees[item.first], trees[item.second])
               : item.letter == TreeLanguage::Silent ? trees[item.first]
                                                     : store.forward(item.letter, trees[item.first]);
  }
  return trees[number];
}

llvm::Expected<std::optional<TreeId>> SmallestTree::run() {
  for (StateId s = 0; s < language.stateCount(); ++s)
    offer(0, {s, accepted.initial(), None, None, 0});
  while (!waiting.empty()) {
    uint64_t cost = waiting.begin()->first;
    std::vector<Item> batch = std::move(waiting.begin()->second);
    waiting.erase(waiting.begin());
    for (size_t i = 0; i < batch.size(); ++i) {
      Item item = batch[i];
      if (watch.ranOut(1 + itemsOf[item.state].size()))
        return watch.error("smallest tree");
      if (isCovered(item))
        continue;
      auto number = static_cast<uint32_t>(items.size());
      items.push_back(item);
      costs.push_back(cost);
      itemsOf[item.state].push_back(number);
      if (item.state == language.initial() && accepted.accepts(item.recognized))
        return treeOf(number);
      extend(number, cost);
      // Silent steps and sums with λ cost nothing.
      if (auto more = waiting.find(cost); more != waiting.end()) {
        batch.insert(batch.end(), more->second.begin(), more->second.end());
        waiting.erase(more);
      }
    }
  }
  return std::nullopt;
}

llvm::Expected<std::optional<TreeId>> smallestTree(const TreeLanguage &language, TreeRecognizer &accepted,
                                                   TreeDag &store, const Budget &budget) {
  return SmallestTree(language, accepted, store, budget).run();
}

llvm::Expected<std::optional<TreeId>> smallestTree(TreeRecognizer &accepted, uint32_t letters, TreeDag &store,
                                                   const Budget &budget) {
  std::vector<TreeLetter> all(letters);
  std::iota(all.begin(), all.end(), TreeLetter(0));
  return smallestTree(TreeLanguage(Lts(), {TreeLanguage::Silent}, std::move(all)), accepted, store, budget);
}

} // namespace tenon
