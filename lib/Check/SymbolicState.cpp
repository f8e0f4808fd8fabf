//===- SymbolicState.cpp - Sets of states of one place --------------------===//

#include "SymbolicState.h"

#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

static bool isConstant(Term term) {
  return term->op() == TermOp::Constant;
}

bool SymbolicState::isConcrete() const {
  return conditions.empty() && all_of(store, [](Term value) { return !value || isConstant(value); });
}

static constexpr VariableId ResidualNames = 1 << 16;

StateNormalizer::StateNormalizer(StepGraph &stepGraph, SmtContext &context, const Budget &limits)
    : graph(stepGraph), smt(context), terms(stepGraph.terms()), budget(limits), firstPrimed(stepGraph.firstFree()),
      firstResidual(firstPrimed + static_cast<VariableId>(stepGraph.view().variables().size())),
      firstSymbol(firstResidual + ResidualNames) {}

Term StateNormalizer::freshSymbol(const Sort &sort) {
  return terms.variable(firstSymbol + symbolCount++, sort);
}

/// What a variable is called while its name still stands for the value before the step.
Term StateNormalizer::primed(size_t position) const {
  return terms.variable(firstPrimed + static_cast<VariableId>(position),
                        graph.view().variables()[position].term->sort());
}

Term StateNormalizer::formula(const SymbolicState &state) const {
  std::vector<Term> parts = state.conditions;
  for (auto [position, value] : enumerate(state.store))
    if (value)
      parts.push_back(terms.equal(graph.view().variables()[position].term, value));
  return terms.andOf(parts);
}

//===----------------------------------------------------------------------===//
// One state
//===----------------------------------------------------------------------===//

class StateNormalizer::Task {
public:
  Task(StateNormalizer &stateNormalizer, std::vector<Term> values, std::vector<Term> given)
      : normalizer(stateNormalizer), terms(stateNormalizer.terms), store(std::move(values)),
        conditions(std::move(given)) {}

  SymbolicState run(const DenseMap<VariableId, Term> &witness);

private:
  bool isPrimed(VariableId id) const { return id >= normalizer.firstPrimed && id < normalizer.firstResidual; }
  bool isOpen(VariableId id) const { return !isPrimed(id); }
  std::vector<Term> openSymbols(Term term) const;
  void replace(const DenseMap<VariableId, Term> &values);
  void solveBare();
  void solveLinear();
  void solveConditions();
  bool solveCondition(Term condition);
  bool solveEquation(const LinearConstraint &equation, const Sort &sort);
  void replaceOne(Term symbol, Term value);
  Term tidied(Term term) const;
  Term solutionFor(Term value, Term primed, Term &symbol) const;
  void dropUnrelated();
  void eliminateOpen();
  bool eliminate(Term symbol);
  void projectOpen();
  void tidyConditions();
  SymbolicState finish(const DenseMap<VariableId, Term> &witness);

  StateNormalizer &normalizer;
  TermContext &terms;
  std::vector<Term> store;
  std::vector<Term> conditions;
};

std::vector<Term> StateNormalizer::Task::openSymbols(Term term) const {
  std::vector<Term> open = variableTermsOf(term);
  erase_if(open, [&](Term variable) { return !isOpen(variable->variable()); });
  return open;
}

/// Equal sums look the same, and terms that cancel out are gone.
Term StateNormalizer::Task::tidied(Term term) const {
  if (isConstant(term) || term->op() == TermOp::Variable)
    return term;
  if (term->sort().kind == SortKind::Int || term->sort().kind == SortKind::Real)
    return termOf(terms, linearForm(term), term->sort());
  std::optional<LinearConstraint> constraint = linearConstraint(term);
  return constraint ? termOf(terms, *constraint, term->operand(0)->sort()) : term;
}

void StateNormalizer::Task::replace(const DenseMap<VariableId, Term> &values) {
  auto apply = [&](Term term) {
    Term result = terms.substitute(term, [&](VariableId id) { return values.lookup(id); });
    return result == term ? term : tidied(result);
  };
  for (Term &value : store)
    if (value && !isConstant(value))
      value = apply(value);
  for (Term &condition : conditions)
    condition = apply(condition);
}

void StateNormalizer::Task::replaceOne(Term symbol, Term value) {
  DenseMap<VariableId, Term> single;
  single[symbol->variable()] = value;
  replace(single);
}

/// A variable that is equal to a symbol gives the symbol its name.
void StateNormalizer::Task::solveBare() {
  DenseMap<VariableId, Term> names;
  for (auto [position, value] : enumerate(store))
    if (value && value->op() == TermOp::Variable)
      names.try_emplace(value->variable(), normalizer.primed(position));
  if (!names.empty())
    replace(names);
}

