//===- NamedRuns.h - Runs as rows of names ----------------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_NAMEDRUNS_H
#define TENON_LIB_REPAIR_NAMEDRUNS_H

#include "tenon/Program/ProgramSystem.h"

namespace tenon {

/// Some runs of a system without data that do not violate, always the same for one system. They can be looked for in a
/// system of another shape.
class NamedRuns {
public:
  explicit NamedRuns(const ProgramSystem &system);
  /// One run of the system.
  NamedRuns(const ProgramSystem &system, llvm::ArrayRef<SystemStep> run);

  size_t size() const { return runs.size(); }
  /// Those that the other system can do as well, silent steps aside.
  size_t sameRuns(const ProgramSystem &other) const;

private:
  std::vector<std::vector<std::string>> runs;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_NAMEDRUNS_H
