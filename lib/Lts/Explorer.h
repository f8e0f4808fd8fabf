//===- Explorer.h - Breadth-first exploration of a product ------*- C++ -*-===//
//
// Level by level; all threads work on one level, each on blocks of states that it takes as it
// goes. What a level contains does not depend on the number of threads; how its states are numbered does.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_EXPLORER_H
#define TENON_LIB_LTS_EXPLORER_H

#include "Product.h"
#include "StateStore.h"

#include <atomic>
#include <barrier>
#include <deque>
#include <thread>

namespace tenon::detail {

/// What a visitor says after it has seen the successors of a state.
enum class Visit {
  Continue,
  Discard, ///< The successors need not be explored.
  Stop,    ///< Nothing more matters.
};

/// Explores the reachable states breadth first and tells a visitor about them:
///
///   Visit expanded(unsigned worker, StateId s, const uint64_t *vector, const SuccessorBuffer &successors, size_t
///   first)
///     after the successors of s were generated (from position `first` on), in action order;
///   void transition(unsigned worker, Action action, StateId target)
///     in order for every successor (ErrorState for ERROR), somewhat later: before the next level begins;
///   bool levelDone()
///     when all states of a level have been expanded; false stops the search. No thread works meanwhile.
///
/// With one job, states are numbered in the order of the search, and expanded in this order.
template <typename Store> class Explorer {
public:
  static constexpr unsigned Words = Store::VectorWords;
  /// Reads states from the store. Each thread needs its own.
  using Reader = typename Store::Worker;

  Explorer(const Product &source, const Budget &limits, unsigned jobCount)
      : product(source), budget(limits), states(source.words(), jobCount) {
    for (unsigned k = 0; k < jobCount; ++k)
      workers.emplace_back(*this, k);
    bounds.assign(jobCount, 0);
  }

  template <typename Visitor> Budget::Limit run(Visitor &visitor);

  Store &store() { return states; }
  const Product &theProduct() const { return product; }
  unsigned jobs() const { return workers.size(); }
  /// Number of levels begun, and the states of one.
  size_t levelCount() const { return bounds.size() / jobs() - 1; }
  size_t levelSize(size_t level) const {
    size_t total = 0;
    for (unsigned k = 0; k < jobs(); ++k)
      total += levelEnd(level, k) - levelBegin(level, k);
    return total;
  }
  /// Of the levels that were completed where the visitor ended the search, of all that was done otherwise.
  SearchStatistics statistics() const;

  /// Calls `body(worker, s)` for every state of a level, from several threads if the level is large.
  template <typename Body> void forEachOfLevel(size_t level, Body body);

private:
  /// Successors wait for this many others before they are looked up, so that memory is read ahead.
  static constexpr size_t BatchSize = 128;
  static constexpr size_t CheckInterval = 4096;
  /// Smaller levels are left to one thread.
  static constexpr size_t LevelForMany = 512;

  struct alignas(64) Worker {
    Worker(Explorer &explorer, unsigned ownNumber)
        : number(ownNumber), expander(explorer.product), buffer(explorer.product.words()),
          states(explorer.states, ownNumber) {}

    unsigned number;
    Expander<Words> expander;
    SuccessorBuffer buffer;
    typename Store::Worker states;
    size_t staged = 0; ///< So many successors in the buffer are prepared for insertion.
    bool mustFlush = false;
    unsigned owner = 0; ///< The block being worked on: positions in the arena of `owner`.
    size_t next = 0, blockEnd = 0;
    uint64_t transitions = 0;
    uint64_t expansions = 0;
  };
  enum class Phase { Level, Grow, Done };

  size_t levelBegin(size_t level, unsigned worker) const { return bounds[level * jobs() + worker]; }
  size_t levelEnd(size_t level, unsigned worker) const { return levelBegin(level + 1, worker); }
  uint64_t transitionCount() const {
    uint64_t total = 0;
    for (const Worker &w : workers)
      total += w.transitions;
    return total;
  }
  void beginLevel();
  bool takeBlock(Worker &w);
  void halt(Budget::Limit why) {
    limit = why;
    stopped.store(true, std::memory_order_relaxed);
  }
  bool raise(Room room) {
    if (room == Room::OutOfMemory)
      halt(Budget::Limit::Memory);
    else
      stopped.store(true, std::memory_order_relaxed);
    return false;
  }
  template <typename Visitor> bool settle(Worker &w, Visitor &visitor);
  bool insertInitial();
  template <typename Visitor> void work(Worker &w, Visitor &visitor);
  template <typename Visitor> Phase supervise(Visitor &visitor);
  template <typename Visitor> void runThread(Worker &w, Visitor &visitor, std::barrier<> &barrier);
  void growAlone() {
    for (unsigned k = 0; k < jobs() && limit == Budget::Limit::None; ++k)
      growShare(k);
  }
  void growShare(unsigned worker) {
    if (!states.growShare(worker, budget))
      halt(budget.exceeded());
  }

  const Product &product;
  const Budget &budget;
  mutable Store states;
  std::deque<Worker> workers;
  /// Positions in the arenas, one for each worker: where each level begins, and where the last one ends.
  std::vector<size_t> bounds;
  size_t levelTotal = 0, blockSize = 1;
  alignas(64) std::atomic<size_t> cursor{0}; ///< How much of the level has been taken.
  alignas(64) std::atomic<bool> stopped{false};
  std::atomic<Budget::Limit> limit{Budget::Limit::None};
  bool endedByVisitor = false;
  uint64_t statesBefore = 0, transitionsBefore = 0; ///< When the level began.
  Phase phase = Phase::Level;
};

template <typename Store> SearchStatistics Explorer<Store>::statistics() const {
  SearchStatistics result;
  result.states = endedByVisitor ? statesBefore : states.states().size();
  result.transitions = endedByVisitor ? transitionsBefore : transitionCount();
  result.depth = levelCount() == 0 ? 0 : levelCount() - 1;
  result.storageBytes = states.bytes() + bounds.capacity() * sizeof(size_t);
  result.tableLoad = states.states().load();
  return result;
}

template <typename Store> void Explorer<Store>::beginLevel() {
  for (unsigned k = 0; k < jobs(); ++k)
    bounds.push_back(states.states().size(k));
  levelTotal = levelSize(levelCount() - 1);
  statesBefore = states.states().size();
  transitionsBefore = transitionCount();
  blockSize = jobs() == 1 ? levelTotal : std::clamp<size_t>(levelTotal / (jobs() * 8), 64, 4096);
  cursor.store(0, std::memory_order_relaxed);
}

/// The next piece of the level that nobody has; a piece lies in one arena.
template <typename Store> bool Explorer<Store>::takeBlock(Worker &w) {
  size_t level = levelCount() - 1;
  for (size_t begin = cursor.load(std::memory_order_relaxed); begin < levelTotal;) {
    size_t passed = 0;
    unsigned owner = 0;
    for (; begin >= passed + levelEnd(level, owner) - levelBegin(level, owner); ++owner)
      passed += levelEnd(level, owner) - levelBegin(level, owner);
    size_t first = levelBegin(level, owner) + begin - passed;
    size_t last = std::min(first + blockSize, levelEnd(level, owner));
    if (!cursor.compare_exchange_weak(begin, begin + last - first, std::memory_order_relaxed))
      continue;
    w.owner = owner;
    w.next = first;
    w.blockEnd = last;
    return true;
  }
  return false;
}

/// Inserts what is due; false if that has to wait for growth, or for ever.
template <typename Store> template <typename Visitor> bool Explorer<Store>::settle(Worker &w, Visitor &visitor) {
  if (w.staged != w.buffer.size()) {
    if (Room room = w.states.stage(w.buffer, w.staged, budget); room != Room::Enough)
      return raise(room);
    w.staged = w.buffer.size();
  }
  if (w.buffer.size() < BatchSize && !w.mustFlush)
    return true;
  Room room = w.states.flush(w.buffer, budget,
                             [&](Action action, StateId target) { visitor.transition(w.number, action, target); });
  if (room != Room::Enough)
    return raise(room);
  w.staged = 0;
  w.mustFlush = false;
  return true;
}

/// Works on the level until nothing of it is left or all threads have to stop; can be called again.
template <typename Store> template <typename Visitor> void Explorer<Store>::work(Worker &w, Visitor &visitor) {
  while (settle(w, visitor) && !stopped.load(std::memory_order_relaxed)) {
    if (w.next == w.blockEnd && !takeBlock(w)) {
      w.mustFlush = true;
      settle(w, visitor);
      return;
    }
    if (w.number == 0 && w.expansions++ % CheckInterval == 0) {
      budget.progress({states.states().size(), w.transitions * jobs(), levelCount() - 1});
      if (Budget::Limit reached = budget.exceeded(); reached != Budget::Limit::None)
        return halt(reached);
    }
    StateId s = states.states().state(w.owner, w.next++);
    const uint64_t *vector = w.states.load(s);
    size_t first = w.buffer.size();
    w.transitions += w.expander.expand(vector, w.buffer);
    switch (visitor.expanded(w.number, s, vector, w.buffer, first)) {
    case Visit::Continue:
      break;
    case Visit::Discard:
      w.buffer.truncate(first);
      break;
    case Visit::Stop:
      endedByVisitor = true;
      return halt(Budget::Limit::None);
    }
  }
}

/// What to do next, when all threads wait; small levels are done here.
template <typename Store>
template <typename Visitor>
typename Explorer<Store>::Phase Explorer<Store>::supervise(Visitor &visitor) {
  for (;;) {
    if (limit != Budget::Limit::None || endedByVisitor)
      return Phase::Done;
    if (stopped.load(std::memory_order_relaxed)) {
      stopped.store(false, std::memory_order_relaxed);
      if (!states.beginGrowth(budget)) {
        halt(Budget::Limit::Memory);
        return Phase::Done;
      }
      return Phase::Grow;
    }
    bool isDone = cursor.load(std::memory_order_relaxed) >= levelTotal;
    for (const Worker &w : workers)
      isDone &= w.buffer.size() == 0 && w.next == w.blockEnd;
    if (!isDone)
      return Phase::Level; // Growth has interrupted it.
    if (!visitor.levelDone()) {
      endedByVisitor = true;
      return Phase::Done;
    }
    if (states.states().size() == statesBefore)
      return Phase::Done;
    beginLevel();
    if (jobs() == 1 || levelTotal >= LevelForMany)
      return Phase::Level;
    work(workers.front(), visitor);
    while (stopped.load(std::memory_order_relaxed) && limit == Budget::Limit::None && !endedByVisitor) {
      stopped.store(false, std::memory_order_relaxed);
      if (!states.beginGrowth(budget))
        halt(Budget::Limit::Memory);
      else
        growAlone();
      if (limit == Budget::Limit::None)
        work(workers.front(), visitor);
    }
  }
}

template <typename Store>
template <typename Visitor>
void Explorer<Store>::runThread(Worker &w, Visitor &visitor, std::barrier<> &barrier) {
  for (;;) {
    if (w.number == 0)
      phase = supervise(visitor);
    barrier.arrive_and_wait();
    switch (phase) {
    case Phase::Level:
      work(w, visitor);
      break;
    case Phase::Grow:
      growShare(w.number);
      break;
    case Phase::Done:
      return;
    }
    barrier.arrive_and_wait();
  }
}

template <typename Store> bool Explorer<Store>::insertInitial() {
  struct Ignore {
    void transition(unsigned, Action, StateId) {}
  } ignore;
  Worker &w = workers.front();
  w.buffer.reserve(1);
  std::vector<uint64_t> initial = product.initial();
  std::copy(initial.begin(), initial.end(), w.buffer.append(TauAction));
  w.mustFlush = true;
  return settle(w, ignore);
}

template <typename Store> template <typename Visitor> Budget::Limit Explorer<Store>::run(Visitor &visitor) {
  if (!insertInitial())
    return Budget::Limit::Memory;
  beginLevel();
  std::barrier<> barrier(jobs());
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < jobs(); ++k)
    threads.emplace_back([&, k] { runThread(workers[k], visitor, barrier); });
  runThread(workers.front(), visitor, barrier);
  for (std::thread &thread : threads)
    thread.join();
  return limit;
}

