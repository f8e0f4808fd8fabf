//===- OperatorOrder.h - Which operator is applied first ------------------===//

#ifndef TENON_LIB_SYNTAX_OPERATORORDER_H
#define TENON_LIB_SYNTAX_OPERATORORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace tenon {

/// That of `**`.
constexpr unsigned PowerPrecedence = 11;

/// Combines operands by precedence, all operators left associative but those of PowerPrecedence: calls `combine(left,
/// i, right)` for operator i.
template <typename Value, typename Precedence, typename Combine>
Value resolveOperators(llvm::ArrayRef<Value> operands, size_t operatorCount, Precedence precedence, Combine combine) {
  llvm::SmallVector<Value, 8> values{operands.front()};
  llvm::SmallVector<size_t, 8> pending;
  auto reduce = [&] {
    Value right = values.pop_back_val();
    values.back() = combine(values.back(), pending.pop_back_val(), right);
  };
  for (size_t i = 0; i < operatorCount; ++i) {
    bool toRight = precedence(i) == PowerPrecedence;
    while (!pending.empty() && precedence(pending.back()) >= precedence(i) + (toRight ? 1 : 0))
      reduce();
    pending.push_back(i);
    values.push_back(operands[i + 1]);
  }
  while (!pending.empty())
    reduce();
  return values.front();
}

} // namespace tenon

#endif // TENON_LIB_SYNTAX_OPERATORORDER_H
