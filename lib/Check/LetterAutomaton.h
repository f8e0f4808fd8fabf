//===- LetterAutomaton.h - Büchi automata over letters --------------------===//
//
// What the translations work on: labels that behave alike are one letter.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_CHECK_LETTERAUTOMATON_H
#define TENON_LIB_CHECK_LETTERAUTOMATON_H

#include "tenon/Check/Buchi.h"
#include "tenon/Lower/Ltl.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

/// Strongly connected components of a graph of `count` nodes, numbered such that edges lead to the same or to a lower
/// number. `trivial` components have one node and no cycle.
struct Components {
  std::vector<uint32_t> of;
  std::vector<bool> trivial;
  uint32_t count() const { return static_cast<uint32_t>(trivial.size()); }
};

/// `edge(node, i)` is the i-th successor of a node, or nullopt if it has no more. Tarjan's algorithm, without
/// recursion.
Components findComponents(uint32_t count, llvm::function_ref<std::optional<uint32_t>(uint32_t node, size_t i)> edge);

struct LetterAutomaton {
  struct Edge {
    Letter letter;
    StateId target;
    friend auto operator<=>(const Edge &, const Edge &) = default;
  };
  unsigned letterCount = 1;
  std::vector<std::vector<Edge>> rows; ///< Sorted, without duplicates. The initial state is 0.
  std::vector<bool> accepting;

  StateId size() const { return static_cast<StateId>(rows.size()); }
  StateId addState(bool isAccepting) {
    rows.emplace_back();
    accepting.push_back(isAccepting);
    return size() - 1;
  }
  void sortRow(StateId s);
  Components components() const;
};

/// Keeps the reachable states from which an accepting cycle can be reached, and the initial state; numbers them breadth
/// first. Marks are changed where they do not matter: none where no accepting cycle is, all in components all of whose
/// cycles are accepting, and for states without a cycle such that they equal another state if possible.
void trim(LetterAutomaton &automaton);

/// The quotient by bisimilarity, trimmed. Preserves determinism and completeness, except that a state that accepts
/// nothing may be missing.
void reduceByBisimulation(LetterAutomaton &automaton);

/// The quotient by direct simulation, without transitions to states that a sibling simulates (Somenzi and Bloem, 2000,
/// §5); only by bisimilarity where it is too large for the quadratic algorithm. False when the budget ends.
bool reduceBySimulation(LetterAutomaton &automaton, const Budget &budget);

/// In terms of labels: `labels(letter)` are those of a letter; letters that behave like OtherLetter are left out.
BuchiAutomaton toBuchiAutomaton(const LetterAutomaton &automaton, const std::shared_ptr<LabelTable> &table,
                                llvm::function_ref<llvm::ArrayRef<LabelId>(Letter)> labels);

} // namespace tenon

#endif // TENON_LIB_CHECK_LETTERAUTOMATON_H
