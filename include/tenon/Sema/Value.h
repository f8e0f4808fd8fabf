//===- tenon/Sema/Value.h - What an FSP expression evaluates to -----------===//

#ifndef TENON_SEMA_VALUE_H
#define TENON_SEMA_VALUE_H

#include "tenon/Support/LabelTable.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace tenon {

/// A 32-bit integer or a label. A label whose text is a decimal number is that number (fsp-language §3), so equality
/// of values is equality of their texts.
class Value {
public:
  Value() = default;
  /*implicit*/ Value(int32_t number) : numberValue(number) {}
  /// The value a label denotes as an index.
  static Value ofLabel(LabelId label, const LabelTable &table);

  bool isLabel() const { return labelValue != LabelTable::Tau; }
  bool isNumber() const { return !isLabel(); }
  int32_t number() const { return numberValue; }
  LabelId label() const { return labelValue; }

  friend bool operator==(const Value &, const Value &) = default;

private:
  int32_t numberValue = 0;
  LabelId labelValue = LabelTable::Tau; ///< tau is never a value.
};

/// Appends the text of a value (`-3`, `a.b`).
void appendValue(const Value &value, const LabelTable &table, llvm::SmallVectorImpl<char> &text);

} // namespace tenon

#endif // TENON_SEMA_VALUE_H
