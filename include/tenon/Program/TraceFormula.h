//===- tenon/Program/TraceFormula.h - Traces in single-assignment form ----===//
//
// A row of steps as a formula: its models are the executions of the trace (assume-guarantee-repair, Definition 5 and
// section 8.2). Each value that a variable takes on the way has a name of its own, unless it is a constant or another
// name.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_TRACEFORMULA_H
#define TENON_PROGRAM_TRACEFORMULA_H

#include "tenon/Program/Replay.h"

namespace tenon {

/// What an update without a value takes from the environment.
struct ArbitraryValue {
  Sort sort;      ///< Of what is chosen: that of the variable or its element; Int for an integral real.
  bool isElement; ///< Of an array.

  ArbitraryValue(const ProgramSystem &system, const SystemStep::Update &update);
  /// When the environment may choose this.
  static Term domain(const ProgramSystem &system, const SystemStep::Update &update, Term chosen);
  /// What the variable is then.
  static Term result(const ProgramSystem &system, const SystemStep::Update &update, Term chosen);
};

/// The formula of a growing trace. Step 0 stands for the initial values.
class TraceFormula {
public:
  /// New names are numbered from `firstName` on, which no variable of the system has.
  explicit TraceFormula(const ProgramSystem &system) : TraceFormula(system, firstFree(system)) {}
  TraceFormula(const ProgramSystem &system, VariableId firstName);

  void push(const SystemStep &step);
  void pop();
  size_t length() const { return frames.size() - 1; }

  /// What a variable is after a step, in names.
  Term valueOf(VariableId variable, size_t step) const;
  /// What a term over the system's variables is after a step.
  Term at(Term term, size_t step) const;

  /// A value that nothing determines: an initial one, or one that the environment sends.
  struct Choice {
    Term name;
    VariableId variable; ///< Which takes it.
    size_t step;         ///< In which it is made.
  };
  /// All choices, in the order in which they are made.
  llvm::ArrayRef<Choice> choices() const { return chosen; }

  struct Definition {
    Term name;
    Term value;
    VariableId variable; ///< What has this value after `step`.
    size_t step;
  };
  llvm::ArrayRef<Definition> definitions() const { return defined; }

  /// What the step requires of the choices and names up to it: its guard, and the domains of its choices.
  Term condition(size_t step) const { return frames[step].condition; }
  /// All conditions and definitions.
  Term formula() const;

  static VariableId firstFree(const ProgramSystem &system) { return static_cast<VariableId>(system.variables.size()); }

private:
  struct Frame {
    Term condition = nullptr;
    size_t choiceCount = 0, definitionCount = 0;
    std::vector<std::pair<VariableId, Term>> values; ///< Those that changed.
  };
  Term freshName(const Sort &sort);
  Term choose(VariableId variable, const Sort &sort);
  void assign(Frame &frame, VariableId variable, Term value);

  const ProgramSystem &system;
  TermContext &terms;
  VariableId nextName;
  VariableId firstName;
  std::vector<Term> current;
  std::vector<Frame> frames;
  std::vector<std::vector<std::pair<size_t, Term>>> history; ///< Of each variable: its values and since when.
  std::vector<Choice> chosen;
  std::vector<Definition> defined;
};

/// Of what the environment may send for this read, the value nearest to zero.
DataValue leastInput(const ProgramSystem &system, const ProgramAction &action);

/// A run with values, and what it does.
struct ProgramRun {
  std::vector<SystemStep> steps;
  std::vector<DataValue> initialValues;
  std::vector<ConcreteMove> moves;
  ReplayedRun replay;
};

/// The run of the trace in which choices()[i] is values[i], replayed.
ProgramRun runOf(const ProgramSystem &system, llvm::ArrayRef<SystemStep> steps, const TraceFormula &formula,
                 llvm::ArrayRef<DataValue> values);

} // namespace tenon

#endif // TENON_PROGRAM_TRACEFORMULA_H
