//===- ProcessMutation.h - Mutations of processes of FSP --------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_PROCESSMUTATION_H
#define TENON_LIB_REPAIR_PROCESSMUTATION_H

#include "RepairTarget.h"

#include "tenon/Repair/ComponentMutation.h"

namespace tenon {

/// All minimal repairs of a process of FSP by changes of its text (ProcessEdits.h), as repairByMutation(). Each
/// candidate is read and checked; of candidates that do the same the first counts. `target` is of `loaded`; `answer`
/// has what all kinds of definitions have.
void repairProcess(LoadedModel &loaded, RepairTarget target, const ast::ProcessDefinition &definition,
                   llvm::StringRef file, const RepairSettings &settings, const seq::MutationRepairOptions &options,
                   const Budget &budget, ComponentMutationResult &answer);

} // namespace tenon

#endif // TENON_LIB_REPAIR_PROCESSMUTATION_H
