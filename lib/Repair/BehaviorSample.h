//===- BehaviorSample.h - Runs that a repair should leave alone -----------===//

#ifndef TENON_LIB_REPAIR_BEHAVIORSAMPLE_H
#define TENON_LIB_REPAIR_BEHAVIORSAMPLE_H

#include "tenon/Program/SequentialInterpreter.h"

#include <random>

namespace tenon::seq {

/// Some runs of a program without an error, on inputs that are the same each time: small numbers, the program's own
/// constants and their neighbors, and any others.
class BehaviorSample {
public:
  BehaviorSample(const Program &program, const RunOptions &options);

  size_t size() const { return runs.size(); }
  /// How many runs decide, assign and return the same in a mutant; nullopt if it has an error in one of the runs that
  /// were tried.
  std::optional<size_t> sameRuns(const Substitution &mutants, llvm::ArrayRef<Number> constants);

private:
  struct Run {
    InputValues inputs;
    uint64_t trace;
  };
  InputValues draw(std::mt19937_64 &random, llvm::ArrayRef<int64_t> constants) const;

  const Program &program;
  RunOptions options;
  Interpreter interpreter;
  std::vector<Run> runs;
  std::vector<InputValues> others; ///< Inputs with an error.
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_BEHAVIORSAMPLE_H
