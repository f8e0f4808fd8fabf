//===- Assets.h - The files of the page -------------------------*- C++ -*-===//

#ifndef TENON_LIB_VIEW_ASSETS_H
#define TENON_LIB_VIEW_ASSETS_H

#include "llvm/ADT/StringRef.h"

namespace tenon::assets {

/// The page, with marks `{{…}}` where the rest goes.
llvm::StringRef page();
llvm::StringRef style();
/// All of page/*.js, in the order in which they use each other.
llvm::StringRef script();
/// Graphviz for the browser, a module.
llvm::StringRef layoutLibrary();

} // namespace tenon::assets

#endif // TENON_LIB_VIEW_ASSETS_H
