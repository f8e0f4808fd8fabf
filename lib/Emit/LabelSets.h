//===- LabelSets.h - Sets of labels in short form ---------------*- C++ -*-===//

#ifndef TENON_LIB_EMIT_LABELSETS_H
#define TENON_LIB_EMIT_LABELSETS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tenon {

/// `{get, put}.{[2..9], eos}`: common parts once, consecutive indices as ranges. The labels are in label order.
std::string compactSet(llvm::ArrayRef<std::string> labels);

} // namespace tenon

#endif // TENON_LIB_EMIT_LABELSETS_H
