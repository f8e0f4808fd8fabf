//===- LabelNames.cpp - Labels of other tools -----------------------------===//

#include "tenon/Lts/LabelNames.h"

#include "tenon/Lts/Formats.h"
#include "tenon/Support/BracketSplit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>

namespace tenon {

constexpr llvm::StringLiteral And = "_and"; // Not the escape of any word: `and` needs none.

using Texts = llvm::SmallVector<llvm::StringRef, 8>;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool isPart(llvm::StringRef word) {
  return word == "tau" || (!word.contains('.') && spellLabel(word));
}

/// Whether `_` and this would read as an escaped character.
static bool isEscape(llvm::StringRef text) {
  auto isDigit = [](char c) { return llvm::isHexDigit(c) && !llvm::isLower(c); };
  return text.size() >= 3 && text[0] == 'x' && isDigit(text[1]) && isDigit(text[2]);
}

static std::string encoded(llvm::StringRef word) {
  if (isPart(word))
    return word.str();
  std::string part = "_";
  for (size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    if (llvm::isAlnum(c) || (c == '_' && !isEscape(word.drop_front(i + 1))))
      part += c;
    else
      part += "_x" + llvm::toHex(llvm::StringRef(&c, 1));
  }
  return part;
}

/// The word that encoded() takes to this part.
static std::string decoded(llvm::StringRef part) {
  if (!part.starts_with("_"))
    return part.str();
  std::string word;
  for (llvm::StringRef rest = part.drop_front(); !rest.empty();) {
    bool isEscaped = rest[0] == '_' && isEscape(rest.drop_front());
    word += isEscaped ? static_cast<char>(llvm::hexFromNibbles(rest[2], rest[3])) : rest[0];
    rest = rest.drop_front(isEscaped ? 4 : 1);
  }
  return isPart(word) ? part.str() : word;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// The name and the arguments of `snd(1,true)` or `snd !1 !true`.
static std::optional<Texts> splitArguments(llvm::StringRef action) {
  if (action.contains(" !"))
    return splitOutsideBrackets(action, '!');
  if (!action.ends_with(")"))
    return Texts{action};
  auto [name, inner] = action.drop_back().split('(');
  std::optional<Texts> arguments = splitOutsideBrackets(inner, ',');
  if (arguments)
    arguments->insert(arguments->begin(), name.rtrim());
  return arguments;
}

static std::optional<std::string> labelOfAction(llvm::StringRef action) {
  std::optional<Texts> texts = splitArguments(action);
  if (!texts || llvm::any_of(*texts, [](llvm::StringRef text) { return text.empty(); }))
    return std::nullopt;
  std::string label;
  llvm::StringRef name = texts->front();
  if (name.contains("..") || name.starts_with(".") || name.ends_with("."))
    return std::nullopt;
  for (auto [part, rest] = name.split('.'); !part.empty(); std::tie(part, rest) = rest.split('.'))
    label += (label.empty() ? "" : ".") + encoded(part);
  for (llvm::StringRef argument : llvm::drop_begin(*texts))
    label += "." + encoded(argument);
  return label;
}

/// `@NAME`, which marks an accepting state.
static bool isAcceptLabel(llvm::StringRef text) {
  return text.consume_front("@") && !text.empty() && llvm::isUpper(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string importedLabel(llvm::StringRef text) {
  if (spellLabel(text) || isAcceptLabel(text))
    return text.str();
  std::string label;
  std::optional<Texts> actions = splitOutsideBrackets(text, '|');
  for (llvm::StringRef action : actions ? *actions : Texts{""}) {
    std::optional<std::string> one = labelOfAction(action);
    if (!one)
      return encoded(text);
    label += (label.empty() ? "" : ("." + And + ".").str()) + *one;
  }
  return label == "tau" ? "_tau" : label;
}

std::string exportedLabel(llvm::StringRef label) {
  Texts parts;
  label.split(parts, '.');
  std::string text, arguments;
  bool isName = true;
  auto endAction = [&] {
    text += arguments.empty() ? "" : "(" + arguments + ")";
    arguments.clear();
  };
  for (llvm::StringRef part : parts) {
    if (part == And) {
      endAction();
      text += "|";
    } else if (isName) {
      text += decoded(part);
    } else {
      arguments += (arguments.empty() ? "" : ",") + decoded(part);
    }
    isName = part == And;
  }
  endAction();
  return label != "tau" && importedLabel(text) == label ? text : label.str();
}

std::string styledLabel(llvm::StringRef label, LabelStyle style) {
  return style == LabelStyle::Mcrl2 ? exportedLabel(label) : label.str();
}

std::optional<LabelId> ImportedLabels::intern(llvm::StringRef text, llvm::SMRange range) {
  auto [entry, isNew] = known.try_emplace(text, LabelTable::Tau);
  if (!isNew || text == "tau")
    return entry->second;
  LabelId label = table->intern(importedLabel(text));
  auto [first, isFirst] = textOf.try_emplace(label, entry->first());
  if (!isFirst) {
    diagnostics.error(range, "the actions '" + first->second + "' and '" + text + "' would have the same label '" +
                                 table->text(label) + "'");
    return std::nullopt;
  }
  return entry->second = label;
}

} // namespace tenon
