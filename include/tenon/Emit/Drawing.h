//===- tenon/Emit/Drawing.h - Drawings of LTSs ----------------------------===//

#ifndef TENON_EMIT_DRAWING_H
#define TENON_EMIT_DRAWING_H

#include "tenon/Lts/Lts.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// An SVG picture, laid out by the program `dot` of Graphviz; an error that says what to install where it is missing.
llvm::Error writeSvg(const Lts &lts, llvm::raw_ostream &os);

} // namespace tenon

#endif // TENON_EMIT_DRAWING_H
