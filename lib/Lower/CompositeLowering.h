//===- CompositeLowering.h - One composite to a network -------------------===//

#ifndef TENON_LIB_LOWER_COMPOSITELOWERING_H
#define TENON_LIB_LOWER_COMPOSITELOWERING_H

#include "tenon/Lower/Lower.h"

namespace tenon {

/// Instantiates the body of a composite with actual parameters (fsp-language §8).
///
/// An operand is a unit: a process, or a named composite that need not be composed and is spliced in at the end. A
/// relabelling that merges labels of a unit with several machines composes that unit first, so that no synchronization
/// appears that the unit did not have; a parenthesized body is relabelled operand by operand.
class CompositeLowering {
public:
  CompositeLowering(Lowering &lowering, const CompositeModel &composite, Environment environment)
      : lowering(lowering), evaluator(lowering.theEvaluator()), composite(composite),
        environment(std::move(environment)) {}

  /// The components, spliced; nullopt after an error.
  std::optional<std::vector<Component>> run();
  /// The same, by operand.
  std::optional<std::vector<Operand>> operands();
  std::optional<Priority> priority();
  std::optional<Hiding> hiding();
  /// In the hiding.
  void warnOfSlips(llvm::ArrayRef<Component> components);

private:
  struct Unit {
    std::string name;
    bool spliced = false; ///< A composite: its machines are named after it.
    std::vector<Component> machines;
  };
  using Units = std::vector<Unit>;

  bool instantiate(const CompositeBodyModel &body, Environment &env, Units &units);
  bool instantiateIf(const CompositeBodyModel &body, Environment &env, Units &units);
  bool instantiateDecorated(const CompositeBodyModel &body, Environment &env, Units &units);
  bool instantiateOperands(const CompositeBodyModel &body, Environment &env, Units &units);
  bool instantiateReference(const CompositeBodyModel &body, const Environment &env, Units &units);
  bool relabel(Unit &unit, const Relabelling &relabelling);
  void replace(Component &machine, Lts lts);
  void prefix(Unit &unit, llvm::StringRef label);
  void share(Unit &unit, llvm::ArrayRef<std::string> labels);

  Lowering &lowering;
  Evaluator &evaluator;
  const CompositeModel &composite;
  Environment environment;
  bool isRepeated = false; ///< Within a `forall`: what one copy does not have, another may.
};

/// Whether the composite must be composed where it is used.
bool needsComposition(const CompositeModel &composite);

} // namespace tenon

#endif // TENON_LIB_LOWER_COMPOSITELOWERING_H
