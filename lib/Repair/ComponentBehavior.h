//===- ComponentBehavior.h - What a mutation should leave -------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_COMPONENTBEHAVIOR_H
#define TENON_LIB_REPAIR_COMPONENTBEHAVIOR_H

#include "RepairTarget.h"

#include "tenon/Check/ProgramChecker.h"

#include <random>
#include <set>

namespace tenon {

/// Runs of a system without a violation, always the same for one system.
class SystemSample {
public:
  struct Run {
    std::vector<DataValue> initialValues;
    std::vector<ConcreteMove> moves;
    ConcreteState end;
    bool endsAtViolation = false; ///< Which the next step would have been.
  };

  /// Values are small numbers, and those in `numbers` with their neighbors.
  explicit SystemSample(const ProgramSystem &system, llvm::ArrayRef<Rational> numbers = {});

  size_t size() const { return runs.size(); }
  llvm::ArrayRef<Run> all() const { return runs; }
  /// Those that the other system, with the same transitions, does with the same values.
  size_t sameRuns(const ProgramSystem &other) const;

private:
  DataValue draw(const Sort &sort, const ProgramVariable *variable);
  std::vector<DataValue> drawInitial(const ProgramSystem &system);
  std::optional<Run> walk(const ProgramSystem &system, size_t length);

  std::mt19937_64 random{7};
  std::vector<Rational> known; ///< Numbers to draw from, too.
  std::vector<Run> runs;
};

/// What a component could do before.
class ComponentAbility {
public:
  /// `exempt`: actions that may go.
  ComponentAbility(const RepairTarget &original, const ProgramCheckOptions &check, const Budget &budget,
                   const std::set<std::string> &exempt = {});

  /// What the other system lacks of it: a phrase; empty if it lacks nothing.
  std::string lostIn(const RepairTarget &other, bool mayDeadlock = false) const;

private:
  struct Occurrences {
    bool deadlock = false;
    std::set<LabelId> labels;
    bool has(llvm::StringRef label, const LabelTable &table) const;
  };
  std::optional<Occurrences> occurrencesIn(ProgramSystem system) const;
  std::optional<bool> isPossible(const ProgramSystem &system, llvm::StringRef label) const;
  std::optional<bool> hasDeadlock(ProgramSystem system) const;

  ProgramCheckOptions check;
  const Budget &budget;
  bool isDeadlockFree = false;
  std::vector<std::string> labels; ///< Of actions that some run has.
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_COMPONENTBEHAVIOR_H
