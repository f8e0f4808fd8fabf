//===- LabelTable.cpp - Interned labels -----------------------------------===//

#include "tenon/Support/LabelTable.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

LabelTable::LabelTable() {
  intern("tau");
}

LabelId LabelTable::intern(llvm::StringRef text) {
  auto [entry, isNew] = ids.try_emplace(text, static_cast<LabelId>(texts.size()));
  if (isNew)
    texts.push_back(entry->getKey());
  return entry->second;
}

bool LabelTable::lookup(llvm::StringRef text, LabelId &id) const {
  auto entry = ids.find(text);
  if (entry == ids.end())
    return false;
  id = entry->second;
  return true;
}

/// The digits of an index part without its sign, if `part` is one.
static bool isNumber(llvm::StringRef part, bool &negative, llvm::StringRef &digits) {
  negative = part.consume_front("-");
  digits = part;
  return !part.empty() && llvm::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
}

static int compareNumbers(bool negativeA, llvm::StringRef a, bool negativeB, llvm::StringRef b) {
  if (negativeA != negativeB)
    return negativeA ? -1 : 1;
  int order = a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
  return negativeA ? -order : order;
}

static int compareParts(llvm::StringRef a, llvm::StringRef b) {
  bool negativeA, negativeB;
  llvm::StringRef digitsA, digitsB;
  bool numberA = isNumber(a, negativeA, digitsA), numberB = isNumber(b, negativeB, digitsB);
  if (numberA != numberB)
    return numberA ? -1 : 1;
  return numberA ? compareNumbers(negativeA, digitsA, negativeB, digitsB) : a.compare(b);
}

int compareLabels(llvm::StringRef a, llvm::StringRef b) {
  while (true) {
    auto [headA, tailA] = a.split('.');
    auto [headB, tailB] = b.split('.');
    if (headA != headB)
      return compareParts(headA, headB);
    bool moreA = headA.size() < a.size(), moreB = headB.size() < b.size();
    if (!moreA || !moreB)
      return moreA ? 1 : moreB ? -1 : 0;
    a = tailA;
    b = tailB;
  }
}

bool isLabelPrefix(llvm::StringRef prefix, llvm::StringRef label) {
  return label.starts_with(prefix) && (label.size() == prefix.size() || label[prefix.size()] == '.');
}

} // namespace tenon
