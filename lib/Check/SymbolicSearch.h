//===- SymbolicSearch.h - Breadth-first search over sets of states --------===//

#ifndef TENON_LIB_CHECK_SYMBOLICSEARCH_H
#define TENON_LIB_CHECK_SYMBOLICSEARCH_H

#include "SymbolicState.h"

#include <unordered_map>

namespace tenon {

/// Runs the system forward, breadth first and in the order of its steps, on sets of states. A set all of whose states
/// have been seen at its place is not followed: whatever violation it leads to is found from those, not later and not
/// by a greater row of steps. So the first violation that is found has the shortest run and, of these, the least one.
class SymbolicSearch {
public:
  SymbolicSearch(StepGraph &graph, SmtContext &smt, const Budget &budget);

  enum class Status {
    Running,
    Violated,  ///< trace() is the canonical one.
    Exhausted, ///< All states have been seen, and none violates.
    Undecided, ///< The same, but whether some runs are possible is not known.
    Limit,     ///< The budget ended.
  };
  /// Goes on for about so many seconds (infinity: until it ends).
  Status advance(double seconds, size_t maxSets = ~size_t(0));

  /// Positions of its steps in stepsFrom(), from the initial place on.
  std::vector<uint32_t> trace() const { return traceTo(*violating); }
  uint64_t depth() const { return currentDepth; }
  uint64_t stateCount() const { return parents.size(); }
  /// After Exhausted: for each node what holds there; nullopt if some set could not be described without quantifiers.
  std::optional<std::vector<Term>> invariants() const;

private:
  struct Parent {
    uint32_t state;
    uint32_t position;
  };
  struct Frontier {
    uint32_t state, node;
    bool isCertain; ///< It is known to be possible.
    SymbolicState set;
  };
  enum class Possible { No, Yes, Unknown };

  void begin();
  void expand(const Frontier &from);
  void take(const Frontier &from, const GraphStep &step);
  void enter(uint32_t parent, uint32_t position, uint32_t node, bool isCertain, SymbolicState set);
  void addNews(std::vector<Term> &conditions, Term condition);
  Possible isPossible(llvm::ArrayRef<Term> conditions, Term guard);
  bool isSubsumed(uint32_t node, const SymbolicState &set);
  bool isSubsumedBySymbolic(uint32_t node, const SymbolicState &set);
  static bool mayOverlap(const SymbolicState &a, const SymbolicState &b);
  void record(uint32_t node, const SymbolicState &set);
  bool violates(uint32_t node, const SymbolicState &set);
  bool isReallyPossible(uint32_t state, Term violation);
  std::vector<uint32_t> traceTo(uint32_t state) const;
  llvm::DenseMap<VariableId, Term> witnessOf(const SymbolicState &set) const;

  /// What has been seen at a node.
  struct Seen {
    struct Set {
      SymbolicState set;
      Term formula; ///< Null if it is not exact.
    };
    std::vector<Set> sets;                                       ///< Those that are not concrete.
    std::unordered_multimap<size_t, std::vector<Term>> concrete; ///< Stores, by hash.
    bool isDescribed = true;                                     ///< Every set here was exact.
  };

  StepGraph &graph;
  TermContext &terms;
  const Budget &budget;
  SmtSolver solver;
  StateNormalizer normalizer;
  std::vector<Seen> seen;      ///< By node.
  std::vector<Parent> parents; ///< By state.
  std::deque<Frontier> frontier;
  size_t untilNextDepth = 0;
  uint64_t currentDepth = 0;
  std::optional<uint32_t> violating;
  bool isUndecided = false;
  bool hasBegun = false;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_SYMBOLICSEARCH_H
