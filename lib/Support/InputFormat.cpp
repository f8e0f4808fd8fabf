//===- InputFormat.cpp - What a file holds --------------------------------===//

#include "tenon/Support/InputFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace tenon {

constexpr llvm::StringLiteral Blanks = " \t\r\n\f";

static llvm::StringRef skipBlanksAndComments(llvm::StringRef text) {
  text.consume_front("\xef\xbb\xbf"); // The mark that some editors put first.
  for (;;) {
    text = text.ltrim(Blanks);
    size_t end;
    if (text.starts_with("//") || text.starts_with("#"))
      end = text.find('\n');
    else if (text.starts_with("/*"))
      end = text.find("*/", 2);
    else
      return text;
    text = text.drop_front(std::min(end == llvm::StringRef::npos ? end : end + 2, text.size()));
  }
}

/// Whether the text is the word and then none of its characters.
static bool consumeWord(llvm::StringRef &text, llvm::StringRef word) {
  if (!text.starts_with(word) ||
      (text.size() > word.size() && (llvm::isAlnum(text[word.size()]) || text[word.size()] == '_')))
    return false;
  text = text.drop_front(word.size()).ltrim(Blanks);
  return true;
}

static InputFormat formatByContent(llvm::StringRef text) {
  text = skipBlanksAndComments(text);
  llvm::StringRef rest = text;
  if (consumeWord(rest, "des") && rest.starts_with("("))
    return InputFormat::Aut;
  if (text.starts_with("HOA:"))
    return InputFormat::Hoa;
  rest = text;
  consumeWord(rest, "strict");
  if (consumeWord(rest, "digraph") || (consumeWord(rest, "graph") && rest.contains('{')))
    return InputFormat::Dot;
  rest = text.ltrim("0123456789");
  if (rest.size() < text.size() && rest.ltrim(" \t\r").starts_with("\n") && rest.ltrim(Blanks).starts_with("["))
    return InputFormat::Benchmark;
  return InputFormat::Source;
}

InputFormat inputFormatOf(llvm::StringRef path, llvm::StringRef text) {
  auto known = llvm::StringSwitch<std::optional<InputFormat>>(llvm::sys::path::extension(path))
                   .Cases(".fsp", ".lts", InputFormat::Source)
                   .Case(".aut", InputFormat::Aut)
                   .Cases(".dot", ".gv", InputFormat::Dot)
                   .Case(".hoa", InputFormat::Hoa)
                   .Case(".agr", InputFormat::Benchmark)
                   .Default(std::nullopt);
  return known ? *known : formatByContent(text);
}

std::string processNameFor(llvm::StringRef path) {
  std::string name = path == "<stdin>" ? "Input" : llvm::sys::path::stem(path).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (name.empty() || !llvm::isAlpha(name[0]))
    name.insert(0, "P");
  name[0] = llvm::toUpper(name[0]);
  return llvm::is_contained({"STOP", "END", "ERROR", "DEFAULT"}, name) ? "P" + name : name;
}

} // namespace tenon
