//===- Abduction.cpp - What would have prevented a violation --------------===//

#include "tenon/Repair/Abduction.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Program/Clean.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

std::optional<uint32_t> transitionIn(const SystemStep &step, uint32_t component) {
  for (auto [mover, position] : step.movers)
    if (mover == component)
      return position;
  return std::nullopt;
}

std::vector<Rational> sourceNumbers(const ProgramSystem &system) {
  std::vector<Rational> result;
  auto add = [&](const Program &program) {
    for (const ProgramTransition &transition : program.transitions)
      for (Term term : {transition.action.index, transition.action.value, transition.action.defined})
        if (term)
          for (const Rational &number : numbersIn(term))
            if (!is_contained(result, number))
              result.push_back(number);
  };
  for_each(system.components, add);
  if (system.monitor)
    add(system.monitor->program);
  return result;
}

namespace {

class Abductor {
public:
  Abductor(const ProgramSystem &programSystem, ArrayRef<SystemStep> steps, uint32_t blamed, SmtContext &smt,
           const Budget &limits)
      : system(programSystem), trace(steps), component(blamed), context(smt), terms(*programSystem.terms),
        budget(limits), formula(programSystem), anyStart(programSystem) {
    for (ProgramVariable &variable : anyStart.variables)
      variable.initial = nullptr;
  }

  Abduction run();

private:
  void prepare();
  bool isPartOfRun(const SystemStep &step) const;
  size_t lastPlace() const;
  Term weakest(ArrayRef<VariableId> scope, size_t place);
  Term withoutDefinitions(ArrayRef<VariableId> scope, size_t place);
  Term innocent(size_t place);
  Term innocentSinceRead(size_t place);
  void addPlace(size_t place, Term condition, bool hasToSuffice, Abduction &result);
  Term generalized(Term innocents, size_t place);
  Term blockAt(size_t place);
  bool blocks(Term condition, size_t place) { return implied(violating, terms.notOf(formula.at(condition, place))); }
  Term keptBehavior();
  bool keepsAsMuch(Term condition, size_t place);
  size_t nextStep(size_t place) const;
  std::optional<size_t> otherWay(Term condition, size_t place);
  bool implied(Term assumption, Term condition) {
    return isValid(context, terms.implies(assumption, condition), budget).value_or(false);
  }
  /// What makes an execution one of the trace's, up to a step.
  Term runUpTo(size_t step) const;

  const ProgramSystem &system;
  ArrayRef<SystemStep> trace;
  uint32_t component;
  SmtContext &context;
  TermContext &terms;
  const Budget &budget;
  TraceFormula formula;
  ProgramSystem anyStart;         ///< The system, its variables with arbitrary values at first.
  Term violating = nullptr;       ///< An execution of the trace.
  bool isHard = false;            ///< It has words, of which variables are hard to eliminate.
  std::vector<VariableId> own;    ///< The component's variables, sorted.
  std::vector<Term> names;        ///< Of all values on the trace.
  std::vector<Rational> familiar; ///< Numbers that the source has.
  Term kept = nullptr;            ///< What does not violate and passes the constraint at the end, in names.
  std::map<std::vector<Term>, Term> weakestFor; ///< By the names of the values that it is about.
};

} // namespace

/// Constraints of the monitor, and failures, are what makes an execution violate. Everything else is the run.
bool Abductor::isPartOfRun(const SystemStep &step) const {
  if (step.movers.front().first == system.components.size())
    return false;
  for (size_t i = 0; i < system.components.size(); ++i)
    if (step.target[i] == ErrorLocation)
      return false;
  return true;
}

Term Abductor::runUpTo(size_t step) const {
  std::vector<Term> parts{formula.condition(0)};
  for (size_t i = 0; i < step; ++i)
    if (isPartOfRun(trace[i]))
      parts.push_back(formula.condition(i + 1));
  for (const TraceFormula::Definition &definition : formula.definitions())
    if (definition.step <= step)
      parts.push_back(terms.equal(definition.name, definition.value));
  return terms.andOf(parts);
}

/// Elimination takes a case for each bit.
static bool isHardToEliminate(Term variable) {
  constexpr unsigned FewBits = 8;
  return variable->sort().kind == SortKind::Bits && variable->sort().width > FewBits;
}

