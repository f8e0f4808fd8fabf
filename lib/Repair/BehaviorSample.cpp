//===- BehaviorSample.cpp - Runs that a repair should leave alone ---------===//

#include "BehaviorSample.h"

#include "llvm/ADT/Hashing.h"

using namespace llvm;

namespace tenon::seq {

namespace {

/// Sums a run up in one number, the same on every machine.
class Summary final : public RunObserver {
public:
  uint64_t trace = 1469598103934665603ULL;

  void assigned(ExprId, VarId variable, uint64_t element, const Number &value) override {
    add(variable);
    add(element);
    add(value);
  }
  void passed(ExprId, VarId variable, const Number &value) override {
    add(variable);
    add(value);
  }
  void returned(StmtId, const Number &value) override { add(value); }
  void decided(StmtId statement, bool value) override { add(2 * uint64_t(statement) + value); }

private:
  void add(uint64_t value) { trace = (trace ^ value) * 1099511628211ULL; }
  void add(const Number &value) { add(static_cast<uint64_t>(static_cast<int64_t>(value % Number(1000000007)))); }
};

} // namespace

BehaviorSample::BehaviorSample(const Program &sequential, const RunOptions &runOptions)
    : program(sequential), options(runOptions), interpreter(sequential) {
  constexpr size_t Wanted = 100, Tries = 400;
  std::vector<int64_t> constants = {0, 1, 2, 3, 10};
  for (const Expr &expr : program.exprs)
    if (expr.op == Op::Constant)
      constants.insert(constants.end(), {expr.constant, expr.constant + 1, expr.constant - 1});
  std::mt19937_64 random(7);
  options.maxSteps = 100'000;
  for (size_t i = 0; i < Tries && runs.size() < Wanted; ++i) {
    Run run{draw(random, constants), 0};
    Summary summary;
    Outcome outcome = interpreter.run(run.inputs, options, Substitution(), {}, &summary);
    run.trace = summary.trace;
    if (outcome.kind == Outcome::Kind::Finished)
      runs.push_back(std::move(run));
    else if (outcome.isError())
      others.push_back(std::move(run.inputs));
  }
}

InputValues BehaviorSample::draw(std::mt19937_64 &random, ArrayRef<int64_t> constants) const {
  InputValues result;
  for (const Input &input : program.inputs) {
    uint64_t count = input.array == None ? 1 : std::max<uint64_t>(program.variables[input.array].length, 1);
    std::vector<Number> values;
    for (uint64_t i = 0; i < std::max<uint64_t>(count * 2, 8); ++i) {
      uint64_t way = random() % 8;
      if (way < 4)
        values.push_back(Number(constants[random() % constants.size()]));
      else if (way < 7)
        values.push_back(Number(static_cast<int64_t>(random() % 12)));
      else
        values.push_back(Number(static_cast<int32_t>(random())));
    }
    result.push_back(std::move(values));
  }
  return result;
}

std::optional<size_t> BehaviorSample::sameRuns(const Substitution &mutants, ArrayRef<Number> constants) {
  size_t same = 0;
  for (const Run &run : runs) {
    Summary summary;
    Outcome outcome = interpreter.run(run.inputs, options, mutants, constants, &summary);
    if (outcome.isError())
      return std::nullopt;
    same += outcome.kind == Outcome::Kind::Finished && summary.trace == run.trace;
  }
  for (const InputValues &inputs : others)
    if (interpreter.run(inputs, options, mutants, constants).isError())
      return std::nullopt;
  return same;
}

} // namespace tenon::seq
