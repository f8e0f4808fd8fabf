//===- SourceCuts.h - Repairs that take text away ---------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_SOURCECUTS_H
#define TENON_LIB_REPAIR_SOURCECUTS_H

#include "RepairTarget.h"
#include "tenon/Repair/SourceRepair.h"

namespace tenon {

/// Edits of a process or an automaton each of which leaves something out: an alternative of a choice, or all that
/// follows an action (`-> STOP`). In textual order.
std::vector<SourceEdit> possibleCuts(const ast::Definition &definition, llvm::StringRef text);

/// The text with one or two cuts in the definition of the component that loses no more traces than `repair` does and
/// gets no others. Of these the one that loses fewest, then with fewest cuts, then the first. Nullopt if there is none,
/// or what is cut away is not the same for all that the definition stands for. O(cuts^2) times to read the text.
std::optional<std::string> cutLike(LoadedModel &loaded, const RepairTarget &target, size_t copy,
                                   const ComponentRepair &repair, const RepairSettings &settings, const Budget &budget);

/// Edits that list labels of a copy at the end of its definition, so that they stay in its alphabet: `+ {…}`. Empty if
/// there is no place for them.
std::vector<SourceEdit> alphabetExtension(llvm::ArrayRef<std::string> labels, const RepairTarget &target,
                                          const ast::Definition &definition, llvm::StringRef text);

/// Up to which length lostTraces() compares.
size_t comparedLength(const Program &program);

} // namespace tenon

#endif // TENON_LIB_REPAIR_SOURCECUTS_H
