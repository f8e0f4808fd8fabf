//===- StepGraph.h - Places of a system and steps between them ------------===//

#ifndef TENON_LIB_CHECK_STEPGRAPH_H
#define TENON_LIB_CHECK_STEPGRAPH_H

#include "CellView.h"

#include "tenon/Check/ProgramCertificate.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"

#include <deque>

namespace tenon {

/// A guarded assignment of all at once, over the variables of a CellView.
struct GraphStep {
  uint32_t target = 0;
  uint32_t position = 0;             ///< In stepsFrom() of the place.
  Term guard = nullptr;              ///< Also: over the inputs, when they are possible.
  llvm::SmallVector<Term, 1> inputs; ///< Variables of this step alone: what is arbitrary.
  llvm::SmallVector<std::pair<VariableId, Term>, 2> updates;
};

/// A place of the system.
struct GraphNode {
  Place place;
  Term violation =
      nullptr; ///< When an execution that is here violates: true, for the error of a property; null: never.
  bool isExpanded = false;
  bool isRelevant = true; ///< A violation may be reached from here.
  std::vector<GraphStep> steps;
  llvm::BitVector live; ///< Variables (positions in the view) whose values matter here.
};

/// The places that a system can reach as far as control is concerned, numbered in the order in which they are found.
/// Node 0 is the initial one.
class StepGraph {
public:
  StepGraph(const ProgramSystem &system, ReachabilityGoal goal);

  const ProgramSystem &theSystem() const { return system; }
  TermContext &terms() const { return *system.terms; }
  const CellView &view() const { return cells; }
  CellView &view() { return cells; }
  /// Of a variable of the view.
  size_t positionOf(VariableId variable) const { return positions.lookup(variable); }
  /// No variable of the view and no input has this id or a greater one.
  VariableId firstFree() const { return cells.firstFree() + MaxInputs; }

  /// Sets the variables initially. Its target is node 0.
  const GraphStep &initialStep() const { return initial; }
  size_t size() const { return nodes.size(); }
  const GraphNode &node(uint32_t number) const { return nodes[number]; }
  /// Finds the steps of a node, if that has not been done. References to nodes stay valid.
  const GraphNode &expanded(uint32_t number);

  /// Expands all nodes, unless there are more; then leaves out what cannot reach a violation, and finds live variables.
  /// False if there are more than `maxNodes`, or the budget ends: then all nodes count as relevant, all variables as
  /// live.
  bool complete(size_t maxNodes, const Budget &budget);
  bool isComplete() const { return completed; }

private:
  static constexpr VariableId MaxInputs = 1 << 16;

  uint32_t numberOf(const Place &place);
  void setInitialStep();
  Term violationAt(const Place &place, llvm::ArrayRef<Term> enabled) const;
  std::optional<GraphStep> graphStep(const SystemStep &step, Term &enabled);
  void addArbitrary(GraphStep &step, const SystemStep::Update &update);
  void addValue(GraphStep &step, VariableId variable, Term value);
  Term freshInput(GraphStep &step, const Sort &sort);
  void findRelevant();
  void findLive();
  void addUses(const GraphNode &node, llvm::BitVector &live) const;

  const ProgramSystem &system;
  ReachabilityGoal goal;
  CellView cells;
  llvm::DenseMap<VariableId, size_t> positions;
  std::deque<GraphNode> nodes;
  llvm::StringMap<uint32_t> numbers; ///< By the bytes of the place.
  std::vector<Term> inputs;
  GraphStep initial;
  bool completed = false;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_STEPGRAPH_H
