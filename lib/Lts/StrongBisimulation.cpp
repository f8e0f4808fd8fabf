//===- StrongBisimulation.cpp - Strong bisimilarity in O(m log n) ---------===//
//
// Two algorithms in a row. First rounds that split all blocks at once by hashed signatures: fast, as they read memory
// in order, and done after few rounds for most systems, but without a good bound and as sure as a hash is. Then
// Valmari's algorithm ("Simple Bisimilarity Minimization in O(m log n) Time", Fundamenta Informaticae 105, 2010) from
// there on, unless a check finds that the rounds were enough.
//
// Valmari's partitions the states into blocks, the transitions into sets with a common action and target block. Sets
// that were one set when the blocks were last stable with respect to them form a bunch. While some bunch has several
// sets, a small one is taken out of it and used as a splitter: each block falls into the states that reach the splitter
// only, those that reach the rest of the bunch as well, and the others.
//
//===----------------------------------------------------------------------===//

#include "RoundPartition.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <numeric>

namespace tenon {
namespace {

/// Transitions by target: the sources of each state, those of ERROR last.
struct Predecessors {
  explicit Predecessors(const Lts &lts) : start(lts.stateCount() + 2, 0), sources(lts.transitionCount()) {
    StateId states = lts.stateCount();
    for (StateId s = 0; s < states; ++s)
      for (const Transition &t : lts.successors(s))
        ++start[std::min(t.target, states) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<size_t> next(start.begin(), start.end() - 1);
    for (StateId s = 0; s < states; ++s)
      for (const Transition &t : lts.successors(s))
        sources[next[std::min(t.target, states)]++] = s;
  }
  llvm::ArrayRef<StateId> of(StateId s) const {
    return llvm::ArrayRef<StateId>(sources).slice(start[s], start[s + 1] - start[s]);
  }

  std::vector<size_t> start;
  std::vector<StateId> sources;
};

/// Rounds of hashed signatures. As different hashes mean different signatures, the partition is never finer than
/// bisimilarity.
class HashedRounds {
public:
  HashedRounds(const Lts &input, const Budget &budget)
      : lts(input), watch(budget), states(input.stateCount()), partition(states + 1), hashes(states + 1, 0),
        dirty(states + 1, true) {}

  /// Runs until nothing changes or the work is more than `workFactor` times the size of the LTS.
  llvm::Error run(size_t workFactor) {
    Predecessors predecessors(lts);
    size_t work = 0, limit = workFactor * (lts.transitionCount() + states);
    do {
      for (int s = dirty.find_first(); s >= 0; s = dirty.find_next(s)) {
        collect(static_cast<StateId>(s));
        uint64_t hash = hashSignature();
        if (hash != hashes[s])
          partition.reportChange(static_cast<uint32_t>(s), hash);
        hashes[s] = hash;
        work += signature.size() + 1;
        if (watch.ranOut(signature.size() + 1))
          return watch.error("strong bisimulation");
      }
      dirty.reset();
      partition.split();
      for (StateId s : partition.movedNodes())
        for (StateId source : predecessors.of(s))
          dirty.set(source);
      work += states / 64;
    } while (dirty.any() && work < limit);
    return llvm::Error::success();
  }

  /// Whether all members of every block have exactly the same signature.
  bool isStable() {
    if (dirty.any())
      return false;
    std::vector<uint64_t> expected;
    for (uint32_t block = 0; block < partition.blockCount(); ++block) {
      llvm::ArrayRef<uint32_t> members = partition.members(block);
      if (members.size() == 1)
        continue;
      collect(members.front());
      expected.assign(signature.begin(), signature.end());
      for (StateId s : members.drop_front()) {
        collect(s);
        if (llvm::ArrayRef<uint64_t>(signature) != llvm::ArrayRef<uint64_t>(expected))
          return false;
      }
    }
    return true;
  }

