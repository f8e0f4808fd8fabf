//===- tenon/Lower/Lower.h - Model to LTSs and networks -------------------===//
//
// Expands index values, inlines sequential composition, applies the operators of each
// definition and composes. Problems that depend on index values (an empty range, a division
// by zero, a process that is not sequential) are reported here, with the positions Sema kept.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOWER_LOWER_H
#define TENON_LOWER_LOWER_H

#include "tenon/Lower/FiniteProgram.h"
#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Lts.h"
#include "tenon/Sema/Evaluator.h"
#include "tenon/Sema/Model.h"
#include "tenon/Support/Budget.h"
#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>

namespace tenon {

/// One operand of a composite, with the components of the network that it consists of.
struct Operand {
  std::string name;
  std::vector<Component> components;
};

/// Lowers the definitions of one model on demand and keeps what it made. A function that answers null or nullopt has
/// reported errors to the diagnostics, or reached a limit of the budget, which limit() then tells.
class Lowering {
public:
  Lowering(const Model &model, DiagnosticEngine &diagnostics, const Budget &budget, const LanguageOptions &options);

  /// A definition as one LTS: a process as compiled, a composite composed (hiding, priority and modifiers applied),
  /// with default parameters.
  LtsRef lts(const DefinitionRef &definition);
  /// A definition as a network to explore: nested composites without hiding, priority and modifiers are spliced in, as
  /// LTSA does (fsp-language §8, flattening). `property`, `minimal` and `deterministic` of the definition itself are
  /// not applied.
  std::optional<Network> network(const DefinitionRef &definition);
  /// The components of network(), grouped by the operands of the composite that they come from. Where that is a single
  /// one, each component is an operand.
  std::optional<std::vector<Operand>> operands(const DefinitionRef &definition);
  /// The composition of all processes, imports and constraints in textual order, for a model without composites.
  std::optional<Network> defaultNetwork();
  /// lts() and network() of the definition that a name stands for, or of DEFAULT where there is none.
  LtsRef ltsNamed(llvm::StringRef name);
  std::optional<Network> networkNamed(llvm::StringRef name);

  /// A primitive process with actual parameters (empty: the defaults). Its cost is linear in the index values of its
  /// local processes and in the transitions they have.
  LtsRef process(const ProcessModel &process, llvm::ArrayRef<Value> arguments);
  LtsRef import(const ImportModel &import);
  /// A component with finite data; others are an error. Labels of channels are open (FiniteProgram.h): lts() and
  /// network() close them.
  LtsRef component(const ComponentModel &component);
  /// The process of a constraint with actual parameters (empty: the defaults), which has to be a safety property.
  LtsRef constraint(const AssertionModel &constraint, llvm::ArrayRef<Value> arguments);
  /// To be used within others: labels of channels are open.
  LtsRef composite(const CompositeModel &composite, llvm::ArrayRef<Value> arguments);
  /// What a component of a network was composed of, its states numbered alike; null if it was not composed, or if its
  /// parts tell nothing of its states.
  std::shared_ptr<const Network> partsOf(const Lts &lts) const { return composedOf.lookup(&lts).second; }
  /// Remembers that `lts` was composed of these, if they are some.
  void rememberParts(LtsRef lts, std::shared_ptr<const Network> parts);
  std::optional<Network> compositeNetwork(const CompositeModel &composite, llvm::ArrayRef<Value> arguments);
  /// The global process that a sequential composition names.
  LtsRef callee(const CallModel &call, llvm::ArrayRef<Value> arguments);

  /// A definition that watches a system: as lts(), with each label that names a channel replaced by those of its values
  /// that the system has.
  LtsRef property(const DefinitionRef &definition, const Network &network);
  LtsRef property(const DefinitionRef &definition, const Alphabet &occurring);
  /// The same for a set of labels.
  std::vector<LabelId> overValues(llvm::ArrayRef<LabelId> labels, const Alphabet &occurring) const {
    return tenon::overValues(labels, channelValues, occurring);
  }
  /// Whether a channel of finite data has been lowered.
  bool hasChannels() const { return !channelValues.empty(); }

  Budget::Limit limit() const { return limitReached; }
  /// A sentence about limit().
  std::string describeLimit() const;
  /// How many states a component with data may have; more are Budget::Limit::States.
  void setMaxStates(uint64_t states) { maxStates = states; }
  void setLimit(Budget::Limit limit) { limitReached = limit; }
  /// Asks the budget every few calls; `progress` is shown to the user as a number of states. False, with limit() set,
  /// at a limit.
  bool withinBudget(uint64_t progress);
  /// Whether so many bytes fit the budget. False, with limit() set, if not.
  bool mayAllocate(size_t bytes);

  const Model &theModel() const { return model; }
  Evaluator &theEvaluator() { return evaluator; }
  DiagnosticEngine &theDiagnostics() { return diagnostics; }
  const Budget &theBudget() const { return budget; }

  /// `P` or `P(1,red)`: the name of an instance.
  std::string instanceName(llvm::StringRef name, llvm::ArrayRef<Value> arguments) const;
  std::optional<Hiding> hiding(const HidingPattern &pattern, const Environment &env);
  /// Warns of labels to be hidden or renamed that `alphabet` does not have, but has in a spelling that is nearly the
  /// same; where `isAlone`, because no other process is meant by the same words, also of clauses that rename nothing.
  /// `owner`: whose alphabet it is, may be empty.
  void warnOfSlips(const HidingPattern &pattern, const Environment &env, const Alphabet &alphabet,
                   llvm::StringRef owner);
  void warnOfSlips(llvm::ArrayRef<const RelabelPattern *> clauses, Environment &env, const Alphabet &alphabet,
                   llvm::StringRef owner, bool isAlone);
  /// Whether nothing has been warned of there yet, for warnings that several instances of a definition would repeat.
  bool isFirstWarningAt(llvm::SMRange place) { return slipsReported.insert(place.Start.getPointer()).second; }
  /// Turns a failure of an algorithm that ran out of budget into limit(); null for a convenient return.
  std::nullptr_t outOfBudget(llvm::Error error);

private:
  /// Marks an instance as being lowered and finds cycles.
  class InProgress;
  /// Reports errors that Sema kept back, once; whether there are any.
  bool reportDeferred(const std::vector<Diagnostic> &deferred);
  Environment environmentFor(llvm::ArrayRef<ParameterModel> parameters, llvm::ArrayRef<Value> arguments, Slot slots);

  /// Decides who communicates with whom; false with limit() set if that fails.
  bool close(std::vector<std::vector<Component>> &groups);
  LtsRef closed(LtsRef lts);
  std::optional<std::vector<Operand>> closedOperands(std::vector<Operand> operands);

  const Model &model;
  DiagnosticEngine &diagnostics;
  const Budget &budget;
  LanguageOptions options;
  Evaluator evaluator;
  Budget::Limit limitReached = Budget::Limit::None;
  std::string statesLimit; ///< Which component has too many states.
  uint64_t maxStates = DefaultMaxStates;
  uint64_t budgetCalls = 0;
  llvm::DenseSet<const void *> deferredReported;
  llvm::DenseSet<const char *> slipsReported; ///< Places in the source.
  llvm::StringMap<LtsRef> processCache, compositeCache, componentCache;
  llvm::DenseMap<const Lts *, std::pair<LtsRef, std::shared_ptr<const Network>>> composedOf;
  ChannelValues channelValues;                                 ///< Of all networks that were closed.
  llvm::StringSet<> processesInProgress, compositesInProgress; ///< Instances being lowered, by name.
};

} // namespace tenon

#endif // TENON_LOWER_LOWER_H
