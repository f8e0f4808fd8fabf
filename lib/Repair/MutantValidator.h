//===- MutantValidator.h - Whether a mutant is a repair -------------------===//
//
// The validate stage of program-repair-survey, section 2.4: Z3 decides the formula of a mutant, with one assumption for
// each constraint, so that what it learns about constraints stays for other mutants that have them.
//
// Constants that are still to be found are chosen by counterexamples (Solar-Lezama, "Program synthesis by sketching",
// 2008): values that all counterexamples allow, then one more counterexample, until there is none or no such value.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_REPAIR_MUTANTVALIDATOR_H
#define TENON_LIB_REPAIR_MUTANTVALIDATOR_H

#include "FormulaRun.h"

#include "tenon/Logic/Smt.h"
#include "tenon/Repair/MutationRepair.h"

namespace tenon::seq {

class MutantValidator {
public:
  MutantValidator(MutantFormula &formula, const MutationRepairOptions &options, MutationStatistics &statistics,
                  const Budget &budget);
  ~MutantValidator();

  enum class Answer { Repair, Refuted, Unknown };
  /// Refuted: `reasons()` tells by which samples. Repair: `constants()` are those of unknowns.
  Answer validate(llvm::ArrayRef<Choice> choices);

  /// Samples that together refute the last candidate: each one alone if it has no unknown constants, or if these do not
  /// matter; see areAlone().
  llvm::ArrayRef<size_t> reasons() const { return blamed; }
  bool areAlone() const { return alone; }
  llvm::ArrayRef<uint64_t> constants() const { return found; }
  const Sample &sample(size_t position) const { return samples[position]; }
  size_t sampleCount() const { return samples.size(); }
  /// For slices of the candidate on samples; its unknown constants are open. Valid until the next candidate.
  FormulaRun &runOn(llvm::ArrayRef<Choice> choices, size_t position);
  /// The formula that runOn() evaluates: the common one, or that of the candidate's alternatives.
  const MutantFormula &currentFormula() const;
  /// The inputs of the execution of the candidate on a sample.
  InputValues inputsOf(llvm::ArrayRef<Choice> choices, size_t position);

private:
  struct World;
  struct UnknownConstant {
    uint32_t number;
    Term term;
    Term original;
  };
  bool isRefutedBySamples(llvm::ArrayRef<Choice> choices);
  Answer validateWithUnknowns(llvm::ArrayRef<Choice> choices, llvm::ArrayRef<UnknownConstant> unknowns);
  Answer nearest(llvm::ArrayRef<Choice> choices, llvm::ArrayRef<UnknownConstant> unknowns);
  Answer tryBound(llvm::ArrayRef<Choice> choices, llvm::ArrayRef<UnknownConstant> unknowns, Term bound);
  Answer ask(llvm::ArrayRef<Choice> choices, llvm::ArrayRef<UnknownConstant> unknowns);
  SmtAnswer solveConstants(llvm::ArrayRef<UnknownConstant> unknowns, Term bound);
  std::optional<size_t> violatedSample(llvm::ArrayRef<Choice> choices);
  void demand(llvm::ArrayRef<Choice> choices, size_t sample);
  std::vector<UnknownConstant> unknownsOf(llvm::ArrayRef<Choice> choices) const;
  std::vector<Term> constraints(llvm::ArrayRef<Choice> choices);
  Term distance(const UnknownConstant &unknown) const;
  uint64_t bitsOfDistance(const UnknownConstant &unknown) const;
  void readConstants(llvm::ArrayRef<UnknownConstant> unknowns);
  bool addSample(llvm::ArrayRef<Choice> choices);
  bool enter(llvm::ArrayRef<Choice> choices);
  void setCandidate(llvm::ArrayRef<Choice> choices);
  FormulaRun &run();

  MutantFormula &common;
  const MutationRepairOptions &options;
  MutationStatistics &statistics;
  const Budget &budget;
  SmtContext smt;
  SmtSolver solver;
  std::vector<Sample> samples;
  std::vector<size_t> order; ///< Of samples: those that refuted most recently come first.
  std::vector<size_t> blamed;
  bool alone = true;
  std::vector<uint64_t> found;

  /// Formulas of programs with alternatives put in; the first is the common one. The others are made as needed.
  std::vector<std::unique_ptr<World>> worlds;
  World *world = nullptr;

  std::unique_ptr<SmtSolver> constantSolver;    ///< About the constants of one candidate.
  std::vector<std::pair<size_t, Term>> demands; ///< By sample, what they must satisfy.
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_MUTANTVALIDATOR_H