  const RoundPartition &result() const { return partition; }

private:
  /// The set of pairs (action, target block), in order.
  void collect(StateId s) {
    signature.clear();
    if (s == states || lts.end() == s) {
      signature.push_back(s == states ? ~uint64_t(0) : ~uint64_t(1));
      return;
    }
    size_t actionBegin = 0;
    Action previous = TauAction;
    for (const Transition &t : lts.successors(s)) {
      if (t.action != previous)
        actionBegin = sortFrom(actionBegin);
      previous = t.action;
      signature.push_back(uint64_t(t.action) << 32 | partition.of(std::min(t.target, states)));
    }
    sortFrom(actionBegin);
  }

  size_t sortFrom(size_t begin) {
    if (signature.size() - begin > 1) {
      std::sort(signature.begin() + begin, signature.end());
      signature.erase(std::unique(signature.begin() + begin, signature.end()), signature.end());
    }
    return signature.size();
  }

  uint64_t hashSignature() const {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (uint64_t member : signature) {
      hash = (hash ^ member) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
    return hash;
  }

  const Lts &lts;
  BudgetWatch watch;
  const StateId states; ///< Also the number of ERROR.
  RoundPartition partition;
  std::vector<uint64_t> hashes;
  llvm::BitVector dirty;
  llvm::SmallVector<uint64_t, 32> signature;
};

/// A partition of 0..n-1 into sets that can be split by marking members.
class RefinablePartition {
public:
  /// One set with all elements, in the given order.
  void init(std::vector<uint32_t> order) {
    elements = std::move(order);
    position.resize(elements.size());
    for (uint32_t i = 0; i < elements.size(); ++i)
      position[elements[i]] = i;
    setOf.assign(elements.size(), 0);
    sets.assign(1, {0, static_cast<uint32_t>(elements.size()), 0});
  }
  /// Cuts the last set in two at a position in the order.
  void cutLast(uint32_t at) {
    uint32_t end = sets.back().end;
    sets.back().end = at;
    sets.push_back({at, end, at});
    for (uint32_t i = at; i < end; ++i)
      setOf[elements[i]] = static_cast<uint32_t>(sets.size() - 1);
  }

  uint32_t count() const { return static_cast<uint32_t>(sets.size()); }
  uint32_t of(uint32_t element) const { return setOf[element]; }
  uint32_t begin(uint32_t set) const { return sets[set].begin; }
  uint32_t end(uint32_t set) const { return sets[set].end; }
  uint32_t size(uint32_t set) const { return sets[set].end - sets[set].begin; }
  uint32_t at(uint32_t index) const { return elements[index]; }
  llvm::ArrayRef<uint32_t> members(uint32_t set) const {
    return llvm::ArrayRef<uint32_t>(elements).slice(sets[set].begin, size(set));
  }

  void mark(uint32_t element) {
    Set &set = sets[setOf[element]];
    uint32_t from = position[element], to = set.marked;
    if (from < to)
      return;
    if (to == set.begin)
      touched.push_back(setOf[element]);
    std::swap(elements[from], elements[to]);
    position[elements[from]] = from;
    position[elements[to]] = to;
    ++set.marked;
  }
  /// Separates marked from unmarked members in every set; calls back with (old set, new set), the new one being the
  /// smaller part.
  template <typename Callback> void splitTouched(Callback onSplit) {
    for (uint32_t old : touched) {
      auto [begin, end, marked] = sets[old];
      sets[old].marked = begin;
      if (marked == end)
        continue;
      bool markedIsNew = marked - begin <= end - marked;
      auto fresh = static_cast<uint32_t>(sets.size());
      if (markedIsNew) {
        sets[old].begin = sets[old].marked = marked;
        sets.push_back({begin, marked, begin});
      } else {
        sets[old].end = marked;
        sets.push_back({marked, end, marked});
      }
      for (uint32_t i = sets[fresh].begin; i < sets[fresh].end; ++i)
        setOf[elements[i]] = fresh;
      onSplit(old, fresh);
    }
    touched.clear();
  }

private:
  struct Set {
    uint32_t begin, end, marked;
  };
  std::vector<uint32_t> elements, position, setOf;
  std::vector<Set> sets;
  std::vector<uint32_t> touched;
};

class StrongRefiner {
public:
  StrongRefiner(const Lts &input, const Budget &limits)
      : lts(input), watch(limits), states(input.stateCount()), base(input.successors(0).data()) {
    assert(lts.transitionCount() < None && "transitions are numbered by 32 bits");
  }

