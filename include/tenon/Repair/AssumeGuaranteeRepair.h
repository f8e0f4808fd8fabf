//===- tenon/Repair/AssumeGuaranteeRepair.h - Verify or repair ------------===//
//
// Assume-guarantee-repair (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", Algorithms 1 and 2):
// an assumption about a component is learned, with which the rest of the system satisfies the property and which the
// component satisfies. An error trace that comes up on the way is taken out of the component, and learning goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_ASSUMEGUARANTEEREPAIR_H
#define TENON_REPAIR_ASSUMEGUARANTEEREPAIR_H

#include "tenon/Check/ProgramChecker.h"
#include "tenon/Repair/ComponentRepair.h"

#include <functional>

namespace tenon {

/// Where a constraint goes.
enum class Placement {
  Early, ///< At the first place where its variables have their values, of those that keep as much good behavior: the
         ///< first with which the system satisfies the property, if there is one.
  End,   ///< At the end of the error trace, as in the paper.
};

/// Which language is learned.
enum class AssumptionGoal {
  Traces,  ///< T(M2), the paper's choice, always regular.
  Weakest, ///< All with which the rest satisfies the property: more general. Only without constraints (Lemma 6).
  Auto,    ///< Weakest where there are no constraints, and some ten thousand queries are enough for it.
};

struct AgrOptions {
  SyntacticMethod method = SyntacticMethod::Approximate;
  Placement place = Placement::Early;
  AssumptionGoal goal = AssumptionGoal::Auto;
  /// Early: whether a constraint can be written at this location of the original component. Places where it can are
  /// preferred. Empty: at all.
  std::function<bool(Location)> hasPlaceFor;
  /// The same of a constraint in front of these actions of the original component, which begin at one location.
  std::function<bool(llvm::ArrayRef<ProgramTransition>)> hasPlaceBefore;
  /// Others have the same definition and change with it: what they can do against it now says nothing.
  bool isOneOfSeveral = false;
  unsigned maxRepairs = 200;
  LearnerKind learner = LearnerKind::ObservationTable;
  ProgramCheckOptions check;
};

/// One repair, and what led to it.
struct RepairStep {
  bool inEquivalenceQuery = false; ///< Otherwise in a membership query.
  std::string trace;               ///< The component's part of the error trace, as source.
  /// By abduction; empty: syntactic. Where several steps have become one condition, or a condition became shorter: what
  /// it is in the end, of the last of them.
  std::string constraint;
  std::string location;       ///< Where the constraint stands, or where the trace ended: an original location.
  bool isCommon = false;      ///< The constraint stands for many, which recurred there.
  bool isReplaced = false;    ///< By one that is common to it and others, or that makes it superfluous.
  std::string written;        ///< What the text says of it, if anything: StatementEdit::statement.
  std::optional<size_t> gate; ///< Which of the component's gates() is its constraint, if one is.
};

struct AgrResult {
  enum class Outcome {
    Verified,     ///< As it stands.
    Repaired,     ///< `component` does.
    Trivial,      ///< Repaired, but the component has no execution left that accepts, or only the empty one.
    Diverges,     ///< Exact removal would not end: see `cycle`.
    Unrepairable, ///< The rest violates the property without the component: see `reason`.
    Unknown,      ///< See `reason`.
  };
  Outcome outcome = Outcome::Unknown;
  std::optional<ComponentRepair> component; ///< What has been reached, whatever the outcome.
  std::vector<RepairStep> repairs;
  /// Verified, Repaired, Trivial. None where the component has states from which it accepts no more, as a component may
  /// fail there: the system is then checked as a whole.
  std::optional<Dfa> assumption;
  std::shared_ptr<const TraceAlphabet> alphabet; ///< Of the assumption.
  bool isWeakest = false;                        ///< Which goal was learned for.
  LearningStatistics statistics;
  std::optional<PumpableCycle> cycle;
  std::string reason;

  /// Of the loop of verification and repair, as the published table counts.
  size_t iterations() const { return repairs.size() + 1; }
};
llvm::StringRef outcomeName(AgrResult::Outcome outcome);

/// Verifies the system, whose monitor is the property, or repairs the component with this position. Ends, whatever the
/// outcome, when maxRepairs are not enough or the budget ends. Deterministic but for these.
AgrResult repairComponent(const ProgramSystem &system, uint32_t component, const AgrOptions &options,
                          const Budget &budget);

/// Takes one execution that violates, found elsewhere, out of the component: `repairs` has the step. Outcome Repaired
/// says no more than that; otherwise as above. Nothing is learned.
AgrResult repairRun(const ProgramSystem &system, uint32_t component, llvm::ArrayRef<SystemStep> run,
                    const AgrOptions &options, const Budget &budget);

/// Whether the component, by itself, has no execution that accepts but the empty one.
bool isTrivial(const ProgramSystem &system, const Program &component, const ProgramCheckOptions &check,
               const Budget &budget);

} // namespace tenon

#endif // TENON_REPAIR_ASSUMEGUARANTEEREPAIR_H
