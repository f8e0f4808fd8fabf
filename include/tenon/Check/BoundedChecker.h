//===- tenon/Check/BoundedChecker.h - Bounded checks of C programs --------===//
//
// Bounded model checking (Clarke, Kroening and Lerda, "A tool for checking ANSI-C programs", 2004): the program formula
// of Program/UnwoundFormula.h is satisfiable exactly if an execution within the bound fails.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_BOUNDEDCHECKER_H
#define TENON_CHECK_BOUNDEDCHECKER_H

#include "tenon/Check/Verdict.h"
#include "tenon/Program/SequentialInterpreter.h"
#include "tenon/Program/UnwoundFormula.h"
#include "tenon/Support/Budget.h"

#include "llvm/Support/SourceMgr.h"

namespace tenon {

class SmtSolver;

struct BoundedOptions {
  unsigned bound = 5;
  bool checkBounds = false;
  bool certify = false;
};

/// Whether some execution fails. Holds: none does, and none is cut off by the bound. Violated: with the inputs nearest
/// to 0, if they are found with little effort, and what the program then does, line by line; every counterexample is
/// replayed by the interpreter. Unknown: no execution within the bound fails, but there are longer ones; or the budget
/// ran out.
CheckResult checkBounded(const seq::Program &program, const llvm::SourceMgr &sources, const BoundedOptions &options,
                         const Budget &budget);

/// The run of the program on these inputs, as a counterexample. `names`: inputs to be listed, with their values.
Counterexample describeRun(const seq::Program &program, const llvm::SourceMgr &sources, const seq::InputValues &inputs,
                           const seq::RunOptions &options, const seq::Substitution &mutants,
                           std::vector<Valuation> named, seq::Outcome &outcome);

/// After Satisfiable: for each input, what the execution of the model takes, in order.
seq::InputValues inputsOf(const seq::Program &program, const seq::UnwoundFormula &formula, const SmtSolver &solver);

/// `prog.c:12:3`; empty for a place in the library.
std::string placeOf(const llvm::SourceMgr &sources, llvm::SMRange range);

/// The text there, on one line.
std::string textOf(llvm::SMRange range);

} // namespace tenon

#endif // TENON_CHECK_BOUNDEDCHECKER_H
