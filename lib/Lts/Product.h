//===- Product.h - A network prepared for exploration ----------*- C++ -*-===//
//
// A state of the product is a vector of component states, packed into 64-bit words
// with the least number of bits for each component. Which actions a state can do is
// found for all actions at once: every component state has a bit set over the actions of the
// network (actions outside the component's alphabet are set), and the
// enabled actions are the intersection. Bits are visited in order, so successors come out
// in action order without sorting. Where alphabets are so large that the sets would be mostly
// empty, the actions that components offer are gathered from their rows, sorted and counted instead.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_PRODUCT_H
#define TENON_LIB_LTS_PRODUCT_H

#include "tenon/Lts/Compose.h"

#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tenon::detail {

/// Successors of one or more states, in the order they were generated.
class SuccessorBuffer {
public:
  /// Marks the action of a move to ERROR; its vector is meaningless.
  static constexpr uint32_t ErrorFlag = uint32_t(1) << 31;

  explicit SuccessorBuffer(unsigned words) : words(words) {}

  size_t size() const { return count; }
  void clear() { count = 0; }
  uint64_t *vector(size_t i) { return vectors.data() + i * words; }
  Action action(size_t i) const { return actions[i] & ~ErrorFlag; }
  bool isError(size_t i) const { return actions[i] & ErrorFlag; }

  /// Makes room for `more` successors; the next append()s up to that many do not check.
  void reserve(size_t more) {
    if (count + more > actions.size()) {
      actions.resize((count + more) * 2);
      vectors.resize(actions.size() * words);
    }
  }
  /// The vector to fill in.
  uint64_t *append(uint32_t flaggedAction) {
    actions[count] = flaggedAction;
    return vectors.data() + count++ * words;
  }
  void dropLast() { --count; }
  /// Keeps the first n.
  void truncate(size_t n) { count = n; }
  /// Puts successor `from` in the place of `to`, which comes before it.
  void move(size_t to, size_t from) {
    actions[to] = actions[from];
    std::copy_n(vectors.data() + from * words, words, vectors.data() + to * words);
  }
  void markError(size_t i) { actions[i] |= ErrorFlag; }

private:
  unsigned words;
  size_t count = 0;
  std::vector<uint64_t> vectors;
  std::vector<uint32_t> actions;
};

/// The immutable tables for one network. The network must outlive it.
class Product {
public:
  explicit Product(const Network &source);

  const Network &network() const { return net; }
  /// All labels of all components, before hiding.
  const Alphabet &alphabet() const { return actions; }
  /// Number of 64-bit words of a state vector; at least 1.
  unsigned words() const { return wordCount; }
  std::vector<uint64_t> initial() const { return std::vector<uint64_t>(wordCount, 0); }
  /// The observer counts as the last component.
  StateId componentState(const uint64_t *vector, size_t component) const {
    const Field &f = fields[component];
    return static_cast<StateId>((vector[f.word] >> f.shift) & f.mask);
  }
  void setComponentState(uint64_t *vector, size_t component, StateId s) const {
    const Field &f = fields[component];
    vector[f.word] = (vector[f.word] & ~(f.mask << f.shift)) | uint64_t(s) << f.shift;
  }
  StateId observerState(const uint64_t *vector) const { return componentState(vector, net.components.size()); }
  /// Whether a state without successors is successful termination.
  bool isEnd(const uint64_t *vector) const;
  /// Whether a trace (tau counted as a label) leads to at most one state.
  bool isDeterministic() const { return deterministic; }
  /// Whether some component or the observer has a transition to ERROR.
  bool hasError() const { return error; }
  /// The label of an action after hiding.
  LabelId visible(Action action) const;

  /// The components that move when `action` leads from one state to another (`to` null: to ERROR).
  llvm::SmallVector<uint32_t, 2> movers(const uint64_t *from, Action action, const uint64_t *to) const;
  /// The first component that can move to ERROR by `action`, or else the observer.
  std::optional<uint32_t> culprit(const uint64_t *from, Action action) const;

private:
  template <unsigned Words> friend class Expander;

  /// Where a component's state lies in the vector.
  struct Field {
    uint32_t word = 0;
    uint32_t shift = 0;
    uint64_t mask = 0;
    unsigned bits = 0;
  };
  /// A component's part in an action. `delta[s]` is s ^ target, or Special.
  struct Participant {
    const uint32_t *delta;
    Field field;
    uint32_t component;
    Action local;
  };
  /// A run of neighboring fields whose joint value selects a row of bit sets.
  struct Slice {
    Field field;
    uint32_t firstWord = 0;
    uint32_t rowWords = 0;
    std::vector<uint64_t> rows;
  };
  /// A component too large for tables: its offered actions are collected from its row.
  struct SparseComponent {
    uint32_t component;
    uint32_t firstWord;
    std::vector<uint64_t> foreign; ///< The actions outside its alphabet.
  };
  /// The observer's moves. `delta[local[action] * states + q]` is q ^ target, Special or Blocked.
  struct Watcher {
    const Lts *lts;
    Field field;
    std::vector<Action> local;
    std::vector<uint32_t> delta;
    bool isDeterministic = true;
  };
  /// No unique non-ERROR target: the row must be read. All smaller values are differences of two state numbers.
  static constexpr uint32_t Special = uint32_t(1) << 31;
  static constexpr uint32_t Blocked = Special + 1;
  static constexpr size_t MaxTableEntries = size_t(1) << 22;
  static constexpr unsigned MaxSliceBits = 8;

