//===- PlaceSteps.h - Steps between places, without data --------*- C++ -*-===//
//
// Searches of systems without data, thousands of which are made while a component is repaired.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_REPAIR_PLACESTEPS_H
#define TENON_LIB_REPAIR_PLACESTEPS_H

#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/DenseMap.h"

#include <unordered_set>

namespace tenon {

/// A row of locations, as a Place has them.
using PlaceRow = llvm::ArrayRef<Location>;

/// What steps come to, and their labels.
class PlaceStepList {
public:
  size_t size() const { return labels.size(); }
  PlaceRow target(size_t step) const { return PlaceRow(cells).slice(step * width, width); }
  LabelId label(size_t step) const { return labels[step]; }

  void clear(size_t placeWidth) {
    width = placeWidth;
    cells.clear();
    labels.clear();
  }
  void add(PlaceRow target, LabelId label) {
    cells.insert(cells.end(), target.begin(), target.end());
    labels.push_back(label);
  }

private:
  size_t width = 0;
  std::vector<Location> cells;
  std::vector<LabelId> labels;
};

/// The steps that stepsFrom() finds, in its order, with tables for where actions are all that components do. Of other
/// systems without variables they are taken from there.
class PlaceSteps {
public:
  explicit PlaceSteps(const ProgramSystem &programSystem);
  /// `program` takes the place of a component of the system, which has it by now.
  void replace(uint32_t component);

  /// At a place that is no violation.
  void from(PlaceRow place, PlaceStepList &steps) const;
  bool isViolation(PlaceRow place) const;

private:
  static constexpr uint32_t TauLetter = 0;
  struct Edge {
    uint32_t letter, to;
  };
  struct Rows {
    std::vector<uint32_t> begins; ///< Of each location, and behind the last.
    std::vector<Edge> edges;
    std::vector<bool> accepting;
  };

  uint32_t letterOf(LabelId label);
  Rows rowsOf(const Program &program);
  void findParticipants();
  llvm::ArrayRef<Edge> edgesFrom(const Rows &rows, Location location) const;
  void join(PlaceRow place, uint32_t letter, size_t next, Place &target, PlaceStepList &steps) const;
  void watch(PlaceRow place, uint32_t letter, Place &target, PlaceStepList &steps) const;

  const ProgramSystem &system;
  bool isPlain = true; ///< Nothing but actions.
  std::vector<LabelId> labels;
  llvm::DenseMap<LabelId, uint32_t> letters;
  std::vector<Rows> components;
  Rows monitor;
  std::vector<llvm::SmallVector<uint32_t, 4>> participants; ///< Of each letter.
  std::vector<bool> watched;
};

/// Places, numbered as they come.
class PlaceTable {
public:
  explicit PlaceTable(size_t placeWidth) : width(placeWidth), numbers(64, Hash{this}, Equal{this}) {}
  PlaceTable(const PlaceTable &) = delete;

  /// Its number, and whether it is new.
  std::pair<uint32_t, bool> add(PlaceRow place);
  /// Valid until the next is added.
  PlaceRow operator[](uint32_t number) const { return row(number); }
  uint32_t size() const { return count; }

private:
  struct Hash {
    const PlaceTable *table;
    size_t operator()(uint32_t number) const;
  };
  struct Equal {
    const PlaceTable *table;
    bool operator()(uint32_t a, uint32_t b) const { return table->row(a) == table->row(b); }
  };
  PlaceRow row(uint32_t number) const { return PlaceRow(cells).slice(size_t(number) * width, width); }

  size_t width;
  uint32_t count = 0;
  std::vector<Location> cells;
  std::unordered_set<uint32_t, Hash, Equal> numbers;
};

} // namespace tenon

#endif // TENON_LIB_REPAIR_PLACESTEPS_H
