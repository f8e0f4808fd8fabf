//===- ObservationTable.cpp - L* ------------------------------------------===//
//
// Angluin's observation table with the counterexample analysis of Rivest and Schapire: rows of access words are
// different from each other, so that the table is consistent whenever it is closed.
//
//===----------------------------------------------------------------------===//

#include "LearnerBase.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cassert>

namespace tenon {
namespace {

/// A row is a prefix of the cache, and has the same number: access words of states, and those with a letter more. Its
/// cells are bits, one for each experiment.
class ObservationTable final : public LearnerBase {
public:
  ObservationTable(Teacher &teacher, std::vector<Letter> initialLetters)
      : LearnerBase(teacher, std::move(initialLetters)) {
    addRow(QueryCache::EmptyWord);
  }

private:
  using Row = Prefix;

  bool complete() override;
  bool findContradiction(State state, std::optional<Observation> &found) override;
  bool split(const Breakpoint &breakpoint) override;
  void extend(size_t oldLetterCount) override;
  void restart() override;
  State stateCount() const override { return static_cast<State>(access.size()); }
  Prefix accessWord(State state) const override { return access[state]; }
  bool isAccepting(State state) const override { return cell(access[state], 0); }
  State successor(State state, uint32_t letter) override { return stateOf[rowAfter(state, letter)]; }

  Row &rowAfter(State state, uint32_t letter) { return successors[state * letters.size() + letter]; }
  bool cell(Row row, size_t column) const { return cells[row * stride + column / 64] >> column % 64 & 1; }
  llvm::ArrayRef<uint64_t> bits(Row row) const { return {cells.data() + row * stride, stride}; }
  uint64_t hashOf(Row row) const {
    uint64_t hash = llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bits(row).data()), stride * sizeof(uint64_t)));
    return hash >> 1; // DenseMap has a use of its own for the greatest numbers.
  }

  void addRow(Row row);
  void makeState(Row row);
  bool fill(Row row);
  State findState(Row row, uint64_t hash) const;
  void indexState(State state);
  void indexStates();
  void setStride(size_t newStride);
  void dropExperiments();

  std::vector<Suffix> experiments = {QueryCache::EmptyWord};
  std::vector<Row> access;     ///< By state.
  std::vector<Row> successors; ///< letters.size() rows for each state.
  std::vector<State> stateOf;  ///< The state whose row is equal, by row; None if that is not known yet.
  Row firstUnknown = 0;        ///< No row before it is without a state.
  size_t stride = 1;           ///< Numbers that hold the cells of a row.
  std::vector<uint64_t> cells; ///< By row.
  llvm::DenseMap<uint64_t, State> stateWithHash;
  std::vector<State> nextWithHash; ///< Another state whose row has the same hash, or None; by state.
  bool hasOldExperiments = false;  ///< There may be experiments that tell no states apart.
};

void ObservationTable::addRow([[maybe_unused]] Row row) {
  assert(row == stateOf.size() && "rows are numbered like prefixes");
  stateOf.push_back(None);
  cells.resize(cells.size() + stride);
}

void ObservationTable::makeState(Row row) {
  auto state = static_cast<State>(access.size());
  access.push_back(row);
  stateOf[row] = state;
  for (uint32_t letter = 0; letter < letters.size(); ++letter) {
    successors.push_back(cache.append(row, letter));
    addRow(successors.back());
  }
}

bool ObservationTable::fill(Row row) {
  for (size_t column = 0; column < experiments.size(); ++column) {
    std::optional<bool> answer = cache.ask(row, experiments[column]);
    if (!answer)
      return false;
    cells[row * stride + column / 64] |= uint64_t(*answer) << column % 64;
  }
  return true;
}

LearnerBase::State ObservationTable::findState(Row row, uint64_t hash) const {
  auto entry = stateWithHash.find(hash);
  State state = entry == stateWithHash.end() ? None : entry->second;
  while (state != None && bits(access[state]) != bits(row))
    state = nextWithHash[state];
  return state;
}

void ObservationTable::indexState(State state) {
  State &first = stateWithHash.try_emplace(hashOf(access[state]), None).first->second;
  nextWithHash.push_back(first);
  first = state;
}

void ObservationTable::indexStates() {
  stateWithHash.clear();
  nextWithHash.clear();
  for (State state = 0; state < access.size(); ++state)
    indexState(state);
}

