//===- tenon/Lts/LabelSpelling.h - Labels that were meant -----------------===//

#ifndef TENON_LTS_LABELSPELLING_H
#define TENON_LTS_LABELSPELLING_H

#include "tenon/Lts/Alphabet.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>

namespace tenon {

/// Finds slips in labels that are written to match those of an alphabet, by themselves or as prefixes up to a dot.
class LabelSpelling {
public:
  LabelSpelling() = default;
  explicit LabelSpelling(const Alphabet &alphabet) { add(alphabet); }
  void add(const Alphabet &alphabet);

  /// Whether a label of the alphabet is `text` or begins with it.
  bool matches(llvm::StringRef text) const { return prefixes.contains(text); }

  /// What `text` was meant to be: the same but for one part between dots, in which a letter or two are wrong. Numbers
  /// and short names are no slips of others. Empty if there is nothing of the kind; the first in the order of texts if
  /// there are several. Linear in the alphabet.
  llvm::StringRef nearest(llvm::StringRef text) const;

  /// "; did you mean 'X'?", or nothing.
  std::string suggestion(llvm::StringRef text) const;
  /// Of labels that match nothing, the one to be named: the first for which there is a suggestion, or the first.
  std::string mostTelling(llvm::ArrayRef<std::string> texts) const;

private:
  llvm::StringMap<char> prefixes;
};

/// Labels are written for several processes at once, so that not every one that matches nothing is a mistake. These
/// are: the labels of `written` that match nothing, with what was meant and is not in `written` itself.
struct LabelSlip {
  size_t index; ///< In `written`.
  std::string meant;
};
std::vector<LabelSlip> labelSlips(llvm::ArrayRef<LabelId> written, const Alphabet &alphabet);

} // namespace tenon

#endif // TENON_LTS_LABELSPELLING_H
