//===- TextMutation.h - Mutations that are read one by one ------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_TEXTMUTATION_H
#define TENON_LIB_REPAIR_TEXTMUTATION_H

#include "RepairTarget.h"

#include "tenon/Repair/ComponentMutation.h"
#include "tenon/Repair/SourceRepair.h"

namespace tenon {

/// All minimal repairs of a definition by edits of its text, as repairByMutation(). Each candidate is read and checked;
/// of candidates that do the same the first counts. `target` is of `loaded` and has no data; `answer` has what all
/// kinds of definitions have. `edits`: those that are possible, each a mutation; empty: those of a process
/// or composite (ProcessEdits.h, CompositionEdits.h).
void repairByEdits(LoadedModel &loaded, RepairTarget target, const ast::Definition &definition,
                   std::vector<SourceEdit> edits, llvm::StringRef file, const RepairSettings &settings,
                   const seq::MutationRepairOptions &options, const Budget &budget, ComponentMutationResult &answer);

} // namespace tenon

#endif // TENON_LIB_REPAIR_TEXTMUTATION_H
