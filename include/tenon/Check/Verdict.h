//===- tenon/Check/Verdict.h - The answer to a goal -----------------------===//
//
// One type for every check: holds, violated with a counterexample, or unknown with the reason.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_VERDICT_H
#define TENON_CHECK_VERDICT_H

#include "tenon/Lts/Compose.h"
#include "tenon/Program/Term.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon {

enum class Verdict { Holds, Violated, Unknown };

/// What was asked; the names are those of the JSON output.
enum class CheckKind { Deadlock, Safety, Progress, Ltl, Refinement, Simulation, Interface, Repair, Equivalence };

/// What a goal in the model expects; without an expectation a goal should hold.
enum class Expectation { None, Holds, Violated };

/// A variable of a system with data, and what it is.
struct Valuation {
  std::string variable; ///< `Client.pw`
  DataValue value;
};

/// Evidence against a property.
struct Counterexample {
  struct Step {
    std::string action;               ///< `tau` if hidden.
    std::string hiddenAction;         ///< What a `tau` was before the system hid it; else empty.
    std::vector<std::string> movers;  ///< The components that took part; none where the system rests for ever.
    std::vector<std::string> fluents; ///< Temporal formulas: those of its fluents that are true after the step.
    std::vector<Valuation> values;    ///< Systems with data: the variables that the step sets.
  };
  std::vector<Step> trace;
  std::vector<Valuation> initialValues; ///< Systems with data: of all variables.
  bool areInputs = false;               ///< C programs: they are what the program takes from outside.
  std::vector<Step> cycle;              ///< Liveness: repeated for ever after the trace.
  std::string culprit;                  ///< Safety: the first component in ERROR.
};

/// Progress: a terminal set of states without what has to happen in it.
struct TerminalSetReport {
  Counterexample run;               ///< To one of its states, and around; no cycle where the run ends there.
  std::vector<std::string> actions; ///< All that happen in it, in label order.
  std::vector<std::string> missing; ///< Those of which one (by default: all) should.
  uint64_t states = 0;
};

/// An automaton that comes with an answer: an assumption, an interface.
struct AutomatonReport {
  std::string name;
  uint64_t states = 0;
  uint64_t transitions = 0;
  std::vector<std::string> alphabet; ///< In label order.
  std::string source;                ///< FSP, a whole definition.
};

/// An assumption that a proof rests on.
struct AssumptionReport {
  AutomatonReport automaton;
  std::string about; ///< The side of the system that satisfies it, or its sides, joined by ` || `.
  LtsRef lts;
};

/// What was found out about the environments of a component (Interface/InterfaceGoals.h).
struct InterfaceReport {
  /// Found: `true` (every environment will do), `false` (none does) or `assumption`; `unknown`. Given: `given`.
  std::string verdict;
  std::optional<AutomatonReport> automaton; ///< None if no environment will do.
  bool safe = false;
  std::string permissive;                            ///< `proved`, `not refuted`, `refuted` or `unknown`.
  std::vector<std::string> alphabet;                 ///< The actions that an environment sees, in label order.
  std::vector<std::string> internal;                 ///< The other actions of the component and the property.
  std::optional<std::vector<std::string>> allowed;   ///< Given: a shortest word that it wrongly allows.
  std::optional<std::vector<std::string>> forbidden; ///< Given: a shortest word that it wrongly forbids.
  /// May and must: the predicates that the abstractions are made of, each with its place.
  struct Predicate {
    std::string place, condition;
  };
  std::vector<Predicate> predicates;
  /// May and must, undecided: the largest interface known to be safe, and the smallest known to be permissive.
  std::optional<AutomatonReport> bestSafe, bestPermissive;
  std::optional<std::vector<std::string>> difference; ///< A shortest word that only the latter allows.
};

/// A branch of a tree of actions: what is done, and what can then be done, branch by branch.
struct ActionTree {
  std::string action; ///< `ERROR` or `END` for the state reached; `…` where the rest is left out.
  std::vector<ActionTree> then;
};

/// One change that repairs a component, and what led to it.
struct RepairStepReport {
  std::string trigger;    ///< `membership query`, `equivalence query`, or `check` where copies were repaired together.
  std::string trace;      ///< The component's part of the error trace, as source.
  std::string constraint; ///< What was inserted; empty where traces were removed.
  std::string location;   ///< Where it stands, or where the trace ended.
};

/// What has become of a component (Repair/RepairGoals.h).
struct RepairReport {
  std::string component;
  /// `verified` (nothing to repair), `repaired`, `trivial`, `diverges`, `unrepairable` or `unknown`.
  std::string outcome;
  std::string method;     ///< `exact`, `approximate`, `aggressive`: the one that was taken.
  uint64_t states = 0;    ///< Of the component; repaired: of the repaired one.
  std::string source;     ///< The whole file, repaired; empty if it is not.
  std::string diff;       ///< What `diff -u` says about it.
  std::string assumption; ///< The assumption that the proof rests on, as source; empty if there is none.
  std::vector<RepairStepReport> steps;
  /// Repaired, in words: goals that held before and do not any more, actions that nobody does any more, deadlocks that
  /// were not there, constraints that stay false; or that this is not known.
  std::vector<std::string> costs;
  std::vector<std::string> remarks; ///< Repaired: what else there is to say of how it was done.
  std::vector<std::string> cycle;   ///< `diverges`: the steps that error traces repeat.
};

/// The answer to one goal.
struct CheckResult {
  CheckKind kind = CheckKind::Deadlock;
  std::string system;
  std::string property; ///< Empty where the kind says it all.
  std::string method = "direct";
  std::string engine; ///< Where several may: which has answered. Changes from run to run.
  Verdict verdict = Verdict::Unknown;
  Expectation expectation = Expectation::None;
  std::string reason; ///< Unknown: why. Violated: a remark, if any.
  std::optional<Counterexample> counterexample;
  std::optional<std::vector<ActionTree>> tree; ///< Simulation: what one side can do and the other cannot.
  std::vector<TerminalSetReport> terminalSets; ///< Progress: shortest trace first; the first is the counterexample.
  uint64_t terminalSetCount = 0;               ///< How many there are, also those that are not listed.
  std::optional<InterfaceReport> interface;
  std::optional<RepairReport> repair;
  std::vector<AssumptionReport> assumptions;  ///< Of a rule: that about the most sides first.
  std::optional<uint64_t> iterations;         ///< Rules: conjectures made.
  std::optional<uint64_t> membershipQueries;  ///< Learning.
  std::optional<uint64_t> equivalenceQueries; ///< Learning.
  std::optional<uint64_t> satVariables;       ///< Rules that use SAT.
  std::optional<uint64_t> satClauses;         ///< Likewise.
  std::vector<std::string> invariant;         ///< Holds, with data: what is true where. As `engine`, it may change.
  std::vector<std::string> notes;             ///< What the method made use of, or why it did not apply.
  SearchStatistics statistics;
  bool searched = false;         ///< The statistics mean something.
  std::optional<bool> certified; ///< With --certify: whether the independent check agreed.
  double seconds = 0;

  bool asWanted() const {
    return verdict == (expectation == Expectation::Violated ? Verdict::Violated : Verdict::Holds);
  }
};

llvm::StringRef verdictName(Verdict verdict);
llvm::StringRef checkKindName(CheckKind kind);

} // namespace tenon

#endif // TENON_CHECK_VERDICT_H
