//===- tenon/Support/LabelTable.h - Interned labels -----------------------===//
//
// A label is a dot-joined string such as `phil.0.eat` (fsp-language: indices are
// stored with a dot). Each model interns its labels once; everything else compares numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SUPPORT_LABELTABLE_H
#define TENON_SUPPORT_LABELTABLE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace tenon {

/// Number of an interned label; meaningful only with the table that made it.
using LabelId = uint32_t;

/// Interns the labels of one model. Label 0 is always `tau`, the silent action.
class LabelTable {
public:
  static constexpr LabelId Tau = 0;

  LabelTable();

  LabelId intern(llvm::StringRef text);
  /// The id of `text` if it is known already.
  bool lookup(llvm::StringRef text, LabelId &id) const;
  /// Valid as long as the table.
  llvm::StringRef text(LabelId id) const { return texts[id]; }
  size_t size() const { return texts.size(); }

private:
  llvm::StringMap<LabelId> ids;
  std::vector<llvm::StringRef> texts;
};

/// The order in which labels are listed and in which traces are "least": part by part, numbers by value before
/// names, names by bytes; a proper prefix comes first. Returns <0, 0 or >0.
int compareLabels(llvm::StringRef a, llvm::StringRef b);

/// Whether `prefix` is `label` or one of its dot-prefixes: `a.b` covers `a.b` and `a.b.c`, not `a.bc`.
/// This is how hiding, relabelling and priority match (fsp-language §8).
bool isLabelPrefix(llvm::StringRef prefix, llvm::StringRef label);

} // namespace tenon

#endif // TENON_SUPPORT_LABELTABLE_H
