//===- Page.cpp - A page for the browser ----------------------------------===//

#include "tenon/View/Page.h"

#include "Assets.h"

#include "tenon/Config/Version.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tenon {

static void writeEscaped(StringRef text, raw_ostream &os) {
  for (char c : json::fixUTF8(text))
    switch (c) {
    case '&':
      os << "&amp;";
      break;
    case '<':
      os << "&lt;";
      break;
    case '>':
      os << "&gt;";
      break;
    case '"':
      os << "&quot;";
      break;
    default:
      os << c;
    }
}

/// `<` occurs within strings only, where it may be written as its number; then nothing can end the element.
static void writeData(StringRef data, raw_ostream &os) {
  while (!data.empty()) {
    size_t end = data.find('<');
    os << data.take_front(end);
    if (end == StringRef::npos)
      return;
    os << "\\u003c";
    data = data.drop_front(end + 1);
  }
}

void writePage(const Page &page, raw_ostream &os) {
  StringRef rest = assets::page();
  while (!rest.empty()) {
    size_t mark = rest.find("{{");
    os << rest.take_front(mark);
    if (mark == StringRef::npos)
      return;
    auto [name, behind] = rest.drop_front(mark + 2).split("}}");
    rest = behind;
    if (name == "title")
      writeEscaped(page.title, os);
    else if (name == "version")
      os << TENON_VERSION_STRING;
    else if (name == "style")
      os << assets::style();
    else if (name == "script")
      os << assets::script();
    else if (name == "layout")
      os << assets::layoutLibrary();
    else if (name == "data")
      writeData(page.data, os);
    else
      llvm_unreachable("a mark of page.html without a meaning");
  }
}

} // namespace tenon
