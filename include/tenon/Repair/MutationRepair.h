//===- tenon/Repair/MutationRepair.h - All minimal repairs by mutations ---===//
//
// FL-AllRepair (program-repair-survey, section 2; Rothenberg and Grumberg, "Must fault localization for program
// repair", 2020). A SAT solver chooses a patch, in increasing size; Z3 decides whether the program formula of the
// patched program has a model, that is, an execution that violates an assertion within the bound; and what is learned
// from the answer is blocked:
//
//   - a repair: all patches that contain it (Definition 1, minimal repairs);
//   - a counterexample: all patches in which everything is the same that the violation depends on. The dynamic slice of
//     the formula on the counterexample is a must location set (Definitions 2 and 3): a repair must change one of its
//     units.
//
// Past the paper: among the mutations of the units in the slice, only those count that change a value of the slice on
// this counterexample; and every counterexample so far is run against a candidate before Z3 sees it. Both keep all
// minimal repairs.
//
// A repair is correct up to the bound: each loop is entered at most so many times.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_MUTATIONREPAIR_H
#define TENON_REPAIR_MUTATIONREPAIR_H

#include "tenon/Program/SequentialInterpreter.h"
#include "tenon/Repair/Mutation.h"
#include "tenon/Support/Budget.h"

#include <functional>
#include <optional>

namespace tenon::seq {

/// Positions in the list of mutations, sorted.
using Patch = std::vector<size_t>;

/// A repair as the user gets it: see Repair/RepairedText.h.
struct WrittenRepair {
  std::vector<std::string> texts; ///< The files with the repair.
  std::string cut;                ///< Which loops of it can go on beyond the bound; empty: none is known to.
};

struct ProgramRepair {
  Patch patch;
  /// By number of Op::Unknown; what the patch does not use is 0. Each is as near to the original constant as is
  /// possible, the first before the others.
  std::vector<Number> constants;
  /// Of so many runs of the original without an error, these do the same after the repair: decisions, and values
  /// assigned and returned.
  size_t sameRuns = 0, runs = 0;
  WrittenRepair written = {}; ///< If `write` gave it.
};

struct MutationRepairOptions {
  MutationOptions mutations;
  unsigned bound = 5;
  bool checkBounds = false;
  size_t maxSize = 2;            ///< Largest patch; 0: no limit.
  size_t maxRepairs = 0;         ///< The search ends after so many; 0: all.
  bool localization = true;      ///< false: only the refuted candidate itself is blocked.
  bool replay = true;            ///< Known counterexamples are run on a candidate before the solver is asked.
  bool explain = false;          ///< Keep the must location set of each refuted candidate.
  uint64_t effort = 0;           ///< Of Z3 for one candidate; 0: the usual.
  size_t maxCandidates = 20'000; ///< Of a process of FSP: so many are read and checked.
  /// nullopt: the repair cannot be written, and is none.
  std::function<std::optional<WrittenRepair>(llvm::ArrayRef<Mutation>, const ProgramRepair &)> write = {};
};

/// A candidate that a counterexample refutes.
struct Refutation {
  Patch patch;
  std::vector<UnitId> locations; ///< A must location set of the counterexample, sorted.
};

struct MutationStatistics {
  size_t units = 0;     ///< That can be mutated.
  size_t mutations = 0; ///<
  size_t definitions = 0;
  size_t candidates = 0;    ///< Chosen by the SAT solver.
  size_t refutedByRuns = 0; ///< By counterexamples known before.
  size_t solverCalls = 0;   ///< Of Z3, about candidates.
  size_t constantCalls = 0; ///< Of Z3, for constants.
  size_t undecided = 0;     ///< Candidates about which Z3 does not know.
  size_t unwritten = 0;     ///< Repairs that cannot be written.
  double secondsToFirst = 0, seconds = 0;
};

struct MutationRepairResult {
  enum class Verdict {
    Correct,  ///< There is nothing to repair, up to the bound.
    Repaired, ///< There are repairs.
    None,     ///< There are none of this size.
    Unknown,  ///< None was found, and the search is not complete.
  };
  Verdict verdict = Verdict::Unknown;
  std::vector<Mutation> mutations;
  std::vector<ProgramRepair> repairs;  ///< By size; last those with loops that can go on; then by sameRuns.
  std::vector<Refutation> refutations; ///< With `explain`.
  /// All minimal repairs up to this size are there.
  size_t finishedSize = 0;
  bool isComplete = false; ///< There are no minimal repairs of any other size.
  bool hasCuts = false;    ///< Some executions may go on after the bound.
  Budget::Limit limit = Budget::Limit::None;
  InputValues counterexample; ///< Of the program as it is.
  MutationStatistics statistics;

  explicit operator bool() const { return verdict == Verdict::Repaired; }
};

/// Adds expressions to the program, no more. `onRepair` is called for each repair as it is found.
MutationRepairResult repairByMutation(Program &program, const MutationRepairOptions &options, const Budget &budget,
                                      const std::function<void(const ProgramRepair &)> &onRepair = {});

} // namespace tenon::seq

#endif // TENON_REPAIR_MUTATIONREPAIR_H
