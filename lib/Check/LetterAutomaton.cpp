//===- LetterAutomaton.cpp - Büchi automata over letters ------------------===//

#include "LetterAutomaton.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace tenon {

Components findComponents(uint32_t count, function_ref<std::optional<uint32_t>(uint32_t, size_t)> edge) {
  constexpr uint32_t None = ~uint32_t(0);
  struct Frame {
    uint32_t node;
    size_t next = 0;
  };
  Components result;
  result.of.assign(count, None);
  std::vector<uint32_t> index(count, None), low(count, 0), stack;
  std::vector<Frame> frames;
  uint32_t visited = 0;
  auto open = [&](uint32_t node) {
    index[node] = low[node] = visited++;
    stack.push_back(node);
    frames.push_back({node});
  };
  auto close = [&](uint32_t node) {
    bool trivial = stack.back() == node;
    for (size_t i = 0; trivial; ++i) {
      std::optional<uint32_t> target = edge(node, i);
      if (!target)
        break;
      trivial = *target != node;
    }
    uint32_t member;
    do {
      member = stack.back();
      stack.pop_back();
      result.of[member] = result.count();
    } while (member != node);
    result.trivial.push_back(trivial);
  };
  for (uint32_t root = 0; root < count; ++root) {
    if (index[root] == None)
      open(root);
    while (!frames.empty()) {
      uint32_t node = frames.back().node;
      if (std::optional<uint32_t> target = edge(node, frames.back().next++)) {
        if (index[*target] == None)
          open(*target);
        else if (result.of[*target] == None)
          low[node] = std::min(low[node], index[*target]);
        continue;
      }
      if (low[node] == index[node])
        close(node);
      frames.pop_back();
      if (!frames.empty())
        low[frames.back().node] = std::min(low[frames.back().node], low[node]);
    }
  }
  return result;
}

void LetterAutomaton::sortRow(StateId s) {
  llvm::sort(rows[s]);
  rows[s].erase(std::unique(rows[s].begin(), rows[s].end()), rows[s].end());
}

Components LetterAutomaton::components() const {
  return findComponents(size(), [this](uint32_t node, size_t i) -> std::optional<uint32_t> {
    return i < rows[node].size() ? std::optional<uint32_t>(rows[node][i].target) : std::nullopt;
  });
}

//===----------------------------------------------------------------------===//
// Trimming
//===----------------------------------------------------------------------===//

/// Keeps the states with a new number, in the order of `order`.
static void renumber(LetterAutomaton &automaton, const std::vector<StateId> &order) {
  std::vector<StateId> numbers(automaton.size(), ErrorState);
  for (StateId i = 0; i < order.size(); ++i)
    numbers[order[i]] = i;
  LetterAutomaton result;
  result.letterCount = automaton.letterCount;
  for (StateId old : order) {
    StateId s = result.addState(automaton.accepting[old]);
    for (const LetterAutomaton::Edge &e : automaton.rows[old])
      if (numbers[e.target] != ErrorState)
        result.rows[s].push_back({e.letter, numbers[e.target]});
    result.sortRow(s);
  }
  automaton = std::move(result);
}

static void cleanMarks(LetterAutomaton &automaton, const Components &components) {
  // Components without an accepting state stay; accepting ones all of whose cycles are accepting become so as a whole.
  LetterAutomaton rejecting;
  rejecting.letterCount = automaton.letterCount;
  for (StateId s = 0; s < automaton.size(); ++s) {
    rejecting.addState(false);
    for (const LetterAutomaton::Edge &e : automaton.rows[s])
      if (!automaton.accepting[s] && !automaton.accepting[e.target] && components.of[s] == components.of[e.target])
        rejecting.rows[s].push_back(e);
  }
  Components cycles = rejecting.components();
  std::vector<bool> hasRejectingCycle(components.count(), false), hasAccepting(components.count(), false);
  for (StateId s = 0; s < automaton.size(); ++s) {
    if (!cycles.trivial[cycles.of[s]])
      hasRejectingCycle[components.of[s]] = true;
    if (automaton.accepting[s])
      hasAccepting[components.of[s]] = true;
  }
  std::map<std::vector<LetterAutomaton::Edge>, bool> marks;
  for (StateId s = 0; s < automaton.size(); ++s) {
    uint32_t component = components.of[s];
    if (components.trivial[component])
      automaton.accepting[s] = false;
    else if (hasAccepting[component] && !hasRejectingCycle[component])
      automaton.accepting[s] = true;
    if (!components.trivial[component])
      marks.try_emplace(automaton.rows[s], automaton.accepting[s]);
  }
  for (StateId s = 0; s < automaton.size(); ++s)
    if (components.trivial[components.of[s]])
      if (auto twin = marks.find(automaton.rows[s]); twin != marks.end())
        automaton.accepting[s] = twin->second;
}