  void layOutFields();
  void buildActions();
  void buildDeltas();
  bool prefersGathering() const;
  void buildEnabledSets();
  Slice enabledSetsOf(uint32_t component) const;
  void addSlice(Slice slice);
  void buildPriority();
  void buildWatcher();
  void analyze();
  uint32_t deltaOf(const Participant &p, StateId s) const;

  const Network &net;
  Alphabet actions;
  unsigned wordCount = 1;
  unsigned setWords = 1; ///< Words of a bit set over actions; bit 0 (tau) is never set.
  std::vector<Field> fields;
  std::vector<std::vector<Action>> globalAction; ///< Per component and local action.
  std::vector<uint32_t> participantStart;        ///< Per action.
  std::vector<Participant> participants;
  std::vector<std::vector<uint32_t>> deltas;
  std::vector<uint64_t> commonSet; ///< What all one-state components offer.
  std::vector<Slice> slices;
  std::vector<SparseComponent> sparse;
  std::vector<uint32_t> withTau; ///< Components that have silent steps.
  std::vector<uint64_t> lowSet;  ///< Empty without priority.
  bool tauIsLow = false;
  std::optional<Watcher> watcher;
  bool deterministic = true;
  bool error = false;
  bool canTerminate = false;
  bool gathers = false; ///< Enabled actions are gathered from rows; there are no bit sets but lowSet.
};

/// Generates successors. Words is the length of the vector, 0 if not known at compile time. One per thread.
template <unsigned Words> class Expander {
public:
  explicit Expander(const Product &source)
      : product(source), room(source.setWords + 2 * CacheLineWords),
        enabled(room.data() + CacheLineWords, source.setWords) {}

  /// Appends the successors of `state`, without duplicates, in action order; returns how many there are.
  size_t expand(const uint64_t *state, SuccessorBuffer &out);

private:
  unsigned words() const { return Words ? Words : product.wordCount; }
  void computeEnabled(const uint64_t *state);
  void gatherEnabled(const uint64_t *state);
  void expandEnabled(const uint64_t *state, SuccessorBuffer &out);
  void expandGathered(const uint64_t *state, SuccessorBuffer &out);
  void observe(const uint64_t *state, size_t first, SuccessorBuffer &out);
  void observeChoices(const uint64_t *state, size_t first, SuccessorBuffer &out);
  bool hasTauStep(const uint64_t *state) const;
  void emitTau(const uint64_t *state, SuccessorBuffer &out);
  void emit(const uint64_t *state, Action action, SuccessorBuffer &out);
  void emitChoices(const uint64_t *state, Action action, SuccessorBuffer &out);
  uint64_t *append(const uint64_t *state, uint32_t flaggedAction, SuccessorBuffer &out) {
    uint64_t *vector = out.append(flaggedAction);
    for (unsigned w = 0; w < words(); ++w)
      vector[w] = state[w];
    return vector;
  }
  static StateId read(const uint64_t *state, const Product::Field &f) {
    return static_cast<StateId>((state[Words == 1 ? 0 : f.word] >> f.shift) & f.mask);
  }

  const Product &product;
  /// Written for every state: no other thread's data may lie on its cache lines.
  static constexpr size_t CacheLineWords = 8;
  std::vector<uint64_t> room;
  llvm::MutableArrayRef<uint64_t> enabled;
  std::vector<Action> gathered;
};

template <unsigned Words> inline void Expander<Words>::computeEnabled(const uint64_t *state) {
  std::copy(product.commonSet.begin(), product.commonSet.end(), enabled.begin());
  for (const Product::Slice &slice : product.slices) {
    const uint64_t *row = slice.rows.data() + read(state, slice.field) * size_t(slice.rowWords);
    uint64_t *target = enabled.data() + slice.firstWord;
    for (uint32_t w = 0; w < slice.rowWords; ++w)
      target[w] &= row[w];
  }
  for (const Product::SparseComponent &c : product.sparse) {
    llvm::SmallVector<uint64_t, 8> offered(c.foreign.begin(), c.foreign.end());
    const std::vector<Action> &global = product.globalAction[c.component];
    for (const Transition &t :
         product.net.components[c.component].lts->successors(read(state, product.fields[c.component])))
      if (t.action != TauAction)
        offered[global[t.action] / 64 - c.firstWord] |= uint64_t(1) << (global[t.action] % 64);
    for (size_t w = 0; w < offered.size(); ++w)
      enabled[c.firstWord + w] &= offered[w];
  }
}

