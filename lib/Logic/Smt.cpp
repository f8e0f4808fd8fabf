//===- Smt.cpp - Satisfiability of terms ----------------------------------===//

#include "SmtEngine.h"

#include "WordsAsNumbers.h"

#include "tenon/Support/Watch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon {

SmtContext::SmtContext(TermContext &context) : termContext(context) {}
SmtContext::~SmtContext() = default;

Z3Bridge &SmtContext::z3() const {
  if (!bridge)
    bridge = std::make_unique<Z3Bridge>(termContext);
  return *bridge;
}

SmtWatch::SmtWatch(SmtContext &context, const Budget &budget)
    : watch(std::make_unique<Watch>([&context] { context.z3().context.interrupt(); }, budget)) {}
SmtWatch::~SmtWatch() {
  watch->stop();
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

SmtSolver::Engine::Engine(Z3Bridge &z3Bridge, uint64_t maxEffort, SmtTheory smtTheory)
    : bridge(z3Bridge), solver(smtTheory == SmtTheory::Bits ? z3Bridge.bitSolver() : z3Bridge.quickSolver()),
      effort(maxEffort), theory(smtTheory) {}

SmtAnswer SmtSolver::Engine::take(z3::solver &from, z3::check_result answer) {
  if (answer == z3::sat) {
    model = from.get_model();
    return SmtAnswer::Satisfiable;
  }
  if (answer == z3::unsat)
    return SmtAnswer::Unsatisfiable;
  reason = from.reason_unknown();
  return SmtAnswer::Unknown;
}

/// Interrupted when the budget ends.
SmtAnswer SmtSolver::Engine::checkWatched(z3::solver &with, const z3::expr_vector &assumed, const Budget &budget) {
  Watch watch([this] { bridge.context.interrupt(); }, budget);
  z3::check_result answer = z3::unknown;
  try {
    answer = with.check(assumed);
  } catch (const z3::exception &exception) {
    // As when it does not know.
    reason = exception.msg();
  }
  limit = watch.stop();
  return take(with, answer);
}

/// By numbers that are no powers of two: as a circuit, that is slow.
bool SmtSolver::Engine::dividesWords(Term term) {
  if (auto known = divides.find(term); known != divides.end())
    return known->second;
  bool result = term->sort().kind == SortKind::Bits &&
                (term->op() == TermOp::Divide || term->op() == TermOp::Remainder) &&
                term->operand(1)->op() == TermOp::Constant;
  if (result) {
    DynamicAPInt divisor = term->operand(1)->constant().numerator;
    while (divisor > 1 && divisor % 2 == 0)
      divisor /= 2;
    result = divisor > 1;
  }
  for (Term operand : term->operands())
    result = result || dividesWords(operand);
  divides[term] = result;
  return result;
}

/// Words as numbers: of use where they have contradictions only.
bool SmtSolver::Engine::isUnsatisfiableInNumbers(const Budget &budget) {
  WordsAsNumbers numbers(bridge.terms);
  z3::solver other = bridge.quickSolver();
  bridge.setEffort(other, effort);
  for (const auto &[condition, level] : conditions) {
    Term translated = condition ? numbers.condition(condition) : nullptr;
    if (!translated)
      return false;
    other.add(bridge.translate(translated));
  }
  if (!numbers.sawWords())
    return false;
  for (Term definition : numbers.definitions())
    other.add(bridge.translate(definition));
  return checkWatched(other, z3::expr_vector(bridge.context), budget) == SmtAnswer::Unsatisfiable;
}

/// Most checks are short and need no watch. What the quick solver does not know, Z3's choice of tactics may.
SmtAnswer SmtSolver::Engine::check(const z3::expr_vector &assumed, const Budget &budget) {
  constexpr uint64_t ShortEffort = 100'000;
  limit = budget.exceeded();
  if (limit != Budget::Limit::None)
    return SmtAnswer::Unknown;
  bool mayCount = theory == SmtTheory::General && assumed.empty();
  bool isNumeric =
      mayCount && any_of(conditions, [this](const auto &entry) { return entry.first && dividesWords(entry.first); });
  if (isNumeric && isUnsatisfiableInNumbers(budget))
    return SmtAnswer::Unsatisfiable;
  bridge.setEffort(solver, std::min(ShortEffort, effort), theory);
  SmtAnswer answer = take(solver, solver.check(assumed));
  // About clauses everything is known, and the solver gives no reason.
  bool isCut =
      theory == SmtTheory::Bits || StringRef(reason).contains("resource") || StringRef(reason).contains("cancel");
  if (answer == SmtAnswer::Unknown && isCut && !isNumeric && mayCount && isUnsatisfiableInNumbers(budget))
    return SmtAnswer::Unsatisfiable;
  if (answer == SmtAnswer::Unknown && effort > ShortEffort && isCut) {
    bridge.setEffort(solver, effort, theory);
    answer = checkWatched(solver, assumed, budget);
  }
  if (answer == SmtAnswer::Unsatisfiable) {
    z3::expr_vector blamed = solver.unsat_core();
    for (unsigned i = 0; i < assumed.size(); ++i)
      for (unsigned k = 0; k < blamed.size(); ++k)
        if (z3::eq(assumed[static_cast<int>(i)], blamed[static_cast<int>(k)])) {
          core.push_back(i);
          break;
        }
  }
  if (answer != SmtAnswer::Unknown || limit != Budget::Limit::None || theory == SmtTheory::Bits)
    return answer;
  z3::solver thorough(bridge.context);
  bridge.setEffort(thorough, effort);
  for (const z3::expr &condition : solver.assertions())
    thorough.add(condition);
  for (const z3::expr &condition : assumed)
    thorough.add(condition);
  answer = checkWatched(thorough, z3::expr_vector(bridge.context), budget);
  for (unsigned i = 0; answer == SmtAnswer::Unsatisfiable && i < assumed.size(); ++i)
    core.push_back(i);
  return answer;
}

/// Assumptions are to be literals: others get a name.
z3::expr SmtSolver::Engine::literal(Term assumption) {
  z3::expr condition = bridge.translate(assumption);
  if (condition.is_const() && !condition.is_true() && !condition.is_false())
    return condition;
  auto known = names.find(assumption);
  if (known != names.end())
    return known->second.name;
  z3::expr name = bridge.context.bool_const(("a" + std::to_string(assumption->id())).c_str());
  solver.add(z3::implies(name, condition));
  names.emplace(assumption, Name{name, levels});
  return name;
}

std::optional<DataValue> SmtSolver::Engine::value(Term term) {
  if (!model)
    return std::nullopt;
  DataValue result{term->sort(), {}};
  auto add = [&](Term scalar) {
    std::optional<Rational> number = bridge.readValue(model->eval(bridge.translate(scalar), true));
    if (number)
      result.elements.push_back(*number);
    return number.has_value();
  };
  if (term->sort().kind != SortKind::Array)
    return add(term) ? std::optional(result) : std::nullopt;
  for (uint64_t i = 0; i < term->sort().length; ++i)
    if (!add(bridge.terms.select(term, bridge.terms.integer(static_cast<int64_t>(i)))))
      return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// The door: no exception leaves
//===----------------------------------------------------------------------===//

SmtSolver::SmtSolver(SmtContext &smtContext, uint64_t effort, SmtTheory theory)
    : context(smtContext), engine(std::make_unique<Engine>(smtContext.z3(), effort, theory)) {}
SmtSolver::~SmtSolver() = default;

void SmtSolver::setEffort(uint64_t effort) {
  engine->effort = effort;
}

void SmtSolver::push() {
  engine->guarded([&] { engine->solver.push(); });
  ++engine->levels;
}

void SmtSolver::pop(unsigned levels) {
  engine->guarded([&] { engine->solver.pop(levels); });
  engine->levels -= levels;
  for (auto entry = engine->names.begin(); entry != engine->names.end();)
    entry = entry->second.level > engine->levels ? engine->names.erase(entry) : std::next(entry);
  erase_if(engine->conditions, [this](const auto &entry) { return entry.second > engine->levels; });
}

void SmtSolver::add(Term condition) {
  engine->conditions.emplace_back(condition, engine->levels);
  engine->guarded([&] { engine->solver.add(engine->bridge.translate(condition)); });
}

void SmtSolver::addForAll(ArrayRef<Term> variables, Term condition) {
  if (variables.empty())
    return add(condition);
  engine->conditions.emplace_back(nullptr, engine->levels);
  engine->guarded([&] {
    z3::expr_vector bound(engine->bridge.context);
    for (Term variable : variables)
      bound.push_back(engine->bridge.translate(variable));
    engine->solver.add(z3::forall(bound, engine->bridge.translate(condition)));
  });
}

SmtAnswer SmtSolver::check(ArrayRef<Term> assumptions, const Budget &budget) {
  engine->core.clear();
  engine->limit = Budget::Limit::None;
  SmtAnswer answer = SmtAnswer::Unknown;
  if (engine->isBroken)
    return answer;
  engine->reason.clear();
  try {
    z3::expr_vector assumed(engine->bridge.context);
    for (Term assumption : assumptions)
      assumed.push_back(engine->literal(assumption));
    answer = engine->check(assumed, budget);
  } catch (const z3::exception &exception) {
    engine->reason = exception.msg();
    engine->limit = budget.exceeded();
  }
  return answer;
}

std::optional<DataValue> SmtSolver::value(Term term) const {
  std::optional<DataValue> result;
  engine->guarded([&] { result = engine->value(term); });
  return result;
}

ArrayRef<size_t> SmtSolver::core() const {
  return engine->core;
}

Budget::Limit SmtSolver::limit() const {
  return engine->limit;
}

std::string SmtSolver::reason() const {
  return engine->reason;
}

std::optional<bool> isValid(SmtContext &context, Term condition, const Budget &budget, uint64_t effort) {
  if (condition->op() == TermOp::Constant)
    return condition->constant().numerator != 0;
  SmtSolver solver(context, effort);
  solver.add(context.terms().notOf(condition));
  SmtAnswer answer = solver.check(budget);
  if (answer == SmtAnswer::Unknown)
    return std::nullopt;
  return answer == SmtAnswer::Unsatisfiable;
}

} // namespace tenon