  /// Bisimilarity; `start` must not be finer, and separate ERROR and END from the other states.
  llvm::Expected<Partition> run(const RoundPartition &start) {
    indexTransitions();
    std::vector<uint32_t> order(states + 1);
    std::iota(order.begin(), order.end(), 0);
    blocks.init(std::move(order));
    if (lts.transitionCount() > 0)
      groupByAction();
    separate(start);
    for (const Bunch &bunch : bunches) {
      for (uint32_t i = bunch.begin; i < bunch.end; ++i)
        blocks.mark(source[splitters.at(i)]);
      splitBlocks();
    }
    while (!unready.empty()) {
      uint32_t bunch = unready.back();
      uint32_t splitter = detachSmall(bunch);
      refineBy(splitter);
      if (watch.ranOut(splitters.size(splitter)))
        return watch.error("strong bisimulation");
    }
    std::vector<uint32_t> classOf(states);
    for (StateId s = 0; s < states; ++s)
      classOf[s] = blocks.of(s);
    return canonicalPartition(classOf, states);
  }

private:
  struct Bunch {
    uint32_t begin, end; ///< A range in the order of the transitions.
    bool isUnready;
  };

  StateId target(uint32_t t) const { return base[t].target == ErrorState ? states : base[t].target; }

  /// Numbers transitions as the rows do, and collects those into each state.
  void indexTransitions() {
    auto count = static_cast<uint32_t>(lts.transitionCount());
    source.resize(count);
    slotOf.resize(count);
    incomingStart.assign(states + 2, 0);
    uint32_t t = 0;
    for (StateId s = 0; s < states; ++s) {
      Action previous = None;
      for (const Transition &transition : lts.successors(s)) {
        if (transition.action != previous)
          slotSize.push_back(0);
        previous = transition.action;
        source[t] = s;
        slotOf[t] = static_cast<uint32_t>(slotSize.size() - 1);
        ++slotSize.back();
        ++incomingStart[target(t) + 1];
        ++t;
      }
    }
    std::partial_sum(incomingStart.begin(), incomingStart.end(), incomingStart.begin());
    incoming.resize(count);
    std::vector<uint32_t> next(incomingStart.begin(), incomingStart.end() - 1);
    for (t = 0; t < count; ++t)
      incoming[next[target(t)]++] = t;
    newSlotOf.assign(states, None);
  }

