//===- tenon/Program/FiniteStates.h - States of a finite system -*- C++ -*-===//
//
// The concrete states of a system whose data is finite, one by one: a place with a value for each variable that matters
// there.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_FINITESTATES_H
#define TENON_PROGRAM_FINITESTATES_H

#include "tenon/Program/FiniteValues.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

#include <deque>

namespace tenon {

/// Numbers the states of a system in the order in which they are found. A variable that no component reads before it
/// writes it does not distinguish states, unless the monitor reads it; its number in the row is then the least.
class FiniteStates {
public:
  /// All variables have small domains.
  explicit FiniteStates(const ProgramSystem &system);

  size_t size() const { return placeOf.size(); }
  const Place &place(uint32_t state) const { return places[placeOf[state]].place; }
  /// Valid until the next state is found.
  ValueRow row(uint32_t state) const { return ValueRow(rows).slice(state * layout.rowSize(), layout.rowSize()); }
  /// Steps from the place of the state, as stepsFrom() has them.
  llvm::ArrayRef<SystemStep> steps(uint32_t state) { return stepsAt(placeOf[state]); }
  RowEvaluator &evaluator() { return terms; }
  SmallDomain domain(VariableId variable) const { return domains[variable]; }
  /// Whether the value matters at the place of the state.
  bool isLive(uint32_t state, VariableId variable) const { return isLiveAt(place(state), variable); }

  /// How many initial valuations differ where it matters; at most 2^64 - 1.
  uint64_t initialCount() const;
  /// Finds the states with these valuations, in the order of the rows, until `visit` says no.
  void initialStates(llvm::function_ref<bool(uint32_t state)> visit);

  struct Successor {
    const SystemStep &step;
    uint32_t position;      ///< In steps().
    const DataValue *input; ///< What the environment sends; null where it sends nothing.
    uint32_t state;
  };
  /// Finds the successors of a state, by step and then by input. False if that would take more than `maxSteps`, of
  /// which it takes off what it has used.
  bool successors(uint32_t state, uint64_t &maxSteps, llvm::function_ref<void(const Successor &)> visit);

private:
  struct PlaceEntry {
    Place place;
    bool isExpanded = false;
    std::vector<SystemStep> steps;
  };

  bool isLiveAt(const Place &place, VariableId variable) const;
  uint32_t numberOf(const Place &place);
  llvm::ArrayRef<SystemStep> stepsAt(uint32_t place);
  uint32_t visit(uint32_t place, std::vector<int64_t> &row);
  std::vector<std::pair<size_t, VariableId>> openNumbers() const;
  void assign(std::vector<int64_t> &row, VariableId variable, const DataValue &value) const;

  const ProgramSystem &system;
  RowLayout layout;
  RowEvaluator terms;
  llvm::BitVector watched; ///< Variables that the monitor looks at.
  std::vector<SmallDomain> domains;
  std::vector<std::vector<llvm::BitVector>> live; ///< By component and location.
  std::deque<PlaceEntry> places;
  llvm::StringMap<uint32_t> placeNumbers; ///< By the bytes of the place.
  std::vector<uint32_t> placeOf;          ///< Each state.
  std::vector<int64_t> rows;
  /// By the number of the place and the bytes of the row. There are many: giving them back one by one takes seconds.
  llvm::StringMap<uint32_t, llvm::BumpPtrAllocator> known;
  std::string key;
};

} // namespace tenon

#endif // TENON_PROGRAM_FINITESTATES_H
