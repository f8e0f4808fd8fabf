//===- MutantFormula.cpp - The formula of a program and of its mutants ----===//

#include "FormulaRun.h"

#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace tenon::seq {

UnwindOptions MutantFormula::unwinding(unsigned bound, bool checkBounds) {
  DenseMap<UnitId, size_t> unitOfId;
  for (size_t i = 0; i < mutations.size(); ++i) {
    auto [entry, isNew] = unitOfId.try_emplace(mutations[i].unit, units.size());
    if (isNew)
      units.push_back({mutations[i].unit, {}, {}});
    units[entry->second].mutations.push_back(i);
  }
  UnwindOptions result;
  result.bound = bound;
  result.checkBounds = checkBounds;
  result.isNamed = [named = unitOfId](UnitId unit) { return named.count(unit) > 0; };
  return result;
}

static Term anyViolation(TermContext &terms, const UnwoundFormula &formula) {
  std::vector<Term> conditions;
  for (const Violation &violation : formula.violations())
    conditions.push_back(violation.condition);
  return terms.orOf(conditions);
}

MutantFormula::MutantFormula(const Program &sequential, TermContext &context, ArrayRef<Mutation> allMutations,
                             unsigned bound, bool checkBounds, const Budget &budget)
    : program(sequential), terms(context), mutations(allMutations), options(unwinding(bound, checkBounds)),
      formula(sequential, context, options, budget), violation(anyViolation(context, formula)) {
  using Kind = Meaning::Kind;
  auto know = [&](Term name, Kind kind, size_t position) {
    if (meanings.size() <= name->variable())
      meanings.resize(name->variable() + 1);
    meanings[name->variable()] = {kind, position};
  };
  DenseMap<UnitId, size_t> unitOfId;
  for (size_t i = 0; i < units.size(); ++i)
    unitOfId[units[i].id] = i;
  for (size_t i = 0; i < formula.definitions().size(); ++i) {
    const Definition &definition = formula.definitions()[i];
    unitOf.push_back(unitOfId.lookup(definition.unit));
    units[unitOf.back()].definitions.push_back(i);
    know(definition.name, Kind::Definition, i);
    values.emplace_back(units[unitOf.back()].mutations.size() + 1, nullptr);
    values.back()[0] = definition.value;
  }
  for (const InputInstance &instance : formula.inputs())
    for (Term name : instance.names) {
      know(name, Kind::Input, inputNames.size());
      inputNames.push_back(name);
    }
  for (const Mutation &mutation : mutations)
    if (mutation.kind == Mutation::Kind::Unknown)
      know(formula.unknown(mutation.unknown, program.expr(mutation.site).type), Kind::Unknown, mutation.unknown);
}

Term MutantFormula::valueOf(size_t definition, Choice choice) {
  Term &value = values[definition][choice];
  if (!value) {
    const Mutation &mutation = mutations[units[unitOf[definition]].mutations[choice - 1]];
    Substitution substitution;
    substitution[mutation.site] = mutation.replacement;
    value = formula.valueOf(formula.definitions()[definition], substitution);
  }
  return value;
}

MutantFormula::Meaning MutantFormula::meaningOf(VariableId variable) const {
  return variable < meanings.size() ? meanings[variable] : Meaning();
}

} // namespace tenon::seq