void trim(LetterAutomaton &automaton) {
  Components components = automaton.components();
  // Components come in an order in which successors are first.
  std::vector<bool> useful(components.count(), false);
  for (StateId s = 0; s < automaton.size(); ++s)
    if (automaton.accepting[s] && !components.trivial[components.of[s]])
      useful[components.of[s]] = true;
  std::vector<std::vector<StateId>> members(components.count());
  for (StateId s = 0; s < automaton.size(); ++s)
    members[components.of[s]].push_back(s);
  for (uint32_t c = 0; c < components.count(); ++c)
    for (StateId s : members[c])
      for (const LetterAutomaton::Edge &e : automaton.rows[s])
        if (useful[components.of[e.target]])
          useful[c] = true;
  std::vector<StateId> order{0};
  std::vector<bool> seen(automaton.size(), false);
  seen[0] = true;
  for (size_t i = 0; i < order.size(); ++i)
    for (const LetterAutomaton::Edge &e : automaton.rows[order[i]])
      if (!seen[e.target] && useful[components.of[e.target]]) {
        seen[e.target] = true;
        order.push_back(e.target);
      }
  renumber(automaton, order);
  cleanMarks(automaton, automaton.components());
}

//===----------------------------------------------------------------------===//
// Bisimulation
//===----------------------------------------------------------------------===//

/// The quotient; a block accepts if one of its members does. Keeps state 0 first.
static void quotient(LetterAutomaton &automaton, const std::vector<uint32_t> &blockOf, uint32_t blockCount) {
  LetterAutomaton result;
  result.letterCount = automaton.letterCount;
  std::vector<StateId> numbers(blockCount, ErrorState);
  for (StateId s = 0; s < automaton.size(); ++s)
    if (numbers[blockOf[s]] == ErrorState)
      numbers[blockOf[s]] = result.addState(false);
  for (StateId s = 0; s < automaton.size(); ++s) {
    StateId block = numbers[blockOf[s]];
    if (automaton.accepting[s])
      result.accepting[block] = true;
    for (const LetterAutomaton::Edge &e : automaton.rows[s])
      result.rows[block].push_back({e.letter, numbers[blockOf[e.target]]});
  }
  for (StateId s = 0; s < result.size(); ++s)
    result.sortRow(s);
  automaton = std::move(result);
}

static uint32_t bisimilarity(const LetterAutomaton &automaton, std::vector<uint32_t> &blockOf) {
  blockOf.assign(automaton.size(), 0);
  for (StateId s = 0; s < automaton.size(); ++s)
    blockOf[s] = automaton.accepting[s];
  for (uint32_t blockCount = 0;;) {
    std::map<std::pair<uint32_t, std::vector<LetterAutomaton::Edge>>, uint32_t> signatures;
    std::vector<uint32_t> refined(automaton.size());
    for (StateId s = 0; s < automaton.size(); ++s) {
      std::vector<LetterAutomaton::Edge> signature = automaton.rows[s];
      for (LetterAutomaton::Edge &e : signature)
        e.target = blockOf[e.target];
      llvm::sort(signature);
      signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
      auto number = static_cast<uint32_t>(signatures.size());
      refined[s] = signatures.try_emplace({blockOf[s], std::move(signature)}, number).first->second;
    }
    blockOf = std::move(refined);
    if (signatures.size() == blockCount)
      return blockCount;
    blockCount = static_cast<uint32_t>(signatures.size());
  }
}

