//===- UnwoundStatements.cpp - Unwinding a program into terms -------------===//

#include "UnwoundBuilder.h"

#include <algorithm>

namespace tenon::seq {

UnwoundFormula::Builder::Builder(const Program &sequential, TermContext &context, const UnwindOptions &unwindOptions,
                                 const Budget &runBudget)
    : program(sequential), scalars(context, sequential.isMath), terms(context), options(unwindOptions),
      budget(runBudget) {
  for (const Variable &variable : program.variables) {
    slotOf.push_back(now.values.size());
    uint64_t length = variable.isArray ? variable.length : 1;
    longestArray = std::max(longestArray, length);
    for (uint64_t i = 0; i < length; ++i)
      now.values.push_back(scalars.constant(variable.type, i < variable.initial.size() ? variable.initial[i] : 0));
  }
  for (Term value : now.values)
    history.push_back({{0, value}});
  bindings.resize(program.variables.size());
  now.reached = terms.boolean(true);
  occurrences.emplace_back(); // Of all expressions without effects.
  for (auto [site, replacement] : options.alternatives) {
    choices.push_back(fresh(Sort::boolean()));
    alternativesOf[site].push_back({replacement, choices.back()});
  }
}

void UnwoundFormula::Builder::run() {
  executeBody(program.functions[program.entry]);
}

Term UnwoundFormula::Builder::fresh(const Sort &sort) {
  definitionOfName.push_back(SIZE_MAX);
  return terms.variable(nextVariable++, sort);
}

Term UnwoundFormula::Builder::freshInput(ScalarType type) {
  Term name = fresh(scalars.sortOf(type));
  Term domain = scalars.domain(name, type);
  if (!isConstant(domain, true))
    assumptions.push_back(domain);
  return name;
}

Term UnwoundFormula::Builder::unknown(size_t number, ScalarType type) {
  if (unknowns.size() <= number)
    unknowns.resize(number + 1);
  if (!unknowns[number])
    unknowns[number] = fresh(scalars.sortOf(type));
  return unknowns[number];
}

bool UnwoundFormula::Builder::outOfBudget() {
  if (limit == Budget::Limit::None && ++steps % 256 == 0)
    limit = steps + time > options.maxSteps ? Budget::Limit::States : budget.exceeded();
  return limit != Budget::Limit::None;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

void UnwoundFormula::Builder::set(size_t slot, Term value) {
  if (now.values[slot] == value)
    return;
  now.values[slot] = value;
  history[slot].push_back({++time, value});
}

void UnwoundFormula::Builder::restore(const State &state) {
  for (size_t slot = 0; slot < state.values.size(); ++slot)
    set(slot, state.values[slot]);
  now.reached = state.reached;
}

/// Where paths meet. No two of the states are reached by one execution; if `isComplete`, one of them is whenever
/// `reachedBefore` is true.
void UnwoundFormula::Builder::join(std::vector<State> &states, Term reachedBefore, bool isComplete) {
  llvm::erase_if(states, [](const State &state) { return isConstant(state.reached, false); });
  if (states.empty()) {
    now.reached = terms.boolean(false);
    return;
  }
  std::vector<Term> reached;
  reached.reserve(states.size());
  for (const State &state : states)
    reached.push_back(state.reached);
  for (size_t slot = 0; slot < now.values.size(); ++slot) {
    Term value = states.back().values[slot];
    for (size_t i = states.size() - 1; i-- > 0;)
      value = terms.ifThenElse(reached[i], states[i].values[slot], value);
    set(slot, value);
  }
  now.reached = isComplete ? reachedBefore : terms.orOf(reached);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void UnwoundFormula::Builder::execute(StmtId id) {
  if (id == None || isDead() || outOfBudget())
    return;
  const Stmt &statement = program.stmts[id];
  switch (statement.kind) {
  case StmtKind::Evaluate:
    happen(statement.expr);
    return;
  case StmtKind::If:
    return executeIf(statement);
  case StmtKind::Loop:
    return executeLoop(id, statement);
  case StmtKind::Block:
    for (StmtId item : statement.items)
      execute(item);
    return;
  case StmtKind::Break:
  case StmtKind::Continue: {
    LoopFrame &frame = *loops.back();
    (statement.kind == StmtKind::Break ? frame.breaks : frame.continues).push_back(now);
    ++jumps;
    now.reached = terms.boolean(false);
    return;
  }
  case StmtKind::Return:
    if (statement.expr != None)
      set(slotOf[statement.variable], evaluate(statement.expr));
    returns.back()->push_back(now);
    ++leaves;
    now.reached = terms.boolean(false);
    return;
  case StmtKind::Assume: {
    Term condition = evaluate(statement.expr);
    now.reached = terms.andOf({now.reached, condition});
    ++ends;
    return;
  }
  case StmtKind::Assert: {
    Term condition = evaluate(statement.expr);
    Term violated = terms.andOf({now.reached, terms.notOf(condition)});
    if (!isConstant(violated, false))
      violations.push_back({id, None, violated});
    return;
  }
  case StmtKind::Arbitrary:
  case StmtKind::ArbitraryString:
    return takeArbitrary(statement);
  }
}

void UnwoundFormula::Builder::executeIf(const Stmt &statement) {
  Term condition = evaluate(statement.expr);
  if (isConstant(condition, true))
    return execute(statement.first);
  if (isConstant(condition, false))
    return execute(statement.second);
  uint64_t losses = jumps + leaves + ends;
  State before = now;
  now.reached = terms.andOf({before.reached, condition});
  execute(statement.first);
  State then = std::move(now);
  now = State{then.values, nullptr};
  restore(before);
  now.reached = terms.andOf({before.reached, terms.notOf(condition)});
  execute(statement.second);
  if (isConstant(then.reached, false))
    return;
  if (isDead())
    return restore(then);
  bool isComplete = losses == jumps + leaves + ends;
  Term isThen = isComplete ? condition : then.reached;
  for (size_t slot = 0; slot < now.values.size(); ++slot)
    set(slot, terms.ifThenElse(isThen, then.values[slot], now.values[slot]));
  now.reached = isComplete ? before.reached : terms.orOf({then.reached, now.reached});
}

/// Tests the condition; whether anything enters the body. What does not goes to `exit`.
bool UnwoundFormula::Builder::enterBody(StmtId id, const Stmt &statement, uint64_t entered, State *exit) {
  if (statement.expr != None && !(statement.isDoWhile && entered == 0)) {
    Term condition = evaluate(statement.expr);
    *exit = now;
    exit->reached = terms.andOf({now.reached, terms.notOf(condition)});
    now.reached = terms.andOf({now.reached, condition});
  }
  if (isDead())
    return false;
  if (entered < (statement.isUnbounded ? longestArray + 2 : options.bound))
    return true;
  cuts.push_back({id, now.reached});
  ++ends;
  now.reached = terms.boolean(false);
  return false;
}

void UnwoundFormula::Builder::executeLoop(StmtId id, const Stmt &statement) {
  Term reachedBefore = now.reached;
  uint64_t losses = leaves + ends;
  LoopFrame frame;
  std::vector<State> exits;
  for (uint64_t entered = 0;; ++entered) {
    State exit;
    bool goesOn = enterBody(id, statement, entered, &exit);
    if (exit.reached)
      exits.push_back(std::move(exit));
    if (!goesOn || outOfBudget())
      break;
    loops.push_back(&frame);
    execute(statement.first);
    loops.pop_back();
    if (!frame.continues.empty()) {
      frame.continues.push_back(now);
      join(frame.continues, nullptr, false);
      frame.continues.clear();
    }
    execute(statement.second);
  }
  exits.insert(exits.end(), std::make_move_iterator(frame.breaks.begin()), std::make_move_iterator(frame.breaks.end()));
  join(exits, reachedBefore, losses == leaves + ends);
}

void UnwoundFormula::Builder::takeArbitrary(const Stmt &statement) {
  const Variable &variable = program.variables[statement.variable];
  size_t slot = slotOf[statement.variable];
  uint64_t length = variable.isArray ? variable.length : 1;
  bool isString = statement.kind == StmtKind::ArbitraryString;
  if (isString) {
    // A parameter stands for an array of the caller.
    VarId array = arrayOf(statement.variable, time);
    slot = slotOf[array];
    length = program.variables[array].length;
  }
  InputInstance instance{statement.input, {}, now.reached};
  for (uint64_t i = 0; i < length; ++i) {
    bool isEnd = isString && i + 1 == length;
    if (!isEnd)
      instance.names.push_back(freshInput(variable.type));
    set(slot + i, isEnd ? scalars.constant(variable.type, 0) : instance.names.back());
  }
  inputs.push_back(std::move(instance));
}

/// Of a function whose parameters are set.
void UnwoundFormula::Builder::executeBody(const Function &callee) {
  Term reachedBefore = now.reached;
  uint64_t endsBefore = ends;
  std::vector<State> ways;
  std::vector<LoopFrame *> outerLoops;
  outerLoops.swap(loops);
  returns.push_back(&ways);
  execute(callee.body);
  returns.pop_back();
  loops.swap(outerLoops);
  if (ways.empty())
    return;
  ways.push_back(now);
  join(ways, reachedBefore, ends == endsBefore);
}

//===----------------------------------------------------------------------===//
// The door
//===----------------------------------------------------------------------===//

UnwoundFormula::UnwoundFormula(const Program &program, TermContext &terms, const UnwindOptions &options,
                               const Budget &budget)
    : builder(std::make_unique<Builder>(program, terms, options, budget)) {
  builder->run();
}
UnwoundFormula::~UnwoundFormula() = default;

llvm::ArrayRef<Definition> UnwoundFormula::definitions() const {
  return builder->definitions;
}
llvm::ArrayRef<InputInstance> UnwoundFormula::inputs() const {
  return builder->inputs;
}
llvm::ArrayRef<Violation> UnwoundFormula::violations() const {
  return builder->violations;
}
llvm::ArrayRef<Cut> UnwoundFormula::cuts() const {
  return builder->cuts;
}
llvm::ArrayRef<Term> UnwoundFormula::assumptions() const {
  return builder->assumptions;
}
llvm::ArrayRef<Term> UnwoundFormula::choices() const {
  return builder->choices;
}
Budget::Limit UnwoundFormula::limit() const {
  return builder->limit;
}
std::optional<size_t> UnwoundFormula::definitionOf(VariableId variable) const {
  if (variable >= builder->definitionOfName.size() || builder->definitionOfName[variable] == SIZE_MAX)
    return std::nullopt;
  return builder->definitionOfName[variable];
}
Term UnwoundFormula::valueOf(const Definition &definition, const Substitution &mutants) const {
  return builder->valueOf(definition, mutants);
}
Term UnwoundFormula::unknown(size_t number, ScalarType type) const {
  return builder->unknown(number, type);
}
Term UnwoundFormula::constant(ScalarType type, int64_t value) const {
  return builder->scalars.constant(type, value);
}

} // namespace tenon::seq
