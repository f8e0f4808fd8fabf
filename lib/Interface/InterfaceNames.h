//===- InterfaceNames.h - What interfaces are called ------------*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_INTERFACENAMES_H
#define TENON_LIB_INTERFACE_INTERFACENAMES_H

#include "tenon/Sema/Model.h"

#include <string>

namespace tenon {

/// `InputInterface`, `INPUT_INTERFACE`: not yet the name of something in the model.
std::string freshInterfaceName(const Model &model, llvm::StringRef component);

} // namespace tenon

#endif // TENON_LIB_INTERFACE_INTERFACENAMES_H