template <unsigned Words> bool Expander<Words>::hasTauStep(const uint64_t *state) const {
  for (uint32_t c : product.withTau)
    if (!product.net.components[c].lts->successors(read(state, product.fields[c]), TauAction).empty())
      return true;
  return false;
}

template <unsigned Words> void Expander<Words>::emitTau(const uint64_t *state, SuccessorBuffer &out) {
  bool toError = false, toSelf = false;
  for (uint32_t c : product.withTau) {
    const Product::Field &f = product.fields[c];
    StateId s = read(state, f);
    llvm::ArrayRef<Transition> row = product.net.components[c].lts->successors(s, TauAction);
    out.reserve(row.size() + 2);
    for (const Transition &t : row) {
      if (t.target == ErrorState)
        toError = true;
      else if (t.target == s)
        toSelf = true;
      else
        append(state, TauAction, out)[f.word] ^= uint64_t(s ^ t.target) << f.shift;
    }
  }
  if (toSelf)
    append(state, TauAction, out);
  if (toError)
    append(state, TauAction | SuccessorBuffer::ErrorFlag, out);
}

template <unsigned Words>
inline void Expander<Words>::emit(const uint64_t *state, Action action, SuccessorBuffer &out) {
  const Product::Participant *p = product.participants.data() + product.participantStart[action];
  const Product::Participant *last = product.participants.data() + product.participantStart[action + 1];
  uint64_t *vector = append(state, action, out);
  for (; p != last; ++p) {
    StateId s = read(state, p->field);
    uint32_t delta = p->delta ? p->delta[s] : product.deltaOf(*p, s);
    if (delta >= Product::Special) [[unlikely]] {
      out.dropLast();
      emitChoices(state, action, out);
      return;
    }
    vector[Words == 1 ? 0 : p->field.word] ^= uint64_t(delta) << p->field.shift;
  }
}

/// The product of the participants' choices; a choice of ERROR makes the whole ERROR.
template <unsigned Words>
void Expander<Words>::emitChoices(const uint64_t *state, Action action, SuccessorBuffer &out) {
  bool toError = false;
  std::vector<uint64_t> choices(state, state + words());
  size_t count = 1;
  for (uint32_t i = product.participantStart[action]; i != product.participantStart[action + 1]; ++i) {
    const Product::Participant &p = product.participants[i];
    StateId s = read(state, p.field);
    std::vector<uint64_t> next;
    for (size_t k = 0; k < count; ++k)
      for (const Transition &t : product.net.components[p.component].lts->successors(s, p.local)) {
        if (t.target == ErrorState)
          continue;
        next.insert(next.end(), choices.begin() + k * words(), choices.begin() + (k + 1) * words());
        next[next.size() - words() + p.field.word] ^= uint64_t(s ^ t.target) << p.field.shift;
      }
    llvm::ArrayRef<Transition> row = product.net.components[p.component].lts->successors(s, p.local);
    toError |= row.back().target == ErrorState;
    choices = std::move(next);
    count = choices.size() / words();
  }
  // Room for these and for the rest of the word of actions that expand() is at.
  out.reserve(count + 1 + 64);
  for (size_t k = 0; k < count; ++k)
    append(choices.data() + k * words(), action, out);
  if (toError)
    append(state, action | SuccessorBuffer::ErrorFlag, out);
}

/// An action is enabled if every component that takes part offers it.
template <unsigned Words> void Expander<Words>::gatherEnabled(const uint64_t *state) {
  gathered.clear();
  for (uint32_t c = 0; c < product.fields.size(); ++c) {
    const std::vector<Action> &global = product.globalAction[c];
    Action last = TauAction; // Silent steps come first in a row and are not gathered.
    for (const Transition &t : product.net.components[c].lts->successors(read(state, product.fields[c]))) {
      if (t.action != last)
        gathered.push_back(global[t.action]);
      last = t.action;
    }
  }
  std::sort(gathered.begin(), gathered.end());
  size_t kept = 0;
  for (size_t i = 0, next; i < gathered.size(); i = next) {
    Action action = gathered[i];
    for (next = i + 1; next < gathered.size() && gathered[next] == action;)
      ++next;
    if (next - i == product.participantStart[action + 1] - product.participantStart[action])
      gathered[kept++] = action;
  }
  gathered.resize(kept);
}