void Abductor::prepare() {
  for (const SystemStep &step : trace)
    formula.push(step);
  violating = formula.formula();
  isHard = any_of(variableTermsOf(violating), isHardToEliminate);
  familiar = sourceNumbers(system);
  for (const TraceFormula::Choice &choice : formula.choices())
    names.push_back(choice.name);
  for (const TraceFormula::Definition &definition : formula.definitions())
    names.push_back(definition.name);

  auto add = [&](Term term) {
    if (term)
      append_range(own, variablesOf(term));
  };
  for (const ProgramTransition &transition : system.components[component].transitions) {
    const ProgramAction &action = transition.action;
    if (action.kind == ActionKind::Read || action.kind == ActionKind::Assign)
      own.push_back(action.target);
    for (Term term : {action.index, action.value, action.defined})
      add(term);
  }
  sort(own);
  own.erase(std::unique(own.begin(), own.end()), own.end());
}

/// Behind the component's last step, or before it where a component has failed: that cannot be undone. ~0 if there is
/// no such step.
size_t Abductor::lastPlace() const {
  std::vector<size_t> moves;
  for (size_t i = 0; i < trace.size(); ++i)
    if (transitionIn(trace[i], component))
      moves.push_back(i);
  ArrayRef<Location> locations(trace.back().target);
  bool hasFailed = is_contained(locations.take_front(system.components.size()), ErrorLocation);
  if (moves.empty())
    return hasFailed ? ~size_t(0) : 0;
  if (!hasFailed)
    return moves.back() + 1;
  return moves.size() < 2 ? 0 : moves[moves.size() - 2] + 1;
}

/// The violating executions in terms of what is chosen, and of the variables in `scope` where these are chosen values
/// behind so many steps: less is left to eliminate.
Term Abductor::withoutDefinitions(ArrayRef<VariableId> scope, size_t place) {
  DenseMap<VariableId, Term> meaning;
  std::vector<Term> equalities;
  for (VariableId id : scope) {
    Term variable = terms.variable(id, system.variables[id].sort), value = formula.valueOf(id, place);
    bool isChoice = any_of(formula.choices(), [&](const TraceFormula::Choice &choice) { return choice.name == value; });
    if (isChoice && !meaning.count(value->variable()))
      meaning[value->variable()] = variable;
    else
      equalities.push_back(terms.equal(variable, value));
  }
  auto expand = [&](Term term) { return terms.substitute(term, [&](VariableId id) { return meaning.lookup(id); }); };
  for (const TraceFormula::Definition &definition : formula.definitions())
    meaning[definition.name->variable()] = expand(definition.value);
  std::vector<Term> parts;
  for (size_t i = 0; i <= formula.length(); ++i)
    parts.push_back(expand(formula.condition(i)));
  for (Term equality : equalities)
    parts.push_back(expand(equality));
  return terms.andOf(parts);
}

/// `x == k * (x / k)` as `x % k == 0`.
static Term withRemainders(Term condition, TermContext &terms) {
  switch (condition->op()) {
  case TermOp::Not:
    return terms.notOf(withRemainders(condition->operand(0), terms));
  case TermOp::And:
  case TermOp::Or: {
    std::vector<Term> parts;
    for (Term part : condition->operands())
      parts.push_back(withRemainders(part, terms));
    return condition->op() == TermOp::And ? terms.andOf(parts) : terms.orOf(parts);
  }
  case TermOp::Equal:
    for (bool isSwapped : {false, true}) {
      Term number = condition->operand(isSwapped), product = condition->operand(!isSwapped);
      if (number->sort().kind != SortKind::Int || product->op() != TermOp::Multiply)
        continue;
      for (bool isSecond : {false, true}) {
        Term factor = product->operand(isSecond), quotient = product->operand(!isSecond);
        if (factor->op() == TermOp::Constant && quotient->op() == TermOp::Divide && quotient->operand(0) == number &&
            quotient->operand(1) == factor && factor->constant().numerator != 0)
          return terms.equal(terms.make(TermOp::Remainder, {number, factor}, number->sort()), terms.integer(0));
      }
    }
    return condition;
  default:
    return condition;
  }
}

/// Over the variables in `scope`, which have their values behind so many steps: null if there is no answer.
Term Abductor::weakest(ArrayRef<VariableId> scope, size_t place) {
  std::vector<Term> values;
  for (VariableId id : scope)
    values.push_back(terms.variable(id, system.variables[id].sort)), values.push_back(formula.valueOf(id, place));
  auto [entry, isNew] = weakestFor.try_emplace(values, nullptr);
  if (!isNew)
    return entry->second;
  std::vector<Term> parts{violating};
  for (size_t i = 0; i < values.size(); i += 2)
    parts.push_back(terms.equal(values[i], values[i + 1]));
  Term condition = terms.andOf(parts);
  if (isHard)
    condition = withoutDefinitions(scope, place);
  Term possible = isHard ? nullptr : eliminate(context, names, condition, budget);
  if (!possible) {
    // Words leave values one by one rather than conditions.
    Projection projection = project(context, names, condition, isHard ? 4 : 64, budget);
    if (!projection.complete)
      return nullptr;
    possible = projection.part ? projection.part : terms.boolean(false);
  }
  Term result = readable(context, terms.notOf(possible), familiar, budget);
  result = withRemainders(simplifiedByRanges(result, system.variables, terms), terms);
  weakestFor[values] = result;
  return result;
}

