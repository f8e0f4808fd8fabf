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

bool Program::isDeclared(llvm::ArrayRef<llvm::SMRange> declarations, llvm::SMLoc place) const {
  if (!place.isValid() || files.empty())
    return true;
  auto isIn = [](llvm::SMRange file, llvm::SMLoc where) {
    return file.Start.getPointer() <= where.getPointer() && where.getPointer() <= file.End.getPointer();
  };
  return llvm::any_of(files, [&](llvm::SMRange file) {
    return isIn(file, place) && llvm::any_of(declarations, [&](llvm::SMRange declared) {
             return isIn(file, declared.Start) && declared.Start.getPointer() < place.getPointer();
           });
  });
}

} // namespace tenon::seq
