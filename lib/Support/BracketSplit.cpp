//===- BracketSplit.cpp - Lists of names with brackets --------------------===//

#include "tenon/Support/BracketSplit.h"

using namespace llvm;

namespace tenon {

std::optional<SmallVector<StringRef, 8>> splitOutsideBrackets(StringRef text, char separator) {
  SmallVector<StringRef, 8> parts;
  SmallVector<char, 8> open;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(c == '(' ? ')' : c == '[' ? ']' : '}');
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.pop_back_val() != c)
        return std::nullopt;
    } else if (c == separator && open.empty()) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  parts.push_back(text.drop_front(begin).trim());
  return open.empty() ? std::optional(std::move(parts)) : std::nullopt;
}

} // namespace tenon
