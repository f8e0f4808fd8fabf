//===- MutationPrinter.h - The text of a mutated expression ---------------===//

#ifndef TENON_LIB_REPAIR_MUTATIONPRINTER_H
#define TENON_LIB_REPAIR_MUTATIONPRINTER_H

#include "tenon/Repair/MutationText.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <string>

namespace tenon::seq {

/// Prints expressions with the mutations of a patch in them: the user's text where it stays as it is, and parentheses
/// where the text would be read as another tree without them.
class MutationPrinter {
public:
  MutationPrinter(const Program &program, llvm::ArrayRef<Mutation> mutations, const ProgramRepair &repair,
                  TextStyle style);

  /// What stands in the place of a part of the text.
  struct Splice {
    llvm::SMRange range;
    std::string text;
  };
  /// For an expression that is part of no other.
  Splice splice(ExprId root) const { return hole(root, {}, 0); }
  bool isChanged(ExprId id) const;

  /// `text` with these parts exchanged; what lies in another one goes with it.
  static std::string join(llvm::SMRange text, std::vector<Splice> splices);

private:
  /// `level`: how tightly its outermost operator binds.
  struct Text {
    std::string text;
    unsigned level;
  };

  const Expr &at(ExprId id) const { return program.exprs[id]; }
  const Mutation *mutationAt(ExprId id) const;
  ExprId written(ExprId id) const;
  bool isSpelledOut(ExprId id) const;
  Splice hole(ExprId id, const SourceSpan &container, unsigned least) const;
  Text print(ExprId id) const;
  Text own(ExprId id) const;
  Text rebuild(ExprId id, std::vector<Splice> splices, unsigned level) const;
  Text withOperator(ExprId id, llvm::StringRef mark, Op op, bool isSwapped) const;
  Text compound(ExprId id, Op op) const;
  Text valueTested(ExprId id) const;
  Text mutated(const Mutation &mutation) const;
  Text constant(const Mutation &mutation) const;
  Text name(const Mutation &mutation) const;
  Text added(const Mutation &mutation) const;
  Text condition(const Mutation &mutation) const;
  Text number(ExprId id, const Number &value) const;
  Text plain(ExprId id) const;
  Text copied(ExprId id) const;
  std::vector<Splice> changedOperands(ExprId id) const;
  unsigned leastLevel(ExprId id, size_t operand) const;
  unsigned levelOf(ExprId id, llvm::StringRef text) const;

  const Program &program;
  llvm::ArrayRef<Mutation> mutations;
  const ProgramRepair &repair;
  TextStyle style;
  llvm::DenseMap<ExprId, size_t> sites;
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_MUTATIONPRINTER_H
