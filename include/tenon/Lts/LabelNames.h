//===- tenon/Lts/LabelNames.h - Labels of other tools ---------------------===//
//
// A label of FSP is a row of parts with dots between them: names that begin with a small letter or `_`, and numbers.
// Other tools call their actions what they like: `snd(1,true)`, `a|b`, `SEND !1`. Here both are translated.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_LABELNAMES_H
#define TENON_LTS_LABELNAMES_H

#include "tenon/Support/Diagnostics.h"
#include "tenon/Support/LabelTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <optional>
#include <string>

namespace tenon {

/// The label for an action of another tool. What FSP can spell, and an accept label `@NAME`, is itself. Otherwise:
///
/// * arguments become parts: `snd(1,true)` is `snd.1.true`, and so is `snd !1 !true`;
/// * the actions of a multi-action are joined by `_and`: `a|b(2)` is `a._and.b.2`;
/// * a part that FSP cannot spell gets `_` in front: `Send` is `_Send`, `when` is `_when`, `01` is `_01`; and
/// characters
///   that cannot be in a name become `_x` and two hexadecimal digits: `f(x)` as an argument is `_f_x28x_x29`;
/// * what has no such structure (unbalanced brackets, `f()`) is one part as a whole.
///
/// The label can always be spelled and is never `tau`. Texts without dots that have none of these escapes in them
/// differ in their labels if they differ in more than blanks and the notation of arguments.
std::string importedLabel(llvm::StringRef text);

/// A text in the notation of mCRL2 that importedLabel() takes to this label: `snd(1,true)` for `snd.1.true`. The label
/// itself if there is none.
std::string exportedLabel(llvm::StringRef label);

/// How writers spell labels.
enum class LabelStyle {
  Plain, ///< As they are: `snd.1.true`.
  Mcrl2, ///< As exportedLabel() does: `snd(1,true)`.
};
std::string styledLabel(llvm::StringRef label, LabelStyle style);

/// The actions of one file as labels; two actions never become the same label unnoticed.
class ImportedLabels {
public:
  ImportedLabels(std::shared_ptr<LabelTable> labels, DiagnosticEngine &diagnostics)
      : table(std::move(labels)), diagnostics(diagnostics) {}

  /// The label of an action, `tau` is silent. Nothing, with the error reported at the range, if another action of the
  /// file has that label already. A look-up for actions that were seen before.
  std::optional<LabelId> intern(llvm::StringRef text, llvm::SMRange range);

private:
  std::shared_ptr<LabelTable> table;
  DiagnosticEngine &diagnostics;
  llvm::StringMap<LabelId> known;
  llvm::DenseMap<LabelId, llvm::StringRef> textOf;
};

} // namespace tenon

#endif // TENON_LTS_LABELNAMES_H
