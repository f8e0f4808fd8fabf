//===- tenon/AssumeGuarantee/Decomposition.h - A system as two or more sides -===//

#ifndef TENON_ASSUMEGUARANTEE_DECOMPOSITION_H
#define TENON_ASSUMEGUARANTEE_DECOMPOSITION_H

#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Compose.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tenon {

/// A system and a safety property, brought into the shape that the rules need.
///
/// Hiding of the system takes effect before the property looks, and is the environment's concern no more: labels of the
/// property that the system hides, or does not have, never occur, so they leave the property's alphabet.
struct Decomposition {
  std::string system;
  std::string propertyName;
  /// What is to be decided: whether this can come to ERROR. The property is the first component.
  Network whole;
  /// The property with its labels that can occur; every transition it lacks goes to ERROR.
  LtsRef property;
  struct Side {
    std::string name;
    std::vector<Component> components;
  };
  std::vector<Side> sides;           ///< Together the components of `whole` but the property.
  std::vector<LabelId> absentLabels; ///< Of the property: those that the system does not have.
};

/// How the user wants the system to be divided. Each item names a side by one or several operands or components of the
/// system, or processes of which it has all instances, joined by `+`; together the items must name every component
/// once. Empty: a side for each operand, or with `leaves` one for each component.
struct Split {
  std::vector<std::string> items;
  bool leaves = false;
};

/// What `about` names on one side, everything else on the other; empty if that is what the operands are, or there is no
/// such side.
Split splitAround(llvm::ArrayRef<Operand> operands, llvm::StringRef about);

/// Divides a system. Fails if the system has priority (its parts do not determine it), if an item names nothing or
/// something twice, or if something is left over. `operands` are Lowering::operands() of `network`.
llvm::Expected<Decomposition> decompose(const Network &network, llvm::ArrayRef<Operand> operands,
                                        llvm::StringRef property, const LtsRef &monitor, const Split &split);

/// The composition of a side's components as one LTS.
llvm::Expected<LtsRef> composeSide(const Decomposition &decomposition, const Decomposition::Side &side,
                                   const Budget &budget);

} // namespace tenon

#endif // TENON_ASSUMEGUARANTEE_DECOMPOSITION_H
