//===- ComponentMutants.h - A component with mutations ----------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_COMPONENTMUTANTS_H
#define TENON_LIB_REPAIR_COMPONENTMUTANTS_H

#include "FormulaRun.h"
#include "RepairTarget.h"

#include "tenon/Program/TraceFormula.h"
#include "tenon/Repair/MutationText.h"

#include <map>

namespace tenon {

/// A place in a system where a mutation shows: an action of a component, or the initial value of a variable.
struct ActionPlace {
  static constexpr uint32_t Initial = ~uint32_t(0);
  uint32_t component = Initial;
  uint32_t position = 0; ///< Of the transition; of the variable.
  friend auto operator<=>(const ActionPlace &, const ActionPlace &) = default;
};

/// What one mutation by itself makes of the system.
struct Mutant {
  struct Effect {
    ActionPlace place;
    ProgramAction action;
    Term initial = nullptr;
  };
  /// It has other states or steps, and not only other values: nothing more is known.
  bool isReshaped = false;
  std::vector<Effect> effects; ///< In order of their places.
  std::shared_ptr<TermContext> terms;

  const Effect *find(ActionPlace place) const;
};

/// A system with a patch in its text.
struct Candidate {
  std::string text;
  std::unique_ptr<LoadedModel> loaded;
  RepairTarget target;
  bool isReshaped = false; ///< Transitions are not those of the original with the same number.
};

/// The mutations of a component, and candidates made of them.
class ComponentMutants {
public:
  struct Unit {
    seq::UnitId id;
    std::vector<size_t> mutations;
    std::vector<Mutant> mutants;
  };

  ComponentMutants(RepairTarget original, const seq::Program &sites, seq::SourceFile source, std::string file,
                   const RepairSettings &settings, const Budget &budget);

  /// Keeps those of the mutations that are well-formed and no other by another name. False if the budget has ended.
  bool add(llvm::ArrayRef<seq::Mutation> all);
  /// Nothing if the text is not well-formed.
  std::optional<Candidate> make(const seq::Patch &patch) const;
  seq::Patch patchOf(llvm::ArrayRef<seq::Choice> choices) const;
  std::vector<size_t> counts() const;
  /// Whether several units show there.
  bool isShared(ActionPlace place) const;

  const RepairTarget original;
  std::vector<seq::Mutation> mutations;
  std::vector<Unit> units;

private:
  std::string signature(const ProgramSystem &system, const ProgramTransition &transition, bool withTerms) const;
  std::string initialOf(const ProgramVariable &variable) const;
  std::vector<std::string> shapeOf(const ProgramSystem &system) const;
  Mutant compare(const ProgramSystem &system) const;

  const seq::Program &sites;
  seq::SourceFile source;
  std::string file;
  const RepairSettings &settings;
  const Budget &budget;
  std::vector<std::string> shape;
  std::vector<std::vector<std::string>> actions; ///< Of each component.
  std::vector<std::string> initials;
};

/// What a violation depends on.
class RunSlice {
public:
  RunSlice(const ProgramSystem &system, const ProgramRun &run);

  bool contains(ActionPlace place) const { return items.count(place) != 0; }
  /// Whether the run may go otherwise with another action at a place.
  bool mayChange(ActionPlace place, const ProgramAction &action) const;
  bool mayChangeInitial(VariableId variable, Term initial) const;

private:
  struct Item {
    const ConcreteState *before;
    std::vector<VariableId> known; ///< Sorted; what the slice says of the state before.
    const ProgramAction *action;
    bool isError; ///< What it does is not defined, or leaves a range.
  };
  bool isSame(const Item &item, const ProgramAction &action) const;

  std::map<ActionPlace, std::vector<Item>> items;
  std::vector<DataValue> initialValues;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_COMPONENTMUTANTS_H
