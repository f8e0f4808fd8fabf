//===- ProcessLowering.h - One primitive process to its LTS ---------------===//

#ifndef TENON_LIB_LOWER_PROCESSLOWERING_H
#define TENON_LIB_LOWER_PROCESSLOWERING_H

#include "tenon/Lower/Lower.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// Lowers one instance of a primitive process (fsp-language §6, order of compilation).
///
/// Every combination of index values of a local process is an explicit state, numbered by arithmetic where all indices
/// are ranges, so that a reference costs no look-up; where an index is a set of labels, states are found by the text of
/// their indices, as LTSA does (`S[s]` with s = 2.3 is the state S.2.3).
class ProcessLowering {
public:
  ProcessLowering(Lowering &lowering, const ProcessModel &process, llvm::ArrayRef<Value> arguments, std::string name);
  LtsRef run();

private:
  /// The states of one local definition.
  struct Block {
    const LocalModel *local = nullptr;
    StateId base = 0;
    StateId count = 1;
    bool ranges = true;                             ///< All indices are ranges of numbers.
    llvm::SmallVector<Evaluator::Bounds, 2> bounds; ///< If `ranges`.
  };
  /// A state whose transitions are still to be made: a choice, or the rest of a prefix chain.
  struct Pending {
    StateId state;
    const BodyModel *choice;
    const AlternativeModel *alternative;
    size_t position;
    Environment env;
  };

  struct Edge {
    StateId from;
    LabelId label;
    StateId to;
  };

  bool layOut();
  bool layOutBlock(Block &block);
  const Block &blockOf(StateId namedState) const;
  bool nameStates(const Block &block);
  bool checkDuplicates();
  bool emitBlock(const Block &block);
  bool emitPending();
  bool emitAlternative(StateId from, const AlternativeModel &alternative, size_t position, Environment &env);
  /// The state a body stands for; a new one for a choice.
  std::optional<StateId> target(const BodyModel *body, Environment &env);
  /// Follows the conditionals of a body; null is STOP.
  bool chooseBranch(const BodyModel *&body, const Environment &env);
  std::optional<StateId> referenceTarget(const BodyModel &reference, const Environment &env);
  std::optional<StateId> localTarget(const BodyModel &reference, const Environment &env);
  std::optional<StateId> insert(const CallModel &call, const Environment &env, StateId continuation);
  StateId findState(uint32_t group, llvm::ArrayRef<Value> indices) const;
  void noteUndefined(const BodyModel &reference, llvm::ArrayRef<Value> indices);
  std::string instance() const;
  void warnOfUndefined();
  bool resolveAliases();
  void reportCircle(llvm::ArrayRef<StateId> chain);
  LtsRef build();
  LtsRef finish(Lts lts);
  bool checkDeterministic(const Lts &lts);
  StateId newState() { return states++; }
  bool withinBudget();
  /// False at a limit.
  bool addEdge(Edge edge);
  StateId resolved(StateId s) const {
    auto entry = s < explicitStates ? alias.find(s) : alias.end(); // ErrorState cannot be a key.
    return entry == alias.end() ? s : entry->second;
  }

  Lowering &lowering;
  Evaluator &evaluator;
  DiagnosticEngine &diagnostics;
  const LabelTable &labels;
  const ProcessModel &process;
  std::string name;
  Environment parameters;

  std::vector<Block> blocks;            ///< In the order of ProcessModel::locals.
  llvm::StringMap<StateId> namedStates; ///< States of blocks with label indices, by `group.text`.
  StateId states = 0;
  StateId explicitStates = 0;
  StateId stopState = 0, endState = 0;
  llvm::DenseMap<StateId, StateId> alias; ///< Of explicit states that are another state.
  bool startsInError = false;
  std::vector<Edge> edges;
  std::vector<LabelId> extraLabels;
  std::vector<Pending> pending;

  const BodyModel *undefinedReference = nullptr; ///< The first reference to a state that does not exist.
  std::string undefinedExample;
  uint64_t undefinedCount = 0;
};

} // namespace tenon

#endif // TENON_LIB_LOWER_PROCESSLOWERING_H
