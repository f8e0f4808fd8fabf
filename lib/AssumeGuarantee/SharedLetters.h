//===- SharedLetters.h - What circular assumptions speak of -----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_SHAREDLETTERS_H
#define TENON_LIB_ASSUMEGUARANTEE_SHAREDLETTERS_H

#include "tenon/Lts/Lts.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace tenon {

/// The labels that are the property's or common to two sides, some of which are visible: at first the property's.
class SharedLetters {
public:
  SharedLetters(llvm::ArrayRef<LtsRef> sides, const Lts &property);

  const Alphabet &visible() const { return shown; }
  const Alphabet &all() const { return everything; }
  void showAll() { shown = everything; }

  /// For a word over the visible labels that every side can do by itself: looks for runs of the sides that agree on
  /// what they share. If there are none that agree with those of the sides before, labels in which runs differ become
  /// visible. Otherwise the answer is a word of all sides together, of actions of all().
  ///
  /// Not every choice of runs is tried; when everything is visible, runs agree. Time: that of runs along a word in
  /// each side.
  std::optional<std::vector<Action>> findCommonRun(llvm::ArrayRef<LabelId> word);

private:
  void show(llvm::ArrayRef<Action> wanted);
  std::vector<Action> differences(llvm::ArrayRef<Action> run, llvm::ArrayRef<Action> other) const;

  llvm::ArrayRef<LtsRef> sides;
  Alphabet everything, shown;
};

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_SHAREDLETTERS_H
