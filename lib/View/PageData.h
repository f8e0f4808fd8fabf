//===- PageData.h - What all pages have -------------------------*- C++ -*-===//

#ifndef TENON_LIB_VIEW_PAGEDATA_H
#define TENON_LIB_VIEW_PAGEDATA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

#include <string>

namespace tenon {

/// The object with what `write` adds to the facts about the tool and the file.
std::string pageData(llvm::StringRef file, const llvm::SourceMgr &sources, llvm::ArrayRef<unsigned> buffers,
                     llvm::function_ref<void(llvm::json::OStream &)> write);

} // namespace tenon

#endif // TENON_LIB_VIEW_PAGEDATA_H
