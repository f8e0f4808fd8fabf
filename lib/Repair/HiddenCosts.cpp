//===- HiddenCosts.cpp - What a verdict does not say of a repair ----------===//

#include "HiddenCosts.h"

#include "tenon/Check/ProgramChecker.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// The location that it is, or was copied from (`Now_2`).
static const ProgramLocation *originalOf(const ProgramLocation &location, const Program &original) {
  auto named = [&](StringRef name) {
    return find_if(original.locations, [&](const ProgramLocation &other) { return other.name == name; });
  };
  StringRef name = location.name;
  auto found = named(name);
  if (found == original.locations.end())
    found = named(name.rsplit('_').first);
  return found == original.locations.end() ? nullptr : &*found;
}

std::optional<std::string> uncountedViolation(const RepairTarget &original, const RepairTarget &repaired,
                                              const Budget &budget) {
  ProgramSystem all = repaired.system;
  bool isChanged = false;
  for (uint32_t copy : repaired.copies)
    for (ProgramLocation &location : all.components[copy].locations) {
      const ProgramLocation *before = originalOf(location, original.system.components[copy]);
      isChanged |= !location.accepting && before && before->accepting;
      location.accepting |= before && before->accepting;
    }
  if (!isChanged)
    return std::nullopt;
  ProgramCheckOptions look;
  look.maxSets = 300;
  ProgramAnswer answer = checkProgram(all, look, budget);
  if (answer.verdict != Verdict::Violated || !answer.run)
    return std::nullopt;
  for (const SystemStep &step : reverse(answer.run->steps)) {
    auto [mover, position] = step.movers.front();
    if (mover == all.components.size())
      continue;
    LabelId label = all.components[mover].transitions[position].action.label;
    if (label != LabelTable::Tau)
      return all.labels->text(label).str();
  }
  return std::nullopt;
}

/// Whether no action of the component makes the condition true where it is false.
static bool staysFalse(const ProgramSystem &system, const Program &program, Term condition, const Budget &budget) {
  TermContext &terms = *system.terms;
  SmtContext context(terms);
  std::vector<VariableId> used = variablesOf(condition);
  return all_of(program.transitions, [&](const ProgramTransition &transition) {
    const ProgramAction &action = transition.action;
    bool isWritten = action.kind == ActionKind::Read || action.kind == ActionKind::Assign;
    if (!isWritten || !is_contained(used, action.target))
      return true;
    if (action.kind == ActionKind::Read || action.index)
      return false;
    Term after = terms.substitute(
        condition, [&](VariableId id) { return id == action.target ? action.value : static_cast<Term>(nullptr); });
    return isValid(context, terms.implies(after, condition), budget) == true;
  });
}

std::vector<std::string> finalConstraints(const RepairTarget &target, size_t copy, const ComponentRepair &repair,
                                          const Budget &budget) {
  uint32_t position = target.copies[copy];
  const ProgramSystem &system = target.system;
  std::string prefix = system.components[position].name + ".";
  auto nameOf = [&](VariableId id) {
    StringRef name = system.variables[id].name;
    name.consume_front(prefix);
    return name.str();
  };
  std::vector<std::string> result;
  for (const ComponentRepair::Gate &gate : repair.gates()) {
    if (!gate.isBranch || gate.guarded.empty() || !staysFalse(system, repair.program(), gate.condition, budget))
      continue;
    const ProgramAction &behind = gate.guarded.front().action;
    result.push_back("once it is false, [" + printTerm(gate.condition, nameOf) + "] stays false: " + target.definition +
                     " then never does " + describeAction(behind, {}, *system.labels, nameOf) + " again there");
  }
  return result;
}

} // namespace tenon
