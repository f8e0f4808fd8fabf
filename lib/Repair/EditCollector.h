//===- EditCollector.h - Small changes of a text ----------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_EDITCOLLECTOR_H
#define TENON_LIB_REPAIR_EDITCOLLECTOR_H

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/Twine.h"

namespace tenon {

/// Collects edits of a definition, each of which is one mutation. What all kinds of definitions have is here:
/// expressions and places.
class EditCollector {
public:
  EditCollector(llvm::StringRef buffer, unsigned mutationLevel) : text(buffer), level(mutationLevel) {}

  /// In textual order.
  std::vector<SourceEdit> take();

protected:
  size_t offset(llvm::SMLoc place) const { return static_cast<size_t>(place.getPointer() - text.data()); }
  llvm::StringRef spelling(llvm::SMRange range) const { return text.slice(offset(range.Start), offset(range.End)); }
  void insert(size_t place, const llvm::Twine &what) { edits.push_back({place, 0, what.str()}); }
  void remove(size_t begin, size_t end) { edits.push_back({begin, end - begin, ""}); }
  void replace(llvm::SMRange range, const llvm::Twine &instead) {
    edits.push_back({offset(range.Start), spelling(range).size(), instead.str()});
  }
  /// Operators; from level 2 on numbers, one more or less; from level 3 on names, too.
  void visitExpression(const ast::Expr *expression);

  llvm::StringRef text;
  unsigned level;

private:
  void visitOperator(const ast::BinaryExpr &binary);

  std::vector<SourceEdit> edits;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_EDITCOLLECTOR_H
