//===- tenon/View/Page.h - A page for the browser -------------------------===//
//
// A page is one HTML file without anything from outside: the script and style of lib/View/page, the layout library of
// lib/View/vendor, and what is to be shown, as JSON. The script draws; nothing is computed here that it can compute.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_VIEW_PAGE_H
#define TENON_VIEW_PAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tenon {

struct Page {
  std::string title;
  std::string data; ///< A JSON object; docs/view.md describes it.
};

/// Whatever the title and the data contain, they stay text.
void writePage(const Page &page, llvm::raw_ostream &os);

} // namespace tenon

#endif // TENON_VIEW_PAGE_H