void reduceByBisimulation(LetterAutomaton &automaton) {
  for (StateId before = ~StateId(0); automaton.size() < before;) {
    trim(automaton);
    before = automaton.size();
    std::vector<uint32_t> blockOf;
    uint32_t blocks = bisimilarity(automaton, blockOf);
    if (blocks < automaton.size())
      quotient(automaton, blockOf, blocks);
  }
  trim(automaton);
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

/// The rows of the greatest direct simulation: bit q of row p if q simulates p. Nullopt when the budget ends.
static std::optional<std::vector<BitVector>> directSimulation(const LetterAutomaton &automaton, const Budget &budget) {
  StateId n = automaton.size();
  std::vector<BitVector> simulatedBy(n, BitVector(n, true));
  for (StateId p = 0; p < n; ++p)
    for (StateId q = 0; q < n; ++q)
      if (automaton.accepting[p] && !automaton.accepting[q])
        simulatedBy[p].reset(q);
  auto simulates = [&](StateId p, StateId q) {
    const auto &answers = automaton.rows[q];
    size_t first = 0;
    for (const LetterAutomaton::Edge &move : automaton.rows[p]) {
      while (first < answers.size() && answers[first].letter < move.letter)
        ++first;
      bool answered = false;
      for (size_t i = first; i < answers.size() && answers[i].letter == move.letter && !answered; ++i)
        answered = simulatedBy[move.target][answers[i].target];
      if (!answered)
        return false;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId p = 0; p < n; ++p) {
      if (p % 64 == 0 && budget.exceeded() != Budget::Limit::None)
        return std::nullopt;
      for (int q = simulatedBy[p].find_first(); q >= 0; q = simulatedBy[p].find_next(static_cast<unsigned>(q)))
        if (p != StateId(q) && !simulates(p, StateId(q))) {
          simulatedBy[p].reset(static_cast<unsigned>(q));
          changed = true;
        }
    }
  }
  return simulatedBy;
}

bool reduceBySimulation(LetterAutomaton &automaton, const Budget &budget) {
  // Beyond this product of states squared and mean degree, simulation takes too long for what it gains.
  constexpr uint64_t MaxWork = uint64_t(1) << 22;
  for (StateId before = ~StateId(0); automaton.size() < before;) {
    reduceByBisimulation(automaton);
    before = automaton.size();
    uint64_t edges = 0;
    for (const auto &row : automaton.rows)
      edges += row.size();
    if (edges * automaton.size() > MaxWork)
      return true;
    std::optional<std::vector<BitVector>> simulatedBy = directSimulation(automaton, budget);
    if (!simulatedBy)
      return false;
    std::vector<uint32_t> blockOf(automaton.size());
    for (StateId s = 0; s < automaton.size(); ++s) {
      blockOf[s] = s;
      for (StateId earlier = 0; earlier < s && blockOf[s] == s; ++earlier)
        if ((*simulatedBy)[s][earlier] && (*simulatedBy)[earlier][s])
          blockOf[s] = earlier;
    }
    for (StateId s = 0; s < automaton.size(); ++s) {
      std::vector<LetterAutomaton::Edge> kept;
      for (const LetterAutomaton::Edge &e : automaton.rows[s])
        if (none_of(automaton.rows[s], [&](const LetterAutomaton::Edge &better) {
              return better.letter == e.letter && blockOf[better.target] != blockOf[e.target] &&
                     (*simulatedBy)[e.target][better.target];
            }))
          kept.push_back(e);
      automaton.rows[s] = std::move(kept);
    }
    quotient(automaton, blockOf, automaton.size());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

BuchiAutomaton toBuchiAutomaton(const LetterAutomaton &automaton, const std::shared_ptr<LabelTable> &table,
                                function_ref<ArrayRef<LabelId>(Letter)> labels) {
  // A letter makes a difference if some state's targets are not those of OtherLetter.
  auto targets = [](const std::vector<LetterAutomaton::Edge> &row, Letter letter) {
    SmallVector<StateId, 4> result;
    auto edge = llvm::lower_bound(row, LetterAutomaton::Edge{letter, 0});
    for (; edge != row.end() && edge->letter == letter; ++edge)
      result.push_back(edge->target);
    return result;
  };
  std::vector<bool> kept(automaton.letterCount, false);
  std::vector<LabelId> alphabetLabels;
  for (Letter letter = OtherLetter + 1; letter < automaton.letterCount; ++letter) {
    kept[letter] =
        any_of(automaton.rows, [&](const auto &row) { return targets(row, letter) != targets(row, OtherLetter); });
    if (kept[letter])
      append_range(alphabetLabels, labels(letter));
  }
  Alphabet alphabet(table, std::move(alphabetLabels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(automaton.size());
  for (StateId s = 0; s < automaton.size(); ++s)
    for (const LetterAutomaton::Edge &e : automaton.rows[s]) {
      if (e.letter == OtherLetter)
        builder.addAction(s, TauAction, e.target);
      else if (kept[e.letter])
        for (LabelId label : labels(e.letter))
          builder.addAction(s, *alphabet.find(label), e.target);
    }
  return {builder.build("", LtsBuilder::Keep::All), automaton.accepting};
}

} // namespace tenon