/// Says of the values behind so many steps, wherever they came from, that they do not lead to this violation when the
/// trace goes on. Null where somebody else has a say in it.
Term Abductor::innocent(size_t place) {
  TraceFormula rest(anyStart);
  std::vector<Term> parts;
  for (const SystemStep &step : trace.drop_front(place))
    rest.push(step);
  for (size_t i = 0; i <= rest.length(); ++i)
    parts.push_back(rest.condition(i));
  DenseMap<VariableId, Term> meaning;
  auto expand = [&](Term term) { return terms.substitute(term, [&](VariableId id) { return meaning.lookup(id); }); };
  for (const TraceFormula::Choice &choice : rest.choices())
    if (choice.step == 0 && is_contained(own, choice.variable))
      meaning[choice.name->variable()] = terms.variable(choice.variable, system.variables[choice.variable].sort);
  for (const TraceFormula::Definition &definition : rest.definitions())
    meaning[definition.name->variable()] = expand(definition.value);
  Term leads = expand(terms.andOf(parts));
  std::vector<VariableId> used = variablesOf(leads);
  bool isOurs = all_of(used, [&](VariableId id) { return is_contained(own, id); });
  return isOurs ? terms.notOf(leads) : nullptr;
}

/// The same where the component has received something, whose sender had a say in it: of the values behind so many
/// steps, that they lead to no violation by what has been done since then, whatever the others had at that time. Null
/// if nothing was received, or if there are arrays, whose elements would all be in it.
Term Abductor::innocentSinceRead(size_t place) {
  size_t from = place;
  auto isRead = [&](const SystemStep &step) {
    std::optional<uint32_t> taken = transitionIn(step, component);
    return taken && system.components[component].transitions[*taken].action.kind == ActionKind::Read;
  };
  while (from > 0 && !isRead(trace[from - 1]))
    --from;
  bool hasArray = any_of(own, [&](VariableId id) { return system.variables[id].sort.kind == SortKind::Array; });
  if (from == 0 || isHard || hasArray)
    return nullptr;
  --from;
  TraceFormula rest(anyStart);
  for (const SystemStep &step : trace.drop_front(from))
    rest.push(step);
  std::vector<Term> parts{rest.formula()}, restNames;
  for (VariableId id : own)
    parts.push_back(terms.equal(terms.variable(id, system.variables[id].sort), rest.valueOf(id, place - from)));
  for (const TraceFormula::Choice &choice : rest.choices())
    restNames.push_back(choice.name);
  for (const TraceFormula::Definition &definition : rest.definitions())
    restNames.push_back(definition.name);
  Term leads = eliminate(context, restNames, terms.andOf(parts), budget);
  constexpr size_t Readable = 40;
  return leads && termSize(leads) <= Readable ? readable(context, terms.notOf(leads), familiar, budget) : nullptr;
}

/// What a condition says in several parts: `a && b` of itself, and of `g || (a && b)`.
static std::vector<Term> partsOf(Term condition, TermContext &terms) {
  if (condition->op() == TermOp::And)
    return {condition->operands().begin(), condition->operands().end()};
  if (condition->op() == TermOp::Not && condition->operand(0)->op() == TermOp::Or) {
    std::vector<Term> parts;
    for (Term part : condition->operand(0)->operands())
      parts.push_back(terms.notOf(part));
    return parts;
  }
  return {condition};
}

/// As few of the parts of `innocents` as block the trace; null if all do not.
Term Abductor::generalized(Term innocents, size_t place) {
  if (!blocks(innocents, place))
    return nullptr;
  auto shortened = [&](Term condition) {
    std::vector<Term> parts = partsOf(condition, terms);
    for (size_t i = 0; i < parts.size() && parts.size() > 1;) {
      std::vector<Term> others = parts;
      others.erase(others.begin() + static_cast<ptrdiff_t>(i));
      if (blocks(terms.andOf(others), place))
        parts = std::move(others);
      else
        ++i;
    }
    return terms.andOf(parts);
  };
  Term result = shortened(readable(context, shortened(innocents), familiar, budget));
  return withRemainders(simplifiedByRanges(result, system.variables, terms), terms);
}