template <unsigned Words> void Expander<Words>::expandGathered(const uint64_t *state, SuccessorBuffer &out) {
  gatherEnabled(state);
  bool allowTau = !product.withTau.empty();
  if (!product.lowSet.empty()) {
    auto isLow = [&](Action action) { return product.lowSet[action / 64] >> (action % 64) & 1; };
    bool hasHigh =
        (allowTau && !product.tauIsLow && hasTauStep(state)) || !std::all_of(gathered.begin(), gathered.end(), isLow);
    if (hasHigh) {
      allowTau &= !product.tauIsLow;
      std::erase_if(gathered, isLow);
    }
  }
  if (allowTau)
    emitTau(state, out);
  for (Action action : gathered) {
    out.reserve(1);
    emit(state, action, out);
  }
}

/// Lets the observer take part in the steps from `first` on.
template <unsigned Words> void Expander<Words>::observe(const uint64_t *state, size_t first, SuccessorBuffer &out) {
  const Product::Watcher &watcher = *product.watcher;
  if (out.size() == first && product.net.observer->stutters) {
    out.reserve(1);
    append(state, TauAction, out);
  }
  if (!watcher.isDeterministic)
    return observeChoices(state, first, out);
  size_t states = watcher.lts->stateCount(), kept = first;
  StateId q = read(state, watcher.field);
  for (size_t i = first; i < out.size(); ++i) {
    uint32_t delta = out.isError(i) ? 0 : watcher.delta[watcher.local[out.action(i)] * states + q];
    if (delta == Product::Blocked)
      continue;
    if (kept != i)
      out.move(kept, i);
    if (delta == Product::Special)
      out.markError(kept);
    else
      out.vector(kept)[Words == 1 ? 0 : watcher.field.word] ^= uint64_t(delta) << watcher.field.shift;
    ++kept;
  }
  out.truncate(kept);
}

template <unsigned Words>
void Expander<Words>::observeChoices(const uint64_t *state, size_t first, SuccessorBuffer &out) {
  const Product::Watcher &watcher = *product.watcher;
  StateId q = read(state, watcher.field);
  SuccessorBuffer steps(words());
  for (size_t i = first; i < out.size(); ++i) {
    steps.reserve(1);
    std::copy_n(out.vector(i), words(),
                steps.append(out.action(i) | (out.isError(i) ? SuccessorBuffer::ErrorFlag : 0)));
  }
  out.truncate(first);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps.isError(i)) {
      append(state, steps.action(i) | SuccessorBuffer::ErrorFlag, out);
      continue;
    }
    llvm::ArrayRef<Transition> row = watcher.lts->successors(q, watcher.local[steps.action(i)]);
    out.reserve(row.size() + steps.size() - i);
    for (const Transition &t : row) {
      bool isError = t.target == ErrorState;
      uint64_t *vector = append(steps.vector(i), steps.action(i) | (isError ? SuccessorBuffer::ErrorFlag : 0), out);
      if (!isError)
        vector[watcher.field.word] ^= uint64_t(q ^ t.target) << watcher.field.shift;
    }
  }
}

template <unsigned Words> inline size_t Expander<Words>::expand(const uint64_t *state, SuccessorBuffer &out) {
  size_t before = out.size();
  if (product.gathers) [[unlikely]]
    expandGathered(state, out);
  else
    expandEnabled(state, out);
  if (product.watcher)
    observe(state, before, out);
  return out.size() - before;
}

template <unsigned Words> inline void Expander<Words>::expandEnabled(const uint64_t *state, SuccessorBuffer &out) {
  computeEnabled(state);
  bool allowTau = !product.withTau.empty();
  if (!product.lowSet.empty()) {
    bool hasHigh = allowTau && !product.tauIsLow && hasTauStep(state);
    for (unsigned w = 0; w < product.setWords && !hasHigh; ++w)
      hasHigh = enabled[w] & ~product.lowSet[w];
    if (hasHigh) {
      allowTau &= !product.tauIsLow;
      for (unsigned w = 0; w < product.setWords; ++w)
        enabled[w] &= ~product.lowSet[w];
    }
  }
  if (allowTau)
    emitTau(state, out);
  for (unsigned w = 0; w < product.setWords; ++w) {
    uint64_t bits = enabled[w];
    if (!bits)
      continue;
    out.reserve(64);
    for (; bits; bits &= bits - 1)
      emit(state, static_cast<Action>(w * 64 + llvm::countr_zero(bits)), out);
  }
}

/// Calls `body` with the length of the product's vectors as a compile-time constant where that is worth it.
template <typename Body> auto withWords(const Product &product, Body body) {
  if (product.words() == 1)
    return body(std::integral_constant<unsigned, 1>());
  return body(std::integral_constant<unsigned, 0>());
}

} // namespace tenon::detail

#endif // TENON_LIB_LTS_PRODUCT_H