/// If `primed = value` determines an open symbol, what it is.
Term StateNormalizer::Task::solutionFor(Term value, Term primed, Term &symbol) const {
  SortKind kind = value->sort().kind;
  if (kind == SortKind::Bool)
    return value->op() == TermOp::Not && value->operand(0)->op() == TermOp::Variable
               ? (symbol = value->operand(0), terms.notOf(primed))
               : nullptr;
  if (kind == SortKind::Bits) {
    // symbol + constant
    if (value->op() != TermOp::Add || value->operands().size() != 2)
      return nullptr;
    for (unsigned i = 0; i < 2; ++i)
      if (value->operand(i)->op() == TermOp::Variable && isOpen(value->operand(i)->variable()) &&
          isConstant(value->operand(1 - i)))
        return symbol = value->operand(i), terms.subtract(primed, value->operand(1 - i));
    return nullptr;
  }
  if (kind != SortKind::Int && kind != SortKind::Real)
    return nullptr;
  LinearForm form = linearForm(value);
  for (const auto &[id, part] : form.parts) {
    auto [term, coefficient] = part;
    bool isUnit = coefficient == integral(1) || coefficient == integral(-1);
    if (term->op() != TermOp::Variable || !isOpen(term->variable()) || (kind == SortKind::Int && !isUnit))
      continue;
    VariableId own = term->variable();
    if (any_of(form.parts, [&, self = term](const auto &other) {
          return other.second.first != self && is_contained(variablesOf(other.second.first), own);
        }))
      continue;
    // coefficient * symbol = primed - rest
    LinearForm solution = linearForm(primed);
    LinearForm rest = form;
    rest.parts.erase(id);
    solution.add(rest, integral(-1));
    solution.scale(integral(1) / coefficient);
    symbol = term;
    return termOf(terms, solution, value->sort());
  }
  return nullptr;
}

void StateNormalizer::Task::solveLinear() {
  for (auto [position, value] : enumerate(store)) {
    if (!value || isConstant(value) || openSymbols(value).empty())
      continue;
    Term symbol = nullptr, primed = normalizer.primed(position);
    Term solution = solutionFor(value, primed, symbol);
    if (!solution)
      continue;
    store[position] = primed;
    replaceOne(symbol, solution);
  }
}

/// Of a sum that is zero, a symbol without a factor, an open one if possible, is the rest.
bool StateNormalizer::Task::solveEquation(const LinearConstraint &equation, const Sort &sort) {
  const std::pair<Term, Rational> *chosen = nullptr;
  for (const auto &[id, part] : equation.form.parts) {
    bool isUnit = part.second == integral(1) || part.second == integral(-1);
    if (part.first->op() != TermOp::Variable || (sort.kind == SortKind::Int && !isUnit))
      continue;
    if (!chosen || isOpen(part.first->variable()) || !isOpen(chosen->first->variable()))
      chosen = &part;
  }
  if (!chosen)
    return false;
  auto [symbol, factor] = *chosen;
  LinearForm rest = equation.form;
  rest.parts.erase(symbol->id());
  for (const auto &[id, part] : rest.parts)
    if (is_contained(variablesOf(part.first), symbol->variable()))
      return false;
  rest.scale(integral(-1) / factor);
  replaceOne(symbol, termOf(terms, rest, sort));
  return true;
}

/// Whether the condition has determined a symbol, and is not needed any more.
bool StateNormalizer::Task::solveCondition(Term condition) {
  if (condition->op() == TermOp::Variable)
    return replaceOne(condition, terms.boolean(true)), true;
  if (condition->op() == TermOp::Not && condition->operand(0)->op() == TermOp::Variable)
    return replaceOne(condition->operand(0), terms.boolean(false)), true;
  if (condition->op() != TermOp::Equal)
    return false;
  for (unsigned i = 0; i < 2; ++i)
    if (condition->operand(i)->op() == TermOp::Variable && isConstant(condition->operand(1 - i)))
      return replaceOne(condition->operand(i), condition->operand(1 - i)), true;
  std::optional<LinearConstraint> equation = linearConstraint(condition);
  return equation && !equation->form.isConstant() && solveEquation(*equation, condition->operand(0)->sort());
}

