//===- ComparisonSigns.h - Conditions that compare once ---------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_COMPARISONSIGNS_H
#define TENON_LIB_REPAIR_COMPARISONSIGNS_H

#include "tenon/Logic/Smt.h"

namespace tenon {

/// A comparison in a text.
struct ComparisonSign {
  llvm::StringRef sign;
  size_t offset;
};

/// The only operator of the text that is not arithmetic; nullopt if there are others.
std::optional<ComparisonSign> onlyComparison(llvm::StringRef text);

/// The sign with which the comparison says `wanted`, where it says `old` with this sign; nullopt if there is none.
std::optional<llvm::StringRef> otherComparison(Term old, llvm::StringRef sign, Term wanted, SmtContext &context,
                                               const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_COMPARISONSIGNS_H
