//===- SequentialInterpreter.cpp - Running a C program --------------------===//

#include "tenon/Program/SequentialInterpreter.h"

#include "SequentialArithmetic.h"

#include <algorithm>
#include <numeric>

namespace tenon::seq {

class Interpreter::Machine {
public:
  virtual ~Machine() = default;
  virtual Outcome run(const InputValues &inputs, const RunOptions &options, const Substitution &mutants,
                      llvm::ArrayRef<Number> unknowns, RunObserver *observer) = 0;
  virtual Number valueOf(VarId variable, uint64_t element) const = 0;
};

template <typename Arithmetic> class Interpreter::MachineOf final : public Machine {
  using Value = typename Arithmetic::Value;
  enum class Flow : uint8_t { Next, Break, Continue, Return, Stop };
  /// The elements of an array, or the one value of a scalar.
  struct Cells {
    size_t begin = 0;
    uint64_t length = 1;
  };

public:
  explicit MachineOf(const Program &sequential) : program(sequential) {
    for (const Variable &variable : program.variables) {
      uint64_t length = variable.isArray ? variable.length : 1;
      cells.push_back({initial.size(), length});
      for (uint64_t i = 0; i < length; ++i)
        initial.push_back(Arithmetic::fromConstant(i < variable.initial.size() ? variable.initial[i] : 0));
    }
  }

  Outcome run(const InputValues &values, const RunOptions &runOptions, const Substitution &mutants,
              llvm::ArrayRef<Number> unknownValues, RunObserver *runObserver) override {
    for (size_t id = resolved.size(); id < program.exprs.size(); ++id)
      resolved.push_back(static_cast<ExprId>(id));
    for (auto [site, replacement] : mutants)
      resolved[site] = replacement;
    memory = initial;
    taken.assign(program.inputs.size(), 0);
    inputs = &values;
    options = runOptions;
    unknowns = unknownValues;
    observer = runObserver;
    steps = 0;
    outcome = {};
    if (observer)
      observer->entered(None, program.entry);
    execute(program.functions[program.entry].body);
    for (auto [site, replacement] : mutants)
      resolved[site] = site;
    return outcome;
  }

  Number valueOf(VarId variable, uint64_t element) const override {
    const Cells &place = cells[variable];
    if (element >= place.length || memory.empty())
      return Number(0);
    return Arithmetic::toNumber(program.variables[variable].type, memory[place.begin + element]);
  }

private:
  Flow stop(Outcome::Kind kind, StmtId statement, ExprId expr) {
    if (!isStopped())
      outcome = {kind, statement, expr};
    return Flow::Stop;
  }
  bool isStopped() const { return outcome.kind != Outcome::Kind::Finished; }

  //===-- Inputs ----------------------------------------------------------===//

  Value take(InputId input, ScalarType type, uint64_t element) {
    size_t position = taken[input]++;
    Value value(0);
    if (input < inputs->size() && position < (*inputs)[input].size())
      value = Arithmetic::normalize(type, Arithmetic::fromNumber((*inputs)[input][position]));
    if (observer)
      observer->took(input, element, Arithmetic::toNumber(type, value));
    return value;
  }

  void takeAll(const Stmt &statement, bool isString) {
    Cells place = cells[statement.variable];
    ScalarType type = program.variables[statement.variable].type;
    uint64_t count = isString ? place.length - 1 : place.length;
    for (uint64_t i = 0; i < count; ++i)
      memory[place.begin + i] = take(statement.input, type, i);
    if (isString)
      memory[place.begin + count] = Value(0);
  }

  //===-- Expressions -----------------------------------------------------===//

  bool isTrue(ExprId id) { return value(id) != 0; }

  Value compare(const Expr &node) {
    Value a = value(node.operands[0]), b = value(node.operands[1]);
    ScalarType type = program.exprs[resolved[node.operands[0]]].type;
    switch (node.op) {
    case Op::Less:
      return Value(Arithmetic::less(type, a, b));
    case Op::LessEqual:
      return Value(!Arithmetic::less(type, b, a));
    case Op::Greater:
      return Value(Arithmetic::less(type, b, a));
    case Op::GreaterEqual:
      return Value(!Arithmetic::less(type, a, b));
    case Op::Equal:
      return Value(a == b);
    default:
      return Value(a != b);
    }
  }

  /// The cell of an element, or none: then the run may have stopped.
  std::optional<size_t> cellOf(ExprId access, VarId array, ExprId indexExpr) {
    Value index = value(indexExpr);
    Cells place = cells[array];
    if (Arithmetic::isInside(program.exprs[resolved[indexExpr]].type, index, place.length))
      return place.begin + Arithmetic::toIndex(index);
    if (options.checkBounds)
      stop(Outcome::Kind::OutOfBounds, None, access);
    return std::nullopt;
  }

  Value element(ExprId id, const Expr &node) {
    std::optional<size_t> cell = cellOf(id, node.variable, node.operands[0]);
    return cell ? memory[*cell] : Value(0);
  }

  /// The index comes before the value.
  Value assign(ExprId id, const Expr &node) {
    std::optional<size_t> cell = cells[node.variable].begin;
    bool isElement = node.operands.size() > 1;
    if (isElement)
      cell = cellOf(id, node.variable, node.operands[1]);
    Value before = cell ? memory[*cell] : Value(0);
    Value now = value(node.operands[0]);
    if (!cell || isStopped())
      return node.isPostfix ? before : now;
    memory[*cell] = now;
    if (observer)
      observer->assigned(id, node.variable, isElement ? *cell - cells[node.variable].begin : 0,
                         Arithmetic::toNumber(node.type, now));
    return node.isPostfix ? before : now;
  }

  Value call(ExprId id, const Expr &node) {
    const Function &callee = program.functions[node.callee];
    llvm::SmallVector<Value, 4> values;
    for (ExprId argument : node.operands)
      values.push_back(value(argument));
    if (isStopped())
      return Value(0);
    if (observer)
      observer->entered(id, node.callee);
    size_t nextArray = 0, nextScalar = 0;
    for (VarId parameter : callee.parameters) {
      const Variable &variable = program.variables[parameter];
      if (variable.isArray) {
        cells[parameter] = cells[node.arrays[nextArray++]];
        continue;
      }
      memory[cells[parameter].begin] = values[nextScalar];
      if (observer)
        observer->passed(id, parameter, Arithmetic::toNumber(variable.type, values[nextScalar]));
      ++nextScalar;
    }
    if (callee.resultVariable != None)
      memory[cells[callee.resultVariable].begin] = Value(0);
    execute(callee.body);
    if (observer && !isStopped())
      observer->left(node.callee);
    return callee.resultVariable == None ? Value(0) : memory[cells[callee.resultVariable].begin];
  }

  Value value(ExprId site) {
    ExprId id = resolved[site];
    if (++steps > options.maxSteps)
      stop(Outcome::Kind::StepsExhausted, None, None);
    if (isStopped())
      return Value(0);
    const Expr &node = program.exprs[id];
    switch (node.op) {
    case Op::Constant:
      return Arithmetic::fromConstant(node.constant);
    case Op::Unknown: {
      size_t number = static_cast<size_t>(node.constant);
      return number < unknowns.size() ? Arithmetic::normalize(node.type, Arithmetic::fromNumber(unknowns[number]))
                                      : Value(0);
    }
    case Op::Variable:
      return memory[cells[node.variable].begin];
    case Op::Element:
      return element(site, node);
    case Op::Input:
      return take(node.input, node.type, 0);
    case Op::Not:
      return Value(!isTrue(node.operands[0]));
    case Op::Negate:
      return Arithmetic::negate(node.type, value(node.operands[0]));
    case Op::Complement:
      return Arithmetic::complement(node.type, value(node.operands[0]));
    case Op::Convert:
      return Arithmetic::normalize(node.type, value(node.operands[0]));
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
      return compare(node);
    case Op::And:
      return Value(isTrue(node.operands[0]) && isTrue(node.operands[1]));
    case Op::Or:
      return Value(isTrue(node.operands[0]) || isTrue(node.operands[1]));
    case Op::Conditional:
      return value(node.operands[isTrue(node.operands[0]) ? 1 : 2]);
    case Op::Call:
      return call(site, node);
    case Op::Assign:
      return assign(site, node);
    case Op::Comma:
      value(node.operands[0]);
      return value(node.operands[1]);
    default:
      break;
    }
    Value a = value(node.operands[0]);
    return Arithmetic::binary(node.op, node.type, a, value(node.operands[1]));
  }

  //===-- Statements ------------------------------------------------------===//

  bool decide(StmtId id, ExprId condition) {
    bool result = isTrue(condition);
    if (observer && !isStopped())
      observer->decided(id, result);
    return result;
  }

  Flow loop(StmtId id, const Stmt &statement, bool isBounded) {
    for (uint64_t entered = 0;; ++entered) {
      bool isTested = statement.expr != None && !(statement.isDoWhile && entered == 0);
      if (isTested && !decide(id, statement.expr))
        break;
      if (isStopped())
        return Flow::Stop;
      if (isBounded && entered == options.bound)
        return stop(Outcome::Kind::BoundReached, id, None);
      if (++steps > options.maxSteps)
        return stop(Outcome::Kind::StepsExhausted, id, None);
      Flow flow = execute(statement.first);
      if (flow == Flow::Break)
        break;
      if (flow == Flow::Return || flow == Flow::Stop)
        return flow;
      if (statement.second != None && execute(statement.second) == Flow::Stop)
        return Flow::Stop;
    }
    return isStopped() ? Flow::Stop : Flow::Next;
  }

  Flow claim(StmtId id, const Stmt &statement) {
    bool isTrue = decide(id, statement.expr);
    if (isStopped())
      return Flow::Stop;
    if (isTrue)
      return Flow::Next;
    return stop(statement.kind == StmtKind::Assert ? Outcome::Kind::AssertionFailed : Outcome::Kind::AssumptionFailed,
                id, None);
  }

  Flow giveBack(StmtId id, const Stmt &statement) {
    if (statement.expr == None)
      return Flow::Return;
    Value result = value(statement.expr);
    if (isStopped())
      return Flow::Stop;
    VarId place = statement.variable;
    memory[cells[place].begin] = result;
    if (observer)
      observer->returned(id, Arithmetic::toNumber(program.variables[place].type, result));
    return Flow::Return;
  }

  Flow execute(StmtId id) {
    if (id == None)
      return Flow::Next;
    const Stmt &statement = program.stmts[id];
    switch (statement.kind) {
    case StmtKind::Evaluate:
      value(statement.expr);
      break;
    case StmtKind::If: {
      bool isThen = decide(id, statement.expr);
      return isStopped() ? Flow::Stop : execute(isThen ? statement.first : statement.second);
    }
    case StmtKind::Loop:
      return loop(id, statement, !statement.isUnbounded);
    case StmtKind::Block:
      for (StmtId item : statement.items)
        if (Flow flow = execute(item); flow != Flow::Next)
          return flow;
      break;
    case StmtKind::Break:
      return Flow::Break;
    case StmtKind::Continue:
      return Flow::Continue;
    case StmtKind::Return:
      return giveBack(id, statement);
    case StmtKind::Assume:
    case StmtKind::Assert:
      return claim(id, statement);
    case StmtKind::Arbitrary:
    case StmtKind::ArbitraryString:
      takeAll(statement, statement.kind == StmtKind::ArbitraryString);
      break;
    }
    return isStopped() ? Flow::Stop : Flow::Next;
  }

  const Program &program;
  std::vector<Cells> cells; ///< Those of array parameters change.
  std::vector<Value> initial, memory;
  std::vector<ExprId> resolved; ///< What stands at each site.
  std::vector<size_t> taken;    ///< Of each input.
  const InputValues *inputs = nullptr;
  RunOptions options;
  llvm::ArrayRef<Number> unknowns;
  RunObserver *observer = nullptr;
  uint64_t steps = 0;
  Outcome outcome;
};

Interpreter::Interpreter(const Program &program) {
  if (program.isMath)
    machine = std::make_unique<MachineOf<MathArithmetic>>(program);
  else
    machine = std::make_unique<MachineOf<WordArithmetic>>(program);
}

Interpreter::~Interpreter() = default;

Outcome Interpreter::run(const InputValues &inputs, const RunOptions &options, const Substitution &mutants,
                         llvm::ArrayRef<Number> unknowns, RunObserver *observer) {
  return machine->run(inputs, options, mutants, unknowns, observer);
}

Number Interpreter::valueOf(VarId variable, uint64_t element) const {
  return machine->valueOf(variable, element);
}

} // namespace tenon::seq
