//===- tenon/Emit/LabelSets.h - Sets of labels in short form --------------===//

#ifndef TENON_EMIT_LABELSETS_H
#define TENON_EMIT_LABELSETS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tenon {

/// `{get, put}.{[2..9], eos}`: common parts once, consecutive indices as ranges. The labels are in label order.
std::string compactSet(llvm::ArrayRef<std::string> labels);

} // namespace tenon

#endif // TENON_EMIT_LABELSETS_H
