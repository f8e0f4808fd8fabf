//===- SequentialProgram.cpp - A C program, checked -----------------------===//

#include "tenon/Sema/SequentialProgram.h"

namespace tenon::seq {

ExprId Program::addExpr(Expr expr) {
  exprs.push_back(std::move(expr));
  return static_cast<ExprId>(exprs.size() - 1);
}

std::optional<FunctionId> Program::findFunction(llvm::StringRef name) const {
  for (FunctionId id = 0; id < functions.size(); ++id)
    if (functions[id].name == name)
      return id;
  return std::nullopt;
}

int64_t Program::normalize(ScalarType type, int64_t value) {
  if (type.width == 0 || type.width == 1)
    return value != 0;
  if (type.width >= 64)
    return value;
  unsigned unused = 64U - type.width;
  uint64_t high = static_cast<uint64_t>(value) << unused;
  return type.isSigned ? static_cast<int64_t>(high) >> unused : static_cast<int64_t>(high >> unused);
}

} // namespace tenon::seq
