//===- tenon/Interface/InterfaceGoals.h - Questions about interfaces ------===//
//
// `interface M for P`, and what `tenon interface` asks, from a model to a result.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_INTERFACE_INTERFACEGOALS_H
#define TENON_INTERFACE_INTERFACEGOALS_H

#include "tenon/Check/Checker.h"
#include "tenon/Interface/Interface.h"
#include "tenon/Interface/MayMust.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/Support/Error.h"

namespace tenon {

struct InterfaceOptions {
  enum class Method {
    Construct,
    Learn,
    MayMust, ///< For data of any size (Interface/MayMust.h).
  };
  Method method = Method::Construct;
  PredicateAbstraction::Kind abstraction = PredicateAbstraction::Kind::Boolean; ///< MayMust.
  size_t maxPredicates = MayMustOptions().maxPredicates;                        ///< MayMust.
  ConstraintReading reading = ConstraintReading::Urgent;                        ///< MayMust.
  LearnerKind learner = LearnerKind::DiscriminationTree;
  /// The interface alphabet, as dot-prefixes of labels. Empty: what the component shares with the rest of the model,
  /// and what the property has beyond the component's alphabet.
  ///
  /// More precisely: with composites in which the component is beside others that are not properties, these are the
  /// rest; without, all other processes are. An action that the component has and the rest does not is
  /// internal; but if the rest has none of its actions, none of them is.
  std::vector<std::string> alphabet;
  /// Check the result again with a plain checker that shares no code with how it was found.
  bool certify = false;
};

/// Which component, and against which property; without one, the component's own ERROR is what must not happen.
struct InterfaceQuestion {
  DefinitionRef component;
  std::optional<DefinitionRef> property;
  /// MayMust: a property or observer with constraints on data, instead.
  std::string observer;
};

/// The interface of a component. Holds if some environment will do; violated, with a run of the component by itself, if
/// none does. Nullopt, with diagnostics in the lowering, if the model is wrong or the alphabet is.
std::optional<CheckResult> findInterface(Lowering &lowering, const InterfaceQuestion &question,
                                         const InterfaceOptions &options);

/// The same with may and must abstractions, for a component whose data may be unbounded: a process, a component, or a
/// composite of components. Unknown, with approximations, where a limit ends it.
std::optional<CheckResult> findDataInterface(Lowering &lowering, const InterfaceQuestion &question,
                                             const InterfaceOptions &options);

/// Whether a given interface is safe and permissive; violated, with words, if it is not both. Without an alphabet in
/// the options, the actions of the interface are visible too. `given` may have a table of labels of its own.
std::optional<CheckResult> checkInterface(Lowering &lowering, const InterfaceQuestion &question, const Lts &given,
                                          const InterfaceOptions &options);

/// Answers the goals `interface M for P`.
GoalRunner interfaceGoals(const InterfaceOptions &options);

/// The labels that a list like `a, b[1..3].{x, y}` stands for, as dotted text; of what FSP has for sets, names and
/// numbers only. An error says what is wrong.
llvm::Expected<std::vector<std::string>> expandLabelList(llvm::StringRef text);

} // namespace tenon

#endif // TENON_INTERFACE_INTERFACEGOALS_H