template <typename Store> template <typename Body> void Explorer<Store>::forEachOfLevel(size_t level, Body body) {
  std::atomic<size_t> taken{0};
  size_t total = levelSize(level);
  auto run = [&](unsigned worker) {
    constexpr size_t Block = 256;
    for (size_t begin; (begin = taken.fetch_add(Block, std::memory_order_relaxed)) < total;) {
      size_t passed = 0;
      for (unsigned owner = 0; owner < jobs(); ++owner) {
        size_t size = levelEnd(level, owner) - levelBegin(level, owner);
        size_t from = std::max(begin, passed), to = std::min({begin + Block, total, passed + size});
        for (size_t i = from; i < to; ++i)
          body(worker, states.states().state(owner, levelBegin(level, owner) + i - passed));
        passed += size;
      }
    }
  };
  if (total < LevelForMany || jobs() == 1)
    return run(0);
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < jobs(); ++k)
    threads.emplace_back(run, k);
  run(0);
  for (std::thread &thread : threads)
    thread.join();
}

/// How an exploration is carried out; what it finds does not depend on it.
struct ExplorerOptions {
  unsigned jobs = 1;
  bool compress = true;
};

/// From this length on, in words, vectors are compressed: shorter ones have too little in common to pay for it.
constexpr unsigned CompressFrom = 5;

/// Calls `body` with an explorer of the product: its kind of store depends on the length of the vectors.
template <typename Body>
auto withExplorer(const Product &product, const Budget &budget, const ExplorerOptions &options, Body body) {
  if (product.words() == 1) {
    Explorer<PlainStore<1>> explorer(product, budget, options.jobs);
    return body(explorer);
  }
  if (options.compress && product.words() >= CompressFrom) {
    Explorer<TreeStore> explorer(product, budget, options.jobs);
    return body(explorer);
  }
  Explorer<PlainStore<0>> explorer(product, budget, options.jobs);
  return body(explorer);
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_EXPLORER_H
