//===- TreeAutomaton.cpp - Deterministic tree automata --------------------===//

#include "tenon/Lts/TreeAutomaton.h"

#include "Refinement.h"

#include <map>

namespace tenon {

TreeRecognizer::~TreeRecognizer() = default;

uint32_t TreeDfa::run(const TreeDag &store, TreeId tree) const {
  // Numbers ascend from subtrees to trees.
  std::vector<uint32_t> state(tree + size_t(1), None);
  std::vector<TreeId> todo{tree};
  while (!todo.empty()) {
    TreeId t = todo.back();
    const TreeDag::Node &node = store[t];
    bool isLeaf = node.kind == TreeDag::Kind::Empty, isSum = node.kind == TreeDag::Kind::Sum;
    size_t before = todo.size();
    if (!isLeaf && state[node.first] == None)
      todo.push_back(node.first);
    if (isSum && state[node.second] == None)
      todo.push_back(node.second);
    if (todo.size() != before)
      continue;
    state[t] = isLeaf ? 0 : isSum ? sum(state[node.first], state[node.second]) : target(state[node.first], node.letter);
    todo.pop_back();
  }
  return state[tree];
}

namespace {

class DfaRecognizer : public TreeRecognizer {
public:
  DfaRecognizer(const TreeDfa &automaton, bool complemented) : dfa(automaton), complement(complemented) {}
  uint32_t initial() override { return 0; }
  uint32_t forward(uint32_t state, TreeLetter letter) override { return dfa.target(state, letter); }
  uint32_t cross(uint32_t a, uint32_t b) override { return dfa.sum(a, b); }
  bool accepts(uint32_t state) override { return dfa.accepting[state] != complement; }

private:
  const TreeDfa &dfa;
  bool complement;
};

class ProductRecognizer : public TreeRecognizer {
public:
  ProductRecognizer(TreeRecognizer &first, TreeRecognizer &second) : left(first), right(second) {}
  uint32_t initial() override { return number(left.initial(), right.initial()); }
  uint32_t forward(uint32_t state, TreeLetter letter) override {
    auto [l, r] = pairs[state];
    return number(left.forward(l, letter), right.forward(r, letter));
  }
  uint32_t cross(uint32_t a, uint32_t b) override {
    auto [l1, r1] = pairs[a];
    auto [l2, r2] = pairs[b];
    return number(left.cross(l1, l2), right.cross(r1, r2));
  }
  bool accepts(uint32_t state) override {
    return left.accepts(pairs[state].first) && right.accepts(pairs[state].second);
  }
  bool covers(uint32_t better, uint32_t worse) override {
    return left.covers(pairs[better].first, pairs[worse].first) &&
           right.covers(pairs[better].second, pairs[worse].second);
  }

private:
  uint32_t number(uint32_t l, uint32_t r) {
    auto [place, isNew] = numbers.try_emplace({l, r}, static_cast<uint32_t>(pairs.size()));
    if (isNew)
      pairs.push_back({l, r});
    return place->second;
  }

  TreeRecognizer &left, &right;
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
};

} // namespace

std::unique_ptr<TreeRecognizer> recognizer(const TreeDfa &automaton, bool complement) {
  return std::make_unique<DfaRecognizer>(automaton, complement);
}

std::unique_ptr<TreeRecognizer> intersection(TreeRecognizer &left, TreeRecognizer &right) {
  return std::make_unique<ProductRecognizer>(left, right);
}

llvm::Expected<TreeDfa> explicitAutomaton(TreeRecognizer &source, uint32_t letters, const Budget &budget) {
  std::vector<uint32_t> states{source.initial()};
  llvm::DenseMap<uint32_t, uint32_t> numbers{{states.front(), 0}};
  auto number = [&](uint32_t state) {
    auto [place, isNew] = numbers.try_emplace(state, static_cast<uint32_t>(states.size()));
    if (isNew)
      states.push_back(state);
    return place->second;
  };
  TreeDfa result;
  result.letters = letters;
  BudgetWatch watch(budget);
  for (uint32_t i = 0; i < states.size(); ++i) {
    if (watch.ranOut(64 * (letters + states.size())))
      return watch.error("tree automaton");
    uint32_t state = states[i];
    result.accepting.push_back(source.accepts(state));
    for (TreeLetter letter = 0; letter < letters; ++letter)
      result.forward.push_back(number(source.forward(state, letter)));
    for (uint32_t k = 0; k <= i; ++k)
      result.cross.push_back(number(source.cross(state, states[k])));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Minimization
//===----------------------------------------------------------------------===//

/// One round of Moore's refinement: the class of each state by its class so far and the classes of all its moves.
static std::vector<uint32_t> refined(const TreeDfa &dfa, const std::vector<uint32_t> &classOf) {
  std::map<std::vector<uint32_t>, uint32_t> classes;
  std::vector<uint32_t> result;
  for (uint32_t s = 0; s < dfa.stateCount(); ++s) {
    std::vector<uint32_t> signature{classOf[s]};
    for (TreeLetter letter = 0; letter < dfa.letters; ++letter)
      signature.push_back(classOf[dfa.target(s, letter)]);
    for (uint32_t other = 0; other < dfa.stateCount(); ++other)
      signature.push_back(classOf[dfa.sum(s, other)]);
    result.push_back(classes.try_emplace(std::move(signature), static_cast<uint32_t>(classes.size())).first->second);
  }
  return result;
}

TreeDfa minimized(const TreeDfa &automaton) {
  Budget unlimited;
  std::unique_ptr<TreeRecognizer> all = recognizer(automaton);
  TreeDfa dfa = llvm::cantFail(explicitAutomaton(*all, automaton.letters, unlimited));
  std::vector<uint32_t> classOf(dfa.accepting.begin(), dfa.accepting.end());
  for (uint32_t count = 0;;) {
    classOf = refined(dfa, classOf);
    uint32_t next = *std::max_element(classOf.begin(), classOf.end()) + 1;
    if (next == count)
      break;
    count = next;
  }
  // Classes are numbered in the order of their first state, λ's first; a search then numbers the quotient.
  uint32_t count = *std::max_element(classOf.begin(), classOf.end()) + 1;
  std::vector<uint32_t> member(count);
  for (uint32_t s = dfa.stateCount(); s-- > 0;)
    member[classOf[s]] = s;
  TreeDfa quotient;
  quotient.letters = dfa.letters;
  for (uint32_t c = 0; c < count; ++c) {
    quotient.accepting.push_back(dfa.accepting[member[c]]);
    for (TreeLetter letter = 0; letter < dfa.letters; ++letter)
      quotient.forward.push_back(classOf[dfa.target(member[c], letter)]);
    for (uint32_t other = 0; other <= c; ++other)
      quotient.cross.push_back(classOf[dfa.sum(member[c], member[other])]);
  }
  std::unique_ptr<TreeRecognizer> canonical = recognizer(quotient);
  return llvm::cantFail(explicitAutomaton(*canonical, quotient.letters, unlimited));
}

} // namespace tenon
