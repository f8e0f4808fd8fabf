//===- RepairTasks.h - What a repair is asked about -------------*- C++ -*-===//

#ifndef TENON_TOOLS_TENON_REPAIRTASKS_H
#define TENON_TOOLS_TENON_REPAIRTASKS_H

#include "Options.h"

#include "tenon/Repair/RepairGoals.h"

namespace tenon::driver {

/// What is asked, and how the goal wants it done.
struct RepairTask {
  RepairQuestion question;
  std::optional<RepairMethod> method;
  bool isMutation = false;
};

/// The goals of the file that fit --component, --system and --property, or what these say where no goal fits. An error
/// if they name what is not there, or do not say enough.
llvm::Expected<std::vector<RepairTask>> repairTasks(const Model &model, const Options &options);

} // namespace tenon::driver

#endif // TENON_TOOLS_TENON_REPAIRTASKS_H