void StateNormalizer::Task::solveConditions() {
  for (size_t i = 0; i < conditions.size();) {
    Term condition = conditions[i];
    conditions.erase(conditions.begin() + static_cast<ptrdiff_t>(i));
    if (isConstant(condition) || solveCondition(condition))
      i = 0; // Others may be solvable now.
    else
      conditions.insert(conditions.begin() + static_cast<ptrdiff_t>(i++), condition);
  }
}

/// Conditions on symbols that have nothing to do with the store: they can be true, and no more is needed.
void StateNormalizer::Task::dropUnrelated() {
  EquivalenceClasses<VariableId> classes;
  constexpr VariableId Kept = ~VariableId(0);
  classes.insert(Kept);
  auto join = [&](Term term, bool isKept) {
    std::vector<VariableId> ids = variablesOf(term);
    for (VariableId id : ids) {
      classes.unionSets(ids.front(), id);
      if (isKept || isPrimed(id))
        classes.unionSets(Kept, id);
    }
  };
  for (Term value : store)
    if (value && !isConstant(value))
      join(value, true);
  for (Term condition : conditions)
    join(condition, false);
  erase_if(conditions, [&](Term condition) {
    std::vector<VariableId> ids = variablesOf(condition);
    return ids.empty() || !classes.isEquivalent(Kept, ids.front());
  });
}

/// Pairs lower and upper bounds of a symbol that nothing else is said of (Fourier and Motzkin). Of integers, that is
/// exact where it has no factor.
bool StateNormalizer::Task::eliminate(Term symbol) {
  constexpr size_t MaxPairs = 16;
  VariableId id = symbol->variable();
  SortKind kind = symbol->sort().kind;
  auto uses = [id](Term term) { return is_contained(variablesOf(term), id); };
  if ((kind != SortKind::Int && kind != SortKind::Real) ||
      any_of(store, [&](Term value) { return value && !isConstant(value) && uses(value); }))
    return false;
  std::vector<Term> others;
  std::vector<LinearConstraint> lower, upper; // With the factor -1 or 1.
  for (Term condition : conditions) {
    if (!uses(condition)) {
      others.push_back(condition);
      continue;
    }
    std::optional<LinearConstraint> bound = linearConstraint(condition);
    if (!bound || bound->kind == LinearConstraint::Kind::Zero || !bound->form.parts.contains(symbol->id()))
      return false;
    Rational factor = bound->form.parts.at(symbol->id()).second;
    bool isLower = factor < Rational();
    Rational magnitude = isLower ? -factor : factor;
    if (kind == SortKind::Int && !(magnitude == integral(1)))
      return false;
    bound->form.scale(integral(1) / magnitude);
    bound->form.parts.erase(symbol->id());
    if (any_of(bound->form.parts, [&](const auto &part) { return uses(part.second.first); }))
      return false;
    (isLower ? lower : upper).push_back(*bound);
  }
  if (lower.size() * upper.size() > MaxPairs)
    return false;
  for (const LinearConstraint &low : lower)
    for (const LinearConstraint &high : upper) {
      LinearConstraint both = low;
      both.form.add(high.form, integral(1));
      if (high.kind == LinearConstraint::Kind::Below)
        both.kind = high.kind;
      Term condition = termOf(terms, both, symbol->sort());
      if (!isConstant(condition))
        others.push_back(condition);
    }
  conditions = std::move(others);
  return true;
}

void StateNormalizer::Task::eliminateOpen() {
  std::vector<Term> open;
  for (Term condition : conditions)
    for (Term symbol : openSymbols(condition))
      if (!is_contained(open, symbol))
        open.push_back(symbol);
  for (Term symbol : open)
    eliminate(symbol);
}

/// Puts a condition on the variables in the place of open symbols.
void StateNormalizer::Task::projectOpen() {
  constexpr unsigned MaxModels = 16;
  constexpr size_t MaxOpen = 16;
  std::vector<Term> open;
  auto collect = [&](Term term) {
    for (Term symbol : openSymbols(term))
      if (!is_contained(open, symbol))
        open.push_back(symbol);
  };
  for (Term value : store)
    if (value)
      collect(value);
  for_each(conditions, collect);
  if (open.empty() || open.size() > MaxOpen)
    return;
  std::vector<Term> parts, kept;
  for (Term condition : conditions)
    (openSymbols(condition).empty() ? kept : parts).push_back(condition);
  std::vector<size_t> freed;
  for (auto [position, value] : enumerate(store))
    if (value && !openSymbols(value).empty()) {
      if (value->sort().kind == SortKind::Array)
        return;
      parts.push_back(terms.equal(normalizer.primed(position), value));
      freed.push_back(position);
    }
  Projection projection = project(normalizer.smt, open, terms.andOf(parts), MaxModels, normalizer.budget);
  if (!projection.complete || !projection.part)
    return;
  conditions = std::move(kept);
  if (projection.part->op() == TermOp::And)
    append_range(conditions, projection.part->operands());
  else
    conditions.push_back(projection.part);
  for (size_t position : freed)
    store[position] = normalizer.primed(position);
}

