//===- MutantValidator.cpp - Whether a mutant is a repair -----------------===//

#include "MutantValidator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::seq {

/// More samples than this together give no better blocking clauses.
constexpr size_t MostReasons = 4;

/// A formula and runs on it.
struct MutantValidator::World {
  Patch alternatives;
  std::unique_ptr<Program> program; ///< With the alternatives put in; null: there are none.
  std::unique_ptr<MutantFormula> own;
  MutantFormula &formula;
  FormulaRun run;

  explicit World(MutantFormula &common) : formula(common), run(common) {}
  World(Patch patch, std::unique_ptr<Program> changed, std::unique_ptr<MutantFormula> made)
      : alternatives(std::move(patch)), program(std::move(changed)), own(std::move(made)), formula(*own), run(*own) {}
};

MutantValidator::MutantValidator(MutantFormula &formula, const MutationRepairOptions &repairOptions,
                                 MutationStatistics &counts, const Budget &runBudget)
    : common(formula), options(repairOptions), statistics(counts), budget(runBudget), smt(formula.terms),
      solver(smt, repairOptions.effort ? repairOptions.effort : DefaultSmtEffort,
             formula.program.isMath ? SmtTheory::General : SmtTheory::Bits) {
  worlds.push_back(std::make_unique<World>(formula));
  world = worlds.front().get();
}

MutantValidator::~MutantValidator() = default;

FormulaRun &MutantValidator::run() {
  return world->run;
}

const MutantFormula &MutantValidator::currentFormula() const {
  return world->formula;
}

/// Makes the formula of the candidate's alternatives the current one. False if it has other inputs.
bool MutantValidator::enter(ArrayRef<Choice> choices) {
  constexpr size_t MostWorlds = 8;
  Patch alternatives;
  for (size_t unit = 0; unit < choices.size(); ++unit)
    if (common.isAlternative(unit, choices[unit]))
      alternatives.push_back(common.units[unit].mutations[choices[unit] - 1]);
  for (const std::unique_ptr<World> &known : worlds)
    if (known->alternatives == alternatives) {
      world = known.get();
      return true;
    }
  if (worlds.size() == MostWorlds)
    worlds.erase(worlds.begin() + 1);
  auto changed = std::make_unique<Program>(common.program);
  for (size_t mutation : alternatives)
    changed->exprs[common.mutations[mutation].site] = Expr(changed->exprs[common.mutations[mutation].replacement]);
  auto formula = std::make_unique<MutantFormula>(*changed, common.terms, common.mutations, options.bound,
                                                 options.checkBounds, budget);
  if (formula->formula.limit() != Budget::Limit::None || formula->inputNames.size() != common.inputNames.size())
    return false;
  worlds.push_back(std::make_unique<World>(std::move(alternatives), std::move(changed), std::move(formula)));
  world = worlds.back().get();
  return true;
}

/// For the formula of the current world, which has the alternatives already.
void MutantValidator::setCandidate(ArrayRef<Choice> choices) {
  std::vector<Choice> others(choices);
  for (size_t unit = 0; unit < others.size(); ++unit)
    if (common.isAlternative(unit, others[unit]))
      others[unit] = 0;
  run().setCandidate(others);
}

MutantValidator::Answer MutantValidator::validate(ArrayRef<Choice> choices) {
  blamed.clear();
  found.clear();
  alone = true;
  if (!enter(choices))
    return Answer::Unknown;
  if (options.replay && isRefutedBySamples(choices)) {
    ++statistics.refutedByRuns;
    return Answer::Refuted;
  }
  std::vector<UnknownConstant> unknowns = unknownsOf(choices);
  if (!unknowns.empty())
    return validateWithUnknowns(choices, unknowns);
  run().setConstants({});
  setCandidate(choices);
  Answer answer = ask(choices, {});
  if (answer == Answer::Refuted)
    blamed.push_back(samples.size() - 1);
  return answer;
}

