//===- RepairQuestion.cpp - What a repair is asked for, in words ----------===//

#include "tenon/Repair/RepairGoals.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tenon {

std::string RepairQuestion::aim() const {
  switch (kind) {
  case Goal::Kind::DeadlockFree:
    return "deadlockfree";
  case Goal::Kind::Refines:
    return "refines " + property;
  case Goal::Kind::Simulates:
    return "simulates " + property;
  default:
    return property;
  }
}

std::string RepairQuestion::statement() const {
  if (kind == Goal::Kind::DeadlockFree)
    return system + " has no deadlock";
  return system + (kind == Goal::Kind::Satisfies ? " satisfies " : " ") + aim();
}

StringRef repairMethodName(RepairMethod method) {
  static constexpr const char *Names[] = {"exact", "approximate", "aggressive", "restriction", "best", "mutation"};
  return Names[static_cast<size_t>(method)];
}

std::optional<RepairMethod> findRepairMethod(StringRef name) {
  return StringSwitch<std::optional<RepairMethod>>(name)
      .Case("exact", RepairMethod::Exact)
      .Case("approximate", RepairMethod::Approximate)
      .Case("aggressive", RepairMethod::Aggressive)
      .Case("restriction", RepairMethod::Restriction)
      .Case("best", RepairMethod::Best)
      .Default(std::nullopt);
}

} // namespace tenon