/// About as few variables as possible, such that it keeps as much as the constraint at the end; null if there is none.
/// Where only the component's values matter, one that blocks what leads to the violation and nothing else: it is then
/// about all runs that come here, not about this one.
Term Abductor::blockAt(size_t place) {
  Term none = terms.boolean(false);
  Term innocents = own.empty() ? nullptr : innocent(place);
  if (Term general = innocents && innocents != none ? generalized(innocents, place) : nullptr)
    if (general != none)
      return general;
  auto choose = [&](ArrayRef<VariableId> scope) -> Term {
    Term condition = weakest(scope, place);
    return condition && condition != none && keepsAsMuch(condition, place) ? condition : nullptr;
  };
  for (VariableId id : own)
    if (Term condition = choose(id))
      return condition;
  for (size_t i = 0; i < own.size() && own.size() > 2 && !isHard; ++i)
    for (size_t j = i + 1; j < own.size(); ++j)
      if (Term condition = choose({own[i], own[j]}))
        return condition;
  return own.size() < 2 ? nullptr : choose(own);
}

/// What does not violate and passes the constraint at the end, in names. The conditions are weaker the more they are
/// about; without the weakest, what does not violate has to be kept.
Term Abductor::keptBehavior() {
  if (kept)
    return kept;
  kept = terms.andOf({runUpTo(trace.size()), terms.notOf(violating)});
  size_t end = lastPlace();
  if (Term weakestAtEnd = own.empty() ? nullptr : weakest(own, end))
    kept = terms.andOf({kept, formula.at(weakestAtEnd, end)});
  return kept;
}

bool Abductor::keepsAsMuch(Term condition, size_t place) {
  return implied(keptBehavior(), formula.at(condition, place));
}

/// Of the component, from so many steps on; the length of the trace if it does nothing more.
size_t Abductor::nextStep(size_t place) const {
  while (place < trace.size() && !transitionIn(trace[place], component))
    ++place;
  return place;
}

/// The last step of the trace at which executions that the condition blocks may be on another way of the component.
std::optional<size_t> Abductor::otherWay(Term condition, size_t place) {
  const Program &program = system.components[component];
  Term blocked = terms.notOf(formula.at(condition, place));
  for (size_t i = trace.size(); i-- > place;) {
    std::optional<uint32_t> taken = transitionIn(trace[i], component);
    if (!taken)
      continue;
    Term before = terms.andOf({runUpTo(i), blocked});
    for (const ProgramTransition &other : program.from(program.transitions[*taken].from)) {
      if (&other == &program.transitions[*taken])
        continue;
      Term guard =
          other.action.kind == ActionKind::Constraint ? formula.at(other.action.value, i) : terms.boolean(true);
      if (!implied(before, terms.notOf(guard)))
        return i;
    }
  }
  return std::nullopt;
}

/// Other ways further on are lost in any case.
void Abductor::addPlace(size_t place, Term condition, bool hasToSuffice, Abduction &result) {
  std::optional<size_t> other = otherWay(condition, place);
  bool isKnown = any_of(result.places, [&](const AbducedConstraint &constraint) {
    return constraint.step == place && constraint.condition == condition;
  });
  if (!isKnown && (!other || *other == nextStep(place)))
    result.places.push_back({place, condition, other.has_value(), hasToSuffice});
}

Abduction Abductor::run() {
  Abduction result;
  if (trace.empty())
    return result;
  prepare();
  size_t end = lastPlace();
  if (end == ~size_t(0))
    return result;
  if (Term condition = blockAt(end))
    result.atEnd = {end, condition, nextStep(end) < trace.size()};
  if (!result.atEnd)
    return result;
  for (size_t place = 0; place < end; ++place) {
    if (place > 0 && !transitionIn(trace[place - 1], component))
      continue;
    Term since = own.empty() ? nullptr : innocentSinceRead(place);
    if (Term condition = blockAt(place))
      addPlace(place, condition, false, result);
    if (Term condition = since ? generalized(since, place) : nullptr; condition && condition != terms.boolean(false))
      addPlace(place, condition, true, result);
  }
  result.places.push_back(*result.atEnd);
  return result;
}

Abduction abduce(const ProgramSystem &system, ArrayRef<SystemStep> trace, uint32_t component, SmtContext &context,
                 const Budget &budget) {
  return Abductor(system, trace, component, context, budget).run();
}

} // namespace tenon
