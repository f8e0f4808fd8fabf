//===- InterfaceAlphabet.h - What an environment sees -----------*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_INTERFACEALPHABET_H
#define TENON_LIB_INTERFACE_INTERFACEALPHABET_H

#include "tenon/Interface/InterfaceGoals.h"

namespace tenon {

/// The visible labels among those of a component and a property (null: none), as InterfaceOptions::alphabet says.
/// Nullopt, with diagnostics, if a prefix has no label or if the model is wrong.
std::optional<std::vector<LabelId>> visibleLabels(Lowering &lowering, const InterfaceQuestion &question,
                                                  const Lts &component, const Lts *property,
                                                  llvm::ArrayRef<std::string> prefixes);

} // namespace tenon

#endif // TENON_LIB_INTERFACE_INTERFACEALPHABET_H