/// Comparisons in one form, and of those that differ in the bound only the strongest.
void StateNormalizer::Task::tidyConditions() {
  std::map<std::vector<std::pair<uint32_t, std::string>>, std::pair<LinearConstraint, Sort>> bounds;
  std::vector<Term> result;
  for (Term condition : conditions) {
    std::optional<LinearConstraint> constraint = linearConstraint(condition);
    if (!constraint || constraint->form.isConstant() || constraint->kind == LinearConstraint::Kind::Zero) {
      result.push_back(condition);
      continue;
    }
    const Sort &sort = condition->operand(0)->sort();
    std::vector<std::pair<uint32_t, std::string>> key;
    for (const auto &[id, part] : constraint->form.parts)
      key.emplace_back(id, printValue({Sort::real(), {part.second}}));
    auto [entry, isNew] = bounds.try_emplace(std::move(key), *constraint, sort);
    if (isNew)
      continue;
    LinearConstraint &known = entry->second.first;
    if (known.form.constant < constraint->form.constant ||
        (known.form.constant == constraint->form.constant && constraint->kind == LinearConstraint::Kind::Below))
      known = *constraint;
  }
  for (const auto &[key, bound] : bounds)
    result.push_back(termOf(terms, bound.first, bound.second));
  conditions = std::move(result);
}

/// Primed names become plain, open symbols residual, in the order of their occurrence.
SymbolicState StateNormalizer::Task::finish(const DenseMap<VariableId, Term> &witness) {
  SymbolicState state;
  ArrayRef<CellView::Variable> variables = normalizer.graph.view().variables();
  SmallVector<Term, 8> occurring;
  auto collect = [&](Term term) {
    copy_if(variableTermsOf(term), std::back_inserter(occurring),
            [&](Term variable) { return !is_contained(occurring, variable); });
  };
  for (Term value : store)
    if (value)
      collect(value);
  for_each(conditions, collect);
  DenseMap<VariableId, Term> names;
  std::vector<Term> open;
  for (Term symbol : occurring) {
    VariableId id = symbol->variable();
    if (isPrimed(id)) {
      names[id] = variables[id - normalizer.firstPrimed].term;
      continue;
    }
    assert(open.size() < ResidualNames && "more residual symbols than names");
    names[id] = terms.variable(normalizer.firstResidual + static_cast<VariableId>(open.size()), symbol->sort());
    state.residual.push_back(names[id]);
    open.push_back(symbol);
  }
  replace(names);
  state.isExact = open.empty();
  state.store = std::move(store);
  state.conditions = std::move(conditions);
  sort(state.conditions, [](Term a, Term b) { return a->id() < b->id(); });
  state.conditions.erase(std::unique(state.conditions.begin(), state.conditions.end()), state.conditions.end());
  if (!witness.empty())
    for (Term symbol : open)
      state.witness.push_back(witness.lookup(symbol->variable()));
  return state;
}

SymbolicState StateNormalizer::Task::run(const DenseMap<VariableId, Term> &witness) {
  std::vector<Term> flat;
  for (Term condition : conditions)
    if (condition->op() == TermOp::And)
      append_range(flat, condition->operands());
    else
      flat.push_back(condition);
  conditions = std::move(flat);
  for (Term &value : store)
    value = value ? tidied(value) : nullptr;
  solveBare();
  solveLinear();
  solveConditions();
  dropUnrelated();
  eliminateOpen();
  projectOpen();
  tidyConditions();
  return finish(witness);
}

SymbolicState StateNormalizer::normalize(std::vector<Term> store, std::vector<Term> conditions, const BitVector &live,
                                         const DenseMap<VariableId, Term> &witness) {
  std::vector<Term> values(store.size(), nullptr);
  for (size_t position = 0; position < store.size(); ++position) {
    if (!live.test(static_cast<unsigned>(position)))
      store[position] = nullptr;
    else if (!witness.empty())
      values[position] = terms.substitute(store[position], [&](VariableId id) { return witness.lookup(id); });
  }
  SymbolicState state = Task(*this, std::move(store), std::move(conditions)).run(witness);
  if (!witness.empty())
    state.witness.insert(state.witness.begin(), values.begin(), values.end());
  return state;
}

} // namespace tenon