  /// One set and one bunch for each action that occurs.
  void groupByAction() {
    auto count = static_cast<uint32_t>(lts.transitionCount());
    std::vector<uint32_t> start(lts.alphabet().size() + 2, 0);
    for (uint32_t t = 0; t < count; ++t)
      ++start[base[t].action + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<uint32_t> next(start.begin(), start.end() - 1);
    std::vector<uint32_t> order(count);
    for (uint32_t t = 0; t < count; ++t)
      order[next[base[t].action]++] = t;
    splitters.init(std::move(order));
    for (size_t a = 0; a + 1 < start.size(); ++a) {
      if (start[a] == start[a + 1])
        continue;
      if (start[a] != 0)
        splitters.cutLast(start[a]);
      bunches.push_back({start[a], start[a + 1], false});
    }
    bunchOf.resize(splitters.count());
    std::iota(bunchOf.begin(), bunchOf.end(), 0);
  }

  void separate(const RoundPartition &start) {
    for (uint32_t block = 0; block < start.blockCount(); ++block) {
      for (StateId s : start.members(block))
        blocks.mark(s);
      splitBlocks();
    }
  }

  /// Splits blocks as marked, then the sets of transitions into them.
  void splitBlocks() {
    fresh.clear();
    blocks.splitTouched([&](uint32_t, uint32_t block) { fresh.push_back(block); });
    for (uint32_t block : fresh) {
      for (StateId s : blocks.members(block))
        for (uint32_t i = incomingStart[s]; i < incomingStart[s + 1]; ++i)
          splitters.mark(incoming[i]);
      splitters.splitTouched([&](uint32_t old, uint32_t) {
        uint32_t bunch = bunchOf[old];
        bunchOf.push_back(bunch);
        if (!bunches[bunch].isUnready) {
          bunches[bunch].isUnready = true;
          unready.push_back(bunch);
        }
      });
    }
  }

  /// Takes the smaller one of the first and the last set out of an unready bunch; it becomes a bunch of its own.
  uint32_t detachSmall(uint32_t bunch) {
    uint32_t first = splitters.of(splitters.at(bunches[bunch].begin));
    uint32_t last = splitters.of(splitters.at(bunches[bunch].end - 1));
    uint32_t splitter = splitters.size(first) <= splitters.size(last) ? first : last;
    if (splitter == first) {
      bunches[bunch].begin = splitters.end(first);
      first = splitters.of(splitters.at(bunches[bunch].begin));
    } else {
      bunches[bunch].end = splitters.begin(last);
      last = splitters.of(splitters.at(bunches[bunch].end - 1));
    }
    if (first == last) {
      bunches[bunch].isUnready = false;
      unready.pop_back();
    }
    bunchOf[splitter] = static_cast<uint32_t>(bunches.size());
    bunches.push_back({splitters.begin(splitter), splitters.end(splitter), false});
    return splitter;
  }

  /// The three-way split. A slot counts the transitions of one state in one bunch; those of the splitter move from the
  /// slot of the old bunch to that of the new one.
  void refineBy(uint32_t splitter) {
    moved.clear();
    for (uint32_t t : splitters.members(splitter)) {
      StateId s = source[t];
      if (newSlotOf[s] == None) {
        newSlotOf[s] = allocateSlot();
        moved.push_back({s, slotOf[t]});
        blocks.mark(s);
      }
      --slotSize[slotOf[t]];
      ++slotSize[newSlotOf[s]];
      slotOf[t] = newSlotOf[s];
    }
    splitBlocks();
    for (auto [s, oldSlot] : moved) {
      newSlotOf[s] = None;
      if (slotSize[oldSlot] == 0) {
        freeSlots.push_back(oldSlot);
        blocks.mark(s);
      }
    }
    splitBlocks();
  }

  uint32_t allocateSlot() {
    if (freeSlots.empty()) {
      slotSize.push_back(0);
      return static_cast<uint32_t>(slotSize.size() - 1);
    }
    uint32_t slot = freeSlots.back();
    freeSlots.pop_back();
    return slot;
  }

  const Lts &lts;
  BudgetWatch watch;
  const StateId states; ///< Also the number of ERROR among the elements of `blocks`.
  const Transition *const base;

  std::vector<uint32_t> source;                  ///< Of each transition.
  std::vector<uint32_t> incoming, incomingStart; ///< Transitions by target.
  RefinablePartition blocks;                     ///< Of states.
  RefinablePartition splitters;                  ///< Of transitions, by action and target block.
  std::vector<uint32_t> bunchOf;                 ///< Of each set of `splitters`.
  std::vector<Bunch> bunches;
  std::vector<uint32_t> unready; ///< Bunches with several sets.
  std::vector<uint32_t> slotOf, slotSize, freeSlots;
  std::vector<uint32_t> newSlotOf;                 ///< Of each state, during refineBy.
  std::vector<std::pair<StateId, uint32_t>> moved; ///< States and their old slots, during refineBy.
  std::vector<uint32_t> fresh;                     ///< During splitBlocks.
};

} // namespace

llvm::Expected<Partition> refineStrong(const Lts &lts, const Budget &budget, size_t roundWork) {
  HashedRounds rounds(lts, budget);
  if (llvm::Error error = rounds.run(roundWork))
    return error;
  if (rounds.isStable())
    return canonicalPartition(rounds.result().blocks().drop_back(), lts.stateCount());
  return StrongRefiner(lts, budget).run(rounds.result());
}

Partition strongBisimulation(const Lts &lts) {
  return llvm::cantFail(refineStrong(lts, Budget()));
}

} // namespace tenon
