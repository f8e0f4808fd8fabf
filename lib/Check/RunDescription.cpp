//===- RunDescription.cpp - Runs of C programs, line by line --------------===//

#include "tenon/Check/BoundedChecker.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

using namespace seq;

std::string placeOf(const SourceMgr &sources, SMRange range) {
  unsigned buffer = range.isValid() ? sources.FindBufferContainingLoc(range.Start) : 0;
  if (!buffer)
    return "";
  auto [line, column] = sources.getLineAndColumn(range.Start, buffer);
  StringRef file = sys::path::filename(sources.getMemoryBuffer(buffer)->getBufferIdentifier());
  return (file + ":" + Twine(line) + ":" + Twine(column)).str();
}

std::string textOf(SMRange range) {
  std::string result;
  if (!range.isValid())
    return result;
  const char *begin = range.Start.getPointer();
  bool isSpace = false;
  for (char c : StringRef(begin, static_cast<size_t>(range.End.getPointer() - begin))) {
    if (isspace(static_cast<unsigned char>(c))) {
      isSpace = true;
      continue;
    }
    if (isSpace && !result.empty())
      result += ' ';
    isSpace = false;
    result += c;
  }
  return result;
}

namespace {

/// A step for each assignment and decision; those of one place follow each other in one step.
class RunRecorder final : public RunObserver {
public:
  RunRecorder(const Program &sequential, const SourceMgr &sourceManager)
      : program(sequential), sources(sourceManager) {}

  void assigned(ExprId id, VarId variable, uint64_t element, const Number &value) override {
    if (program.variables[variable].isHidden)
      return;
    record(program.exprs[id].source.range, "", nameOf(variable, element), value);
  }
  void passed(ExprId call, VarId variable, const Number &value) override {
    record(program.exprs[call].source.range, "", program.variables[variable].name, value);
  }
  void returned(StmtId id, const Number &value) override {
    record(program.stmts[id].range, "", functionName() + "()", value);
  }
  void decided(StmtId id, bool isTrue) override {
    const Stmt &statement = program.stmts[id];
    if (!statement.range.isValid())
      return;
    bool isClaim = statement.kind == StmtKind::Assert || statement.kind == StmtKind::Assume;
    if (isClaim && isTrue)
      return;
    SMRange range = isClaim ? statement.range : program.exprs[statement.expr].source.range;
    std::string text = textOf(range);
    if (!isClaim)
      text = isTrue ? "[" + text + "]" : "[!(" + text + ")]";
    record(range, text, "", Number(0));
  }
  void entered(ExprId call, FunctionId function) override {
    functions.push_back(function);
    calls.push_back(call);
  }
  void left(FunctionId) override {
    functions.pop_back();
    calls.pop_back();
  }

  /// What is seen of a node of the library: the call.
  ExprId visible(ExprId id) {
    while (!program.exprs[id].source.range.isValid() && !calls.empty() && calls.back() != None) {
      id = calls.back();
      left(functions.back());
    }
    return id;
  }

  std::vector<Counterexample::Step> steps;

  std::string functionName() const { return functions.empty() ? "" : program.functions[functions.back()].name; }

private:
  std::string nameOf(VarId variable, uint64_t element) const {
    const Variable &info = program.variables[variable];
    return info.isArray ? info.name + "[" + std::to_string(element) + "]" : info.name;
  }

  void record(SMRange range, std::string text, const std::string &name, const Number &value) {
    if (!range.isValid())
      return;
    std::string place = placeOf(sources, range);
    if (text.empty())
      text = textOf(range);
    std::string action = StringRef(place).rsplit(':').first.str() + "  " + text;
    if (steps.empty() || steps.back().action != action || lastName == name || name.empty()) {
      Counterexample::Step step;
      step.action = action;
      step.movers.push_back(functionName());
      steps.push_back(step);
    }
    lastName = name;
    if (!name.empty())
      steps.back().values.push_back({name, DataValue{Sort::integer(), {Rational(value)}}});
  }

  const Program &program;
  const SourceMgr &sources;
  std::vector<FunctionId> functions;
  std::vector<ExprId> calls; ///< Of them.
  std::string lastName;
};

} // namespace

Counterexample describeRun(const Program &program, const SourceMgr &sources, const InputValues &inputs,
                           const RunOptions &options, const Substitution &mutants, std::vector<Valuation> named,
                           Outcome &outcome) {
  Interpreter interpreter(program);
  RunRecorder recorder(program, sources);
  outcome = interpreter.run(inputs, options, mutants, {}, &recorder);
  Counterexample result;
  result.initialValues = std::move(named);
  result.areInputs = true;
  result.trace = std::move(recorder.steps);
  if (outcome.kind == Outcome::Kind::OutOfBounds) {
    Counterexample::Step step;
    outcome.expr = recorder.visible(outcome.expr);
    SMRange range = program.exprs[outcome.expr].source.range;
    step.action = StringRef(placeOf(sources, range)).rsplit(':').first.str() + "  " + textOf(range);
    step.movers.push_back(recorder.functionName());
    result.trace.push_back(step);
  }
  return result;
}

} // namespace tenon
