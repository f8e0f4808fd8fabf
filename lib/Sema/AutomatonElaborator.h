//===- AutomatonElaborator.h - Local processes over data to states --------===//
//
// What the automaton form of a component and an observer have in common: local processes with indices, choices, chains,
// guards and conditions that are decided during compilation.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SEMA_AUTOMATONELABORATOR_H
#define TENON_LIB_SEMA_AUTOMATONELABORATOR_H

#include "Analyzer.h"

namespace tenon {

/// A transition of a component or observer whose constraints are known by number only.
struct RawTransition {
  DataAction action;            ///< What the form makes of the action; for constraints of observers, the place only.
  bool isConstraint = false;    ///< `[e]`; `action.isElse`: `[else]`.
  std::vector<size_t> siblings; ///< `[else]`: the constraints of the same state.
  size_t number = 0;            ///< `[e]`
  uint32_t target = 0;
};
struct RawState {
  std::string name;
  llvm::SMRange range;
  bool accepting = true;
  bool isEnd = false;
  std::vector<RawTransition> transitions;
};

class AutomatonElaborator {
public:
  virtual ~AutomatonElaborator() = default;

protected:
  using Transition = RawTransition;
  using State = RawState;

  AutomatonElaborator(Analyzer &analyzer, const ast::Identifier &owner) : analyzer(analyzer), owner(owner) {}

  /// The states of the local processes, the initial one first. Empty after an error that leaves none.
  std::vector<State> build(llvm::ArrayRef<ast::LocalProcess> locals);

  /// Whether `[e]` is a constraint, and not FSP's index label.
  virtual bool isConstraint(const ast::Expr &e) = 0;
  /// Numbers a constraint, with the values that the index variables have now.
  virtual size_t constraint(const ast::Expr &e) = 0;
  /// A plain action or, in an observer, a channel; false after an error.
  virtual bool checkLabel(LabelId label, const ast::LabelElement &element) = 0;
  /// `label?place`, `label!value`; false after an error.
  virtual bool communicate(LabelId label, const ast::Action &action, DataAction &result) = 0;
  virtual bool assign(const ast::Action &action, DataAction &result) = 0;
  /// Whether the outermost part of an expression is data: a variable, or what only data has.
  virtual bool isData(const ast::Expr &e) = 0;

  /// Whether something that has to be known during compilation depends on data, which is then reported; `what` names
  /// it: "'when'".
  bool refuseData(const ast::Expr &e, llvm::StringRef what, llvm::StringRef note);

  Analyzer &analyzer;
  const ast::Identifier &owner; ///< The name of the component or observer.

private:
  /// A local process for one list of index values.
  struct Instance {
    const ast::LocalProcess *local = nullptr;
    Environment environment;
    std::string name;
    uint32_t state = NoState;                  ///< Its number, once it is known to have one.
    const ast::ReferenceBody *alias = nullptr; ///< Its body is a reference.
    bool beingResolved = false;
  };
  static constexpr uint32_t NoState = ErrorTarget - 1;

  void declare(llvm::ArrayRef<ast::LocalProcess> locals);
  void declareInstances(const ast::LocalProcess &local);
  void findAliases();
  void expandBodies();
  uint32_t resolve(size_t instance);
  uint32_t addState(std::string name, llvm::SMRange range, bool accepting);
  bool choose(const ast::ProcessBody *&body);
  uint32_t targetOf(const ast::ProcessBody *body, bool accepting);
  uint32_t referenceTarget(const ast::ReferenceBody &reference);
  std::optional<size_t> findInstance(const ast::ReferenceBody &reference);
  void reportUnknown(const ast::ReferenceBody &reference);
  void expandChoice(uint32_t state, const ast::ChoiceBody &choice);
  void expandChain(uint32_t state, const ast::Alternative &alternative, size_t position);
  bool describe(const ast::Action &action, Transition &transition);
  bool describeLabel(LabelId label, const ast::Action &action, Transition &transition);
  void expandCases(uint32_t state, const ast::Alternative &alternative, size_t position, const LabelPattern &pattern);
  uint32_t addTransition(uint32_t state, const ast::Alternative &alternative, size_t position, Transition transition);
  void addElse(uint32_t state, size_t firstTransition);
  void startFirst();
  void warnUnreachable(llvm::ArrayRef<ast::LocalProcess> locals);
  bool refuseData(llvm::ArrayRef<ast::IndexSpec> indices);
  bool refuseData(const ast::LabelElement &label);
  template <typename Visit> void withVariables(const ast::LocalProcess &local, Visit visit);

  std::vector<State> states;
  std::vector<Instance> instances;
  llvm::StringMap<size_t> byName; ///< Instances by their names with index values.
  llvm::StringMap<const ast::LocalProcess *> groups;
  uint32_t stopState = NoState, endState = NoState;
  uint32_t initial = 0;
  bool onlyMarkedAccept = false;
  Scope outermost; ///< The parameters.
  size_t aliasDepth = 0, caseDepth = 0;
  bool outsideReported = false, tooLarge = false;
};

} // namespace tenon

#endif // TENON_LIB_SEMA_AUTOMATONELABORATOR_H
