//===- tenon/Program/SequentialInterpreter.h - Running a C program --------===//
//
// Runs a sequential program, or a mutant of it, on given inputs: to replay counterexamples, to print what happens in
// them, and to refute candidates of a repair before a solver sees them. It shares nothing with the program formula
// except the program.
//
// Bounds as in program-repair-survey, section 2.1: the body of a loop is entered at most `bound` times; an execution
// that would go on is no evidence of anything.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_SEQUENTIALINTERPRETER_H
#define TENON_PROGRAM_SEQUENTIALINTERPRETER_H

#include "tenon/Sema/SequentialProgram.h"

#include "llvm/ADT/DynamicAPInt.h"

#include <memory>

namespace tenon::seq {

using Number = llvm::DynamicAPInt;

/// For each input of the program, in the order in which the execution takes them; what is missing is 0. An arbitrary
/// array takes one for each element. Values need not be normal for their type.
using InputValues = std::vector<std::vector<Number>>;

struct RunOptions {
  unsigned bound = 5;
  bool checkBounds = false;       ///< An access outside an array ends the run. Otherwise it reads 0, or writes nothing.
  uint64_t maxSteps = 10'000'000; ///< Evaluations of nodes.
};

struct Outcome {
  enum class Kind : uint8_t {
    Finished,
    AssertionFailed, ///< `statement`
    OutOfBounds,     ///< `expr`: an Element or an Assign
    AssumptionFailed,
    BoundReached, ///< `statement`: the loop
    StepsExhausted,
  };
  Kind kind = Kind::Finished;
  StmtId statement = None;
  ExprId expr = None;
  bool isError() const { return kind == Kind::AssertionFailed || kind == Kind::OutOfBounds; }
};

/// Told what a run does, in order. Numbers of elements are 0 for scalars.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void assigned(ExprId, VarId, uint64_t /*element*/, const Number & /*value*/) {}
  /// An argument's value, for a scalar parameter.
  virtual void passed(ExprId /*call*/, VarId, const Number & /*value*/) {}
  virtual void returned(StmtId, const Number & /*value*/) {}
  virtual void decided(StmtId, bool /*value*/) {} ///< Conditions of If and Loop; of Assume and Assert.
  virtual void took(InputId, uint64_t /*element*/, const Number & /*value*/) {}
  virtual void entered(ExprId /*call*/, FunctionId) {} ///< The entry function has no call: None.
  virtual void left(FunctionId) {}
};

/// Not for several threads at once. The program may grow between runs, but its variables and functions may not.
class Interpreter {
public:
  explicit Interpreter(const Program &program);
  ~Interpreter();
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  /// Runs the entry function. `mutants`: sites that are replaced; `unknowns`: the values of Op::Unknown, by number.
  /// Linear in the steps made and, once for a run, in the number of variables and array elements.
  Outcome run(const InputValues &inputs, const RunOptions &options, const Substitution &mutants = Substitution(),
              llvm::ArrayRef<Number> unknowns = {}, RunObserver *observer = nullptr);

  /// The value of a variable's element after the last run.
  Number valueOf(VarId variable, uint64_t element = 0) const;

private:
  class Machine;
  template <typename Arithmetic> class MachineOf;
  std::unique_ptr<Machine> machine;
};

} // namespace tenon::seq

#endif // TENON_PROGRAM_SEQUENTIALINTERPRETER_H