/// Whether there is a violation on a sample whatever the unknown constants are.
bool MutantValidator::isRefutedBySamples(ArrayRef<Choice> choices) {
  run().setConstants({});
  setCandidate(choices);
  for (size_t i = 0; i < order.size() && blamed.size() < MostReasons; ++i) {
    run().setSample(samples[order[i]]);
    if (!run().violation().isTrue())
      continue;
    blamed.push_back(order[i]);
    std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(i),
                order.begin() + static_cast<ptrdiff_t>(i) + 1);
    if (!options.localization)
      break;
  }
  return !blamed.empty();
}

FormulaRun &MutantValidator::runOn(ArrayRef<Choice> choices, size_t position) {
  enter(choices);
  run().setConstants({});
  setCandidate(choices);
  run().setSample(samples[position]);
  return run();
}

static Number numberOf(const Program &program, ScalarType type, uint64_t bits) {
  int64_t value = static_cast<int64_t>(bits);
  if (program.isMath)
    return Number(value);
  value = Program::normalize(type, value);
  if (value < 0 && !type.isSigned)
    return Number(value) + Number(INT64_MAX) * Number(2) + Number(2);
  return Number(value);
}

InputValues MutantValidator::inputsOf(ArrayRef<Choice> choices, size_t position) {
  run().setConstants(found);
  setCandidate(choices);
  run().setSample(samples[position]);
  InputValues values(world->formula.program.inputs.size());
  size_t next = 0;
  for (const InputInstance &instance : world->formula.formula.inputs()) {
    bool isReached = run().valueOf(instance.reached).isTrue();
    for (size_t i = 0; i < instance.names.size(); ++i, ++next)
      if (isReached)
        values[instance.input].push_back(numberOf(
            world->formula.program, world->formula.program.inputs[instance.input].type, samples[position][next]));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// The formula of a candidate
//===----------------------------------------------------------------------===//

/// What the violation can depend on.
std::vector<Term> MutantValidator::constraints(ArrayRef<Choice> choices) {
  MutantFormula &mutants = world->formula;
  std::vector<Term> result(mutants.formula.assumptions()), work = {mutants.violation};
  result.push_back(mutants.violation);
  std::vector<bool> isKnown(mutants.formula.definitions().size(), false);
  while (!work.empty()) {
    Term term = work.back();
    work.pop_back();
    for (VariableId variable : variablesOf(term)) {
      MutantFormula::Meaning meaning = mutants.meaningOf(variable);
      if (meaning.kind != MutantFormula::Meaning::Kind::Definition || isKnown[meaning.position])
        continue;
      isKnown[meaning.position] = true;
      size_t unit = mutants.unitOfDefinition(meaning.position);
      Choice choice = mutants.isAlternative(unit, choices[unit]) ? 0 : choices[unit];
      Term value = mutants.valueOf(meaning.position, choice);
      work.push_back(value);
      result.push_back(mutants.terms.equal(mutants.formula.definitions()[meaning.position].name, value));
    }
  }
  return result;
}

/// Asks Z3 for a counterexample; `run` has the candidate. A counterexample becomes the last sample.
MutantValidator::Answer MutantValidator::ask(ArrayRef<Choice> choices, ArrayRef<UnknownConstant> unknowns) {
  std::vector<Term> assumed = constraints(choices);
  for (const UnknownConstant &unknown : unknowns)
    assumed.push_back(world->formula.terms.equal(unknown.term, run().residual(unknown.term)));
  if (llvm::is_contained(assumed, world->formula.terms.boolean(false)))
    return Answer::Repair;
  llvm::erase(assumed, world->formula.terms.boolean(true));
  ++statistics.solverCalls;
  switch (solver.check(assumed, budget)) {
  case SmtAnswer::Unsatisfiable:
    return Answer::Repair;
  case SmtAnswer::Unknown:
    return Answer::Unknown;
  case SmtAnswer::Satisfiable:
    return addSample(choices) ? Answer::Refuted : Answer::Unknown;
  }
  return Answer::Unknown;
}

/// Takes the inputs from Z3's model. False if they are no counterexample, because a number is too large.
bool MutantValidator::addSample(ArrayRef<Choice> choices) {
  Sample sample;
  for (Term name : world->formula.inputNames) {
    std::optional<DataValue> value = solver.value(name);
    std::optional<uint64_t> bits = value ? bitsOfValue(*value) : std::nullopt;
    if (!bits)
      return false;
    sample.push_back(*bits);
  }
  setCandidate(choices);
  run().setSample(sample);
  if (!run().violation().isTrue())
    return false;
  samples.push_back(std::move(sample));
  order.insert(order.begin(), samples.size() - 1);
  run().setSample(samples.back());
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::vector<MutantValidator::UnknownConstant> MutantValidator::unknownsOf(ArrayRef<Choice> choices) const {
  std::vector<UnknownConstant> result;
  for (size_t unit = 0; unit < choices.size(); ++unit) {
    if (choices[unit] == 0)
      continue;
    const Mutation &mutation = world->formula.mutations[world->formula.units[unit].mutations[choices[unit] - 1]];
    if (mutation.kind != Mutation::Kind::Unknown)
      continue;
    const Expr &original = world->formula.program.expr(mutation.site);
    result.push_back({mutation.unknown, world->formula.formula.unknown(mutation.unknown, original.type),
                      world->formula.formula.constant(original.type, original.constant)});
  }
  return result;
}

std::optional<size_t> MutantValidator::violatedSample(ArrayRef<Choice> choices) {
  setCandidate(choices);
  for (size_t i = 0; i < order.size(); ++i) {
    run().setSample(samples[order[i]]);
    if (!run().violation().isTrue())
      continue;
    size_t position = order[i];
    std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(i),
                order.begin() + static_cast<ptrdiff_t>(i) + 1);
    return position;
  }
  return std::nullopt;
}

/// The constants must be such that there is no violation on this sample.
void MutantValidator::demand(ArrayRef<Choice> choices, size_t position) {
  run().setConstants({});
  setCandidate(choices);
  run().setSample(samples[position]);
  demands.push_back({position, world->formula.terms.notOf(run().residual(world->formula.violation))});
}

SmtAnswer MutantValidator::solveConstants(ArrayRef<UnknownConstant> unknowns, Term bound) {
  std::vector<Term> assumed;
  for (const auto &[position, condition] : demands)
    assumed.push_back(condition);
  if (bound)
    assumed.push_back(bound);
  ++statistics.constantCalls;
  bool isImpossible = llvm::is_contained(assumed, world->formula.terms.boolean(false));
  SmtAnswer answer = isImpossible ? SmtAnswer::Unsatisfiable : constantSolver->check(assumed, budget);
  if (answer == SmtAnswer::Satisfiable)
    readConstants(unknowns);
  return answer;
}

void MutantValidator::readConstants(ArrayRef<UnknownConstant> unknowns) {
  found.clear();
  for (const UnknownConstant &unknown : unknowns) {
    std::optional<DataValue> value = constantSolver->value(unknown.term);
    if (found.size() <= unknown.number)
      found.resize(unknown.number + 1, 0);
    found[unknown.number] = value ? bitsOfValue(*value).value_or(0) : 0;
  }
}

/// A repair with constants within the bound. Refuted: there is none; `demands` tell why.
MutantValidator::Answer MutantValidator::tryBound(ArrayRef<Choice> choices, ArrayRef<UnknownConstant> unknowns,
                                                  Term bound) {
  constexpr unsigned MostRounds = 200;
  for (unsigned i = 0; i < MostRounds && budget.exceeded() == Budget::Limit::None; ++i) {
    SmtAnswer answer = solveConstants(unknowns, bound);
    if (answer != SmtAnswer::Satisfiable)
      return answer == SmtAnswer::Unsatisfiable ? Answer::Refuted : Answer::Unknown;
    run().setConstants(found);
    if (std::optional<size_t> position = violatedSample(choices)) {
      demand(choices, *position);
      continue;
    }
    Answer verdict = ask(choices, unknowns);
    if (verdict != Answer::Refuted)
      return verdict;
    demand(choices, samples.size() - 1);
  }
  return Answer::Unknown;
}

MutantValidator::Answer MutantValidator::validateWithUnknowns(ArrayRef<Choice> choices,
                                                              ArrayRef<UnknownConstant> unknowns) {
  constantSolver = std::make_unique<SmtSolver>(smt, DefaultSmtEffort,
                                               world->formula.program.isMath ? SmtTheory::General : SmtTheory::Bits);
  demands.clear();
  Answer answer = tryBound(choices, unknowns, nullptr);
  if (answer == Answer::Repair)
    return nearest(choices, unknowns);
  if (answer == Answer::Unknown)
    return answer;
  alone = false;
  for (size_t i : constantSolver->core())
    if (i < demands.size())
      blamed.push_back(demands[i].first);
  if (blamed.empty())
    for (const auto &[position, condition] : demands)
      blamed.push_back(position);
  return Answer::Refuted;
}

/// |constant - original|
Term MutantValidator::distance(const UnknownConstant &unknown) const {
  TermContext &terms = world->formula.terms;
  Term difference = terms.subtract(unknown.term, unknown.original);
  const Sort &sort = difference->sort();
  Term zero = terms.number(sort, Rational(DynamicAPInt(0)));
  Term isNegative = terms.less(difference, zero);
  if (sort.kind == SortKind::Bits) {
    DynamicAPInt half = DynamicAPInt(1);
    for (unsigned i = 1; i < sort.width; ++i)
      half = half * DynamicAPInt(2);
    isNegative = terms.lessEqual(terms.number(sort, Rational(half)), difference);
  }
  return terms.ifThenElse(isNegative, terms.make(TermOp::Negate, difference, sort), difference);
}

uint64_t MutantValidator::bitsOfDistance(const UnknownConstant &unknown) const {
  DataValue value = evaluate(distance(unknown), [&](VariableId) {
    DataValue here{unknown.term->sort(), {}};
    uint64_t bits = found[unknown.number];
    DynamicAPInt number = DynamicAPInt(static_cast<int64_t>(bits));
    if (here.sort.kind == SortKind::Bits)
      number = DynamicAPInt(static_cast<int64_t>(bits >> 1)) * DynamicAPInt(2) +
               DynamicAPInt(static_cast<int64_t>(bits & 1));
    here.elements.push_back(Rational(number));
    return here;
  });
  return bitsOfValue(value).value_or(INT64_MAX);
}

/// Halves the distance to each original constant in turn, as long as there are repairs.
MutantValidator::Answer MutantValidator::nearest(ArrayRef<Choice> choices, ArrayRef<UnknownConstant> unknowns) {
  TermContext &terms = world->formula.terms;
  std::vector<Term> bounds;
  auto atMost = [&](const UnknownConstant &unknown, uint64_t most) {
    DynamicAPInt number =
        DynamicAPInt(static_cast<int64_t>(most >> 1)) * DynamicAPInt(2) + DynamicAPInt(static_cast<int64_t>(most & 1));
    return terms.lessEqual(distance(unknown), terms.number(unknown.term->sort(), Rational(number)));
  };
  std::vector<uint64_t> best = found;
  for (const UnknownConstant &unknown : unknowns) {
    uint64_t low = 0, high = bitsOfDistance(unknown);
    while (low < high) {
      // First near, then by halves.
      uint64_t middle = low == 0 && high > 64 ? 16 : low + (high - low) / 2;
      std::vector<Term> all = bounds;
      all.push_back(atMost(unknown, middle));
      Answer answer = tryBound(choices, unknowns, terms.andOf(all));
      if (answer == Answer::Repair) {
        best = found;
        high = bitsOfDistance(unknown);
        continue;
      }
      // What is not known counts as no repair: this is about the nearest only.
      found = best;
      if (answer == Answer::Unknown && budget.exceeded() != Budget::Limit::None)
        return Answer::Repair;
      low = middle + 1;
    }
    bounds.push_back(atMost(unknown, high));
  }
  found = best;
  return Answer::Repair;
}

} // namespace tenon::seq
