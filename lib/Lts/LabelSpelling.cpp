//===- LabelSpelling.cpp - Labels that were meant -------------------------===//

#include "tenon/Lts/LabelSpelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

/// A search among more labels than this takes longer than it helps.
static constexpr size_t MaxLabels = 20000;

/// Two neighboring letters are exchanged.
static bool isSwapped(StringRef written, StringRef meant) {
  size_t i = 0;
  while (i < std::min(written.size(), meant.size()) && written[i] == meant[i])
    ++i;
  return written.size() == meant.size() && i + 1 < written.size() && written[i] == meant[i + 1] &&
         written[i + 1] == meant[i] && written.drop_front(i + 2) == meant.drop_front(i + 2);
}

/// How far the parts are from each other, if one may be a slip of the other; else 0.
static unsigned slipDistance(StringRef written, StringRef meant) {
  if (std::min(written.size(), meant.size()) < 4 || isDigit(written.front()) || isDigit(meant.front()))
    return 0;
  // `door1` and `door2` are two doors.
  auto letters = [](StringRef part) { return part.rtrim("0123456789"); };
  if (letters(written) == letters(meant))
    return 0;
  // An ending more or less: `open` and `opened`.
  if (size_t shorter = std::min(written.size(), meant.size()); written.take_front(shorter) == meant.take_front(shorter))
    return std::max(written.size(), meant.size()) - shorter <= 3 ? 2 : 0;
  if (isSwapped(written, meant))
    return 1;
  unsigned most = written.size() < 7 ? 1 : 2;
  unsigned distance = written.edit_distance_insensitive(meant, true, most);
  return distance > most ? 0 : std::max(distance, 1u);
}

static unsigned slipDistance(ArrayRef<StringRef> written, ArrayRef<StringRef> meant) {
  unsigned distance = 0;
  if (written.size() != meant.size())
    return 0;
  for (auto [one, other] : zip(written, meant)) {
    if (one == other)
      continue;
    if (distance != 0 || (distance = slipDistance(one, other)) == 0)
      return 0;
  }
  return distance;
}

void LabelSpelling::add(const Alphabet &alphabet) {
  for (LabelId label : alphabet.labels()) {
    StringRef text = alphabet.table()->text(label);
    for (size_t dot = text.find('.'); dot != StringRef::npos; dot = text.find('.', dot + 1))
      prefixes.try_emplace(text.take_front(dot));
    prefixes.try_emplace(text);
  }
}

StringRef LabelSpelling::nearest(StringRef text) const {
  if (prefixes.size() > MaxLabels)
    return {};
  SmallVector<StringRef, 4> written, parts;
  text.split(written, '.');
  StringRef best;
  unsigned least = ~0u;
  for (const auto &entry : prefixes) {
    parts.clear();
    entry.getKey().split(parts, '.');
    unsigned distance = slipDistance(written, parts);
    if (distance != 0 && (distance < least || (distance == least && entry.getKey() < best))) {
      best = entry.getKey();
      least = distance;
    }
  }
  return best;
}

std::string LabelSpelling::suggestion(StringRef text) const {
  StringRef meant = nearest(text);
  return meant.empty() ? "" : ("; did you mean '" + meant + "'?").str();
}

std::string LabelSpelling::mostTelling(ArrayRef<std::string> texts) const {
  const auto *found = find_if(texts, [&](const std::string &text) { return !nearest(text).empty(); });
  return found == texts.end() ? texts.front() : *found;
}

std::vector<LabelSlip> labelSlips(ArrayRef<LabelId> written, const Alphabet &alphabet) {
  std::vector<LabelSlip> slips;
  if (written.size() > MaxLabels || alphabet.size() > MaxLabels)
    return slips;
  LabelSpelling spelling(alphabet);
  auto isWritten = [&](StringRef text) {
    return any_of(written, [&](LabelId label) { return alphabet.table()->text(label) == text; });
  };
  for (auto [index, label] : enumerate(written)) {
    StringRef text = alphabet.table()->text(label);
    if (spelling.matches(text))
      continue;
    if (StringRef meant = spelling.nearest(text); !meant.empty() && !isWritten(meant))
      slips.push_back({index, meant.str()});
  }
  return slips;
}

} // namespace tenon
