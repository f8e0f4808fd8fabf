//===- InvariantProjection.cpp - What an invariant needs of a place -------===//

#include "InvariantProjection.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// What is known at the places of an invariant, without conditions that have quantifiers.
class PlaceConditions {
public:
  PlaceConditions(const ProgramInvariant &proof, TermContext &context) : invariant(proof), terms(context) {}

  /// `false` where nobody comes; null if it cannot be said.
  Term at(const Place &place) const {
    auto entry = find_if(invariant.entries, [&](const auto &other) { return other.place == place; });
    if (entry == invariant.entries.end())
      return terms.boolean(false);
    std::vector<Term> conditions;
    for (const Lemma &lemma : entry->lemmas) {
      if (!lemma.forAll.empty())
        return nullptr;
      conditions.push_back(lemma.condition);
    }
    return terms.andOf(conditions);
  }

private:
  const ProgramInvariant &invariant;
  TermContext &terms;
};

} // namespace

Term conditionOfInvariant(const ProgramSystem &system, uint32_t component, const GatedComponent &gated,
                          const ProgramInvariant &invariant, ArrayRef<VariableId> own, SmtContext &context,
                          const Budget &budget) {
  TermContext &terms = *system.terms;
  PlaceConditions conditions(invariant, terms);
  std::vector<Term> others;
  for (auto [id, variable] : enumerate(system.variables))
    if (!is_contained(own, static_cast<VariableId>(id)))
      others.push_back(terms.variable(static_cast<VariableId>(id), variable.sort));
  std::vector<Term> refused;
  for (const ProgramInvariant::Entry &entry : invariant.entries)
    for (const SystemStep &step : stepsFrom(system, entry.place)) {
      std::optional<uint32_t> transition = transitionIn(step, component);
      if (!transition || !binary_search(gated.gates, *transition))
        continue;
      Term before = conditions.at(entry.place), behind = conditions.at(step.target);
      if (!before || !behind)
        return nullptr;
      Term wrong = eliminate(context, others, terms.andOf({before, terms.notOf(behind)}), budget);
      if (!wrong)
        return nullptr;
      refused.push_back(wrong);
    }
  return terms.notOf(terms.orOf(refused));
}

} // namespace tenon
