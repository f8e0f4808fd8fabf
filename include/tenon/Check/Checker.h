//===- tenon/Check/Checker.h - The goals of a model -----------------------===//

#ifndef TENON_CHECK_CHECKER_H
#define TENON_CHECK_CHECKER_H

#include "tenon/Check/Certify.h"
#include "tenon/Check/SafetyMethod.h"
#include "tenon/Check/Verdict.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Liveness.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/StringSet.h"

#include <functional>
#include <string>
#include <vector>

namespace tenon {

/// Answers goals of a library above this one. True if the goal is one of its own; it then adds its results, or none if
/// the diagnostics of the lowering say why.
using GoalRunner = std::function<bool(const Goal &goal, Lowering &lowering, std::vector<CheckResult> &results)>;

struct CheckOptions {
  /// Check this definition instead of the model's goals.
  std::string system;
  /// Every definition is a target of its own.
  bool each = false;
  /// Re-check every verdict with the independent interpreter.
  bool certify = false;
  /// Temporal formulas: fair choice, every enabled transition with positive probability; or else every infinite run.
  bool fair = true;
  /// Systems with data: when a property's constraints are taken.
  ConstraintReading reading = ConstraintReading::Urgent;
  /// How deadlock and safety are decided.
  SafetyEngine engine;
  LanguageOptions language;
  /// Asked in this order, before the checker itself, about each goal of the file.
  std::vector<GoalRunner> runners;
  /// Answer this instead of the model's goals.
  std::optional<Goal> goal;
};

/// Answers the goals of a model; without goals, the default checks: deadlock, safety, progress and assertions of every
/// composite that no other uses, or of the composition DEFAULT of all processes if there is no composite.
class Checker {
public:
  Checker(Lowering &lowering, CheckOptions options) : lowering(lowering), options(std::move(options)) {}

  /// Errors in the model that show while it is lowered are in the lowering's diagnostics; the results are then
  /// incomplete.
  std::vector<CheckResult> run();

private:
  struct Target {
    std::string name;
    std::optional<DefinitionRef> definition; ///< None: DEFAULT.
  };
  std::vector<Target> targets() const;
  bool compileEverything();

  void checkTarget(const Target &target);
  /// What is left of the default checks of a system with data: those that need transition systems.
  void checkDataLiveness(const Target &target, CheckResult &safety);
  /// Why a question about the definition has no answer on transition systems, if it has data; otherwise empty.
  std::string obstacleTo(llvm::StringRef system, bool isSafety) const;
  /// `unexplored`: how deadlock was decided, if not by exploring the product.
  void checkLiveness(const Target &target, const std::optional<Network> &network,
                     const SafetyAnswer *unexplored = nullptr);
  void checkGoal(const Goal &goal);
  bool runElsewhere(const Goal &goal);
  void checkSatisfies(const Goal &goal, llvm::StringRef system);
  static bool seesOnly(const Network &network, const Alphabet &alphabet);
  std::optional<Network> composedNetwork(llvm::StringRef system);
  void addMonitor(Network &network, const LtsRef &monitor, const Goal &goal);
  void checkDeadlockFree(const Goal &goal);
  void checkRefines(const Goal &goal);
  void checkSimulates(const Goal &goal);
  /// The network to explore for a target; its `property` modifier takes effect, as do all where `whole` says so.
  std::optional<Network> networkOf(const Target &target);
  /// Unknown because a budget ended or because an earlier result says so.
  CheckResult unknown(CheckKind kind, llvm::StringRef system, llvm::StringRef property, std::string reason) const;
  std::string limitReason() const;
  static std::vector<Counterexample::Step> describe(const Network &network, llvm::ArrayRef<Step> steps);
  static Counterexample describe(const Network &network, const SafetySearch::Finding &finding);
  SafetyAnswer decide(const Network &network, const SafetyOptions &safety) const {
    return decideSafety(network, safety, options.engine, lowering.theBudget());
  }
  /// Why a search ended without an answer, and what to try.
  std::string limitReason(const SafetyAnswer &answer) const;
  CheckResult searchResult(CheckKind kind, const Network &network, const SafetyAnswer &answer,
                           const std::optional<SafetySearch::Finding> &finding) const;
  /// What the independent check said. Nullopt: nothing, because the budget ended (what holds is then unknown) or
  /// because it is too large.
  void setCertified(CheckResult &result, std::optional<bool> certified) const;
  void add(CheckResult result, double seconds, const Goal *goal = nullptr);

  // LivenessChecks.cpp
  /// All that one name stands for: an indexed definition gives several.
  std::vector<const ProgressTest *> progressTestsOf(llvm::StringRef name) const;
  /// The results of tests (none: of the default test) on one network, by one search.
  void checkProgress(const Network &network, llvm::StringRef system, llvm::ArrayRef<const ProgressTest *> tests,
                     const Goal *goal = nullptr, const SafetyAnswer *unexplored = nullptr);
  void checkFormula(const Network &network, llvm::StringRef system, const AssertionModel &assertion,
                    const Goal *goal = nullptr);
  CheckResult checkSafetyFormula(Network network, llvm::StringRef name, const FormulaQuestion &question,
                                 const Alphabet &occurring) const;
  CheckResult checkLivenessFormula(Network network, llvm::StringRef name, const FormulaQuestion &question,
                                   const Alphabet &occurring) const;
  void explain(CheckResult &result, const Network &network, const FormulaQuestion &question, const Lasso &found) const;
  void warnOfAbsentLabels(const AssertionModel &assertion, const FormulaQuestion &question, llvm::StringRef system,
                          const Alphabet &occurring);
  void warnOfAbsentLabels(const ProgressTest &test, llvm::StringRef system, const Alphabet &occurring);
  CheckResult progressResult(const Network &network, const ProgressRequirement &requirement,
                             const ProgressSearch &search, size_t number) const;

  Lowering &lowering;
  CheckOptions options;
  std::vector<CheckResult> results;
  llvm::StringSet<> warned; ///< Assertions and progress tests with labels that never occur.
};

/// Warns of labels of a goal's property that no component of the system has: they never occur.
void warnOfForeignLabels(DiagnosticEngine &diagnostics, const Goal &goal, const Lts &property, const Network &system);

} // namespace tenon

#endif // TENON_CHECK_CHECKER_H