bool ObservationTable::complete() {
  for (; firstUnknown < stateOf.size(); ++firstUnknown) {
    Row row = firstUnknown;
    if (stateOf[row] != None)
      continue;
    if (!fill(row))
      return false;
    stateOf[row] = findState(row, hashOf(row));
    if (stateOf[row] == None) {
      makeState(row);
      indexState(stateOf[row]);
    }
  }
  if (hasOldExperiments)
    dropExperiments();
  return true;
}

bool ObservationTable::findContradiction(State state, std::optional<Observation> &found) {
  for (size_t column = 0; column < experiments.size() && !found; ++column) {
    bool accepted = cell(access[state], column);
    if (isAccepting(run(state, experiments[column])) != accepted)
      found = {experiments[column], accepted};
  }
  return true;
}

// States are different before, so a row that differs from its state in the new column is different from all.
bool ObservationTable::split(const Breakpoint &breakpoint) {
  size_t column = experiments.size();
  experiments.push_back(breakpoint.suffix);
  if (column == stride * 64)
    setStride(stride * 2);
  auto rowCount = static_cast<Row>(stateOf.size());
  for (Row row = 0; row < rowCount; ++row) {
    std::optional<bool> answer = cache.ask(row, breakpoint.suffix);
    if (!answer)
      return false;
    cells[row * stride + column / 64] |= uint64_t(*answer) << column % 64;
  }

  std::vector<State> other(access.size(), None);
  for (Row row = 0; row < rowCount; ++row) {
    State state = stateOf[row];
    if (cell(row, column) == cell(access[state], column))
      continue;
    if (other[state] == None) {
      other[state] = stateCount();
      makeState(row);
    } else {
      stateOf[row] = other[state];
    }
  }
  assert(stateCount() > other.size() && "the experiment tells no states apart");
  indexStates();
  return true;
}

void ObservationTable::extend(size_t oldLetterCount) {
  widenRows(successors, access.size(), oldLetterCount, letters.size());
  for (State state = 0; state < access.size(); ++state)
    for (auto letter = static_cast<uint32_t>(oldLetterCount); letter < letters.size(); ++letter) {
      Row row = rowAfter(state, letter) = cache.append(access[state], letter);
      addRow(row);
    }
}

// Experiments that told states apart are likely to do it again, and then they save counterexamples.
void ObservationTable::restart() {
  std::vector<Positions> words;
  for (Suffix suffix : experiments)
    words.push_back(positionsOf(suffix));
  cache.clear();
  for (size_t column = 0; column < words.size(); ++column)
    experiments[column] = suffixOf(words[column]);
  hasOldExperiments = true;
  access.clear();
  successors.clear();
  stateOf.clear();
  cells.clear();
  indexStates();
  firstUnknown = 0;
  addRow(QueryCache::EmptyWord);
}

void ObservationTable::setStride(size_t newStride) {
  std::vector<uint64_t> moved(stateOf.size() * newStride);
  for (Row row = 0; row < stateOf.size(); ++row)
    std::copy_n(cells.begin() + row * stride, std::min(stride, newStride), moved.begin() + row * newStride);
  cells = std::move(moved);
  stride = newStride;
}

/// Keeps the experiments that tell states apart which those before them do not.
void ObservationTable::dropExperiments() {
  hasOldExperiments = false;
  std::vector<size_t> kept = {0};
  std::vector<uint32_t> block(access.size());
  uint32_t blockCount = 0;
  for (size_t column = 0; column < experiments.size(); ++column) {
    llvm::DenseMap<uint64_t, uint32_t> parts; // By old block and cell.
    std::vector<uint32_t> refined;
    for (State state = 0; state < access.size(); ++state)
      refined.push_back(
          parts.try_emplace(2 * uint64_t(block[state]) + cell(access[state], column), parts.size()).first->second);
    if (parts.size() > blockCount && column != 0)
      kept.push_back(column);
    blockCount = parts.size();
    block = std::move(refined);
  }
  assert(blockCount == access.size());

  for (Row row = 0; row < stateOf.size(); ++row) {
    std::vector<uint64_t> packed(stride);
    for (size_t i = 0; i < kept.size(); ++i)
      packed[i / 64] |= uint64_t(cell(row, kept[i])) << i % 64;
    std::copy(packed.begin(), packed.end(), cells.begin() + row * stride);
  }
  std::vector<Suffix> useful;
  useful.reserve(kept.size());
  for (size_t column : kept)
    useful.push_back(experiments[column]);
  experiments = std::move(useful);
  indexStates();
}

} // namespace

std::unique_ptr<Learner> makeObservationTable(Teacher &teacher, std::vector<Letter> letters) {
  return std::make_unique<ObservationTable>(teacher, std::move(letters));
}

} // namespace tenon
