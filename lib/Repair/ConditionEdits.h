//===- ConditionEdits.h - Constraints as conditions -------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_CONDITIONEDITS_H
#define TENON_LIB_REPAIR_CONDITIONEDITS_H

#include "tenon/Repair/SourceRepair.h"

namespace tenon {

/// Where a constraint stands right at an `if`, or what follows it or the head of a `while` and nothing else, its
/// condition could say it instead: who does not pass it then goes the other way (`if (s >= 0)` becomes `if (s > 0)`).
/// Not where there is an `else` and the condition is about something else. The edits that could do this, better ones
/// first; `program` is the original component, which has the body, with its text in `buffer`. That the property holds
/// afterwards has to be checked, for other runs go on.
std::vector<StatementEdit> conditionEdits(const Program &program, const Statement &body, llvm::StringRef buffer,
                                          const ComponentRepair::Gate &gate, llvm::ArrayRef<ProgramVariable> variables,
                                          SmtContext &context, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_CONDITIONEDITS_H
