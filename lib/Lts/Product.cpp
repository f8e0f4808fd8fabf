//===- Product.cpp - A network prepared for exploration -------------------===//

#include "Product.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace tenon::detail {

Product::Product(const Network &source) : net(source) {
  layOutFields();
  buildActions();
  buildDeltas();
  buildEnabledSets();
  buildPriority();
  buildWatcher();
  analyze();
}

/// First fit, so that a field never crosses words.
void Product::layOutFields() {
  llvm::SmallVector<unsigned, 4> usedBits{0};
  llvm::SmallVector<const Lts *, 16> parts;
  for (const Component &c : net.components)
    parts.push_back(c.lts.get());
  if (net.observer)
    parts.push_back(net.observer->lts.get());
  for (const Lts *lts : parts) {
    assert(lts->stateCount() < Special && "a component has at most 2^31 - 1 states");
    Field f;
    f.bits = 32 - llvm::countl_zero(lts->stateCount() - 1);
    f.mask = (uint64_t(1) << f.bits) - 1;
    f.word = llvm::find_if(usedBits, [&](unsigned used) { return used + f.bits <= 64; }) - usedBits.begin();
    if (f.word == usedBits.size())
      usedBits.push_back(0);
    f.shift = f.bits == 0 ? 0 : usedBits[f.word];
    usedBits[f.word] += f.bits;
    fields.push_back(f);
  }
  wordCount = usedBits.size();
}

void Product::buildActions() {
  std::vector<LabelId> labels;
  for (const Component &c : net.components) {
    assert(c.lts->alphabet().empty() || c.lts->alphabet().table() == net.table);
    std::vector<LabelId> own = c.lts->alphabet().labels();
    labels.insert(labels.end(), own.begin(), own.end());
  }
  actions = Alphabet(net.table, std::move(labels));
  setWords = actions.size() / 64 + 1;

  participantStart.assign(actions.size() + size_t(2), 0);
  for (const Component &c : net.components) {
    std::vector<Action> &global = globalAction.emplace_back(c.lts->alphabet().size() + size_t(1));
    for (Action a = 1; a < global.size(); ++a) {
      global[a] = *actions.find(c.lts->alphabet().label(a));
      ++participantStart[global[a] + 1];
    }
  }
  for (size_t a = 1; a < participantStart.size(); ++a)
    participantStart[a] += participantStart[a - 1];
  participants.resize(participantStart.back());
  std::vector<uint32_t> fill(participantStart.begin(), participantStart.end() - 1);
  for (uint32_t c = 0; c < net.components.size(); ++c)
    for (Action a = 1; a < globalAction[c].size(); ++a)
      participants[fill[globalAction[c][a]]++] = {nullptr, fields[c], c, a};
}

void Product::buildDeltas() {
  deltas.resize(net.components.size());
  for (auto [c, component] : llvm::enumerate(net.components)) {
    const Lts &lts = *component.lts;
    size_t n = lts.stateCount();
    if (n * lts.alphabet().size() > MaxTableEntries)
      continue;
    deltas[c].assign(n * lts.alphabet().size(), Special);
    for (StateId s = 0; s < n; ++s) {
      llvm::ArrayRef<Transition> row = lts.successors(s);
      for (size_t i = 0; i < row.size(); ++i) {
        Action a = row[i].action;
        bool isOnly = (i == 0 || row[i - 1].action != a) && (i + 1 == row.size() || row[i + 1].action != a);
        if (a != TauAction && isOnly && row[i].target != ErrorState)
          deltas[c][(a - 1) * n + s] = s ^ row[i].target;
      }
    }
  }
  for (Participant &p : participants)
    if (!deltas[p.component].empty())
      p.delta = deltas[p.component].data() + (p.local - 1) * size_t(net.components[p.component].lts->stateCount());
}

uint32_t Product::deltaOf(const Participant &p, StateId s) const {
  llvm::ArrayRef<Transition> row = net.components[p.component].lts->successors(s, p.local);
  return row.size() == 1 && row[0].target != ErrorState ? s ^ row[0].target : Special;
}

/// A bit set over all actions with those outside a component's alphabet; the words from `firstWord` to the last that
/// matters.
static std::vector<uint64_t> foreignActions(const std::vector<Action> &global, uint32_t &firstWord) {
  firstWord = global[1] / 64;
  std::vector<uint64_t> set(global.back() / 64 - firstWord + 1, ~uint64_t(0));
  for (size_t a = 1; a < global.size(); ++a)
    set[global[a] / 64 - firstWord] &= ~(uint64_t(1) << (global[a] % 64));
  return set;
}

Product::Slice Product::enabledSetsOf(uint32_t component) const {
  const Lts &lts = *net.components[component].lts;
  const std::vector<Action> &global = globalAction[component];
  Slice slice;
  slice.field = fields[component];
  std::vector<uint64_t> foreign = foreignActions(global, slice.firstWord);
  slice.rowWords = foreign.size();
  slice.rows.reserve(size_t(lts.stateCount()) * foreign.size());
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    size_t row = slice.rows.size();
    slice.rows.insert(slice.rows.end(), foreign.begin(), foreign.end());
    for (const Transition &t : lts.successors(s))
      if (t.action != TauAction)
        slice.rows[row + global[t.action] / 64 - slice.firstWord] |= uint64_t(1) << (global[t.action] % 64);
  }
  return slice;
}

/// Appends a slice or joins it with the one before: fewer look-ups for each state.
void Product::addSlice(Slice slice) {
  if (!slices.empty()) {
    const Slice &last = slices.back();
    uint32_t firstWord = std::min(last.firstWord, slice.firstWord);
    uint32_t endWord = std::max(last.firstWord + last.rowWords, slice.firstWord + slice.rowWords);
    bool isAdjacent = last.field.word == slice.field.word && last.field.shift + last.field.bits == slice.field.shift;
    if (isAdjacent && last.field.bits + slice.field.bits <= MaxSliceBits &&
        endWord - firstWord <= last.rowWords + slice.rowWords) {
      Slice joint;
      joint.field = last.field;
      joint.field.bits += slice.field.bits;
      joint.field.mask = (uint64_t(1) << joint.field.bits) - 1;
      joint.firstWord = firstWord;
      joint.rowWords = endWord - firstWord;
      joint.rows.assign((size_t(1) << joint.field.bits) * joint.rowWords, ~uint64_t(0));
      auto intersect = [&](size_t row, const Slice &part, size_t partRow) {
        for (uint32_t w = 0; w < part.rowWords; ++w)
          joint.rows[row * joint.rowWords + part.firstWord - firstWord + w] &= part.rows[partRow * part.rowWords + w];
      };
      size_t lowRows = last.rows.size() / last.rowWords, highRows = slice.rows.size() / slice.rowWords;
      for (size_t high = 0; high < highRows; ++high)
        for (size_t low = 0; low < lowRows; ++low) {
          intersect(high << last.field.bits | low, last, low);
          intersect(high << last.field.bits | low, slice, high);
        }
      slices.back() = std::move(joint);
      return;
    }
  }
  slices.push_back(std::move(slice));
}

/// Whether the bit sets of a state would take far more words than its components have transitions.
bool Product::prefersGathering() const {
  size_t words = setWords;
  double offers = 0;
  for (uint32_t c = 0; c < net.components.size(); ++c) {
    const std::vector<Action> &global = globalAction[c];
    words += global.size() == 1 ? 0 : global.back() / 64 - global[1] / 64 + 1;
    offers += static_cast<double>(net.components[c].lts->transitionCount()) / net.components[c].lts->stateCount();
  }
  return words > 64 && static_cast<double>(words) > 8 * offers;
}

void Product::buildEnabledSets() {
  gathers = prefersGathering();
  if (gathers)
    return;
  commonSet.assign(setWords, ~uint64_t(0));
  commonSet.front() &= ~uint64_t(1);
  if (unsigned used = (actions.size() + 1) % 64; used != 0)
    commonSet.back() &= (uint64_t(1) << used) - 1;
  for (uint32_t c = 0; c < net.components.size(); ++c) {
    const std::vector<Action> &global = globalAction[c];
    if (global.size() == 1)
      continue;
    size_t rowWords = global.back() / 64 - global[1] / 64 + 1;
    if (rowWords * net.components[c].lts->stateCount() > MaxTableEntries) {
      SparseComponent large{c, 0, {}};
      large.foreign = foreignActions(global, large.firstWord);
      sparse.push_back(std::move(large));
      continue;
    }
    Slice slice = enabledSetsOf(c);
    if (slice.field.bits != 0)
      addSlice(std::move(slice));
    else
      for (uint32_t w = 0; w < slice.rowWords; ++w)
        commonSet[slice.firstWord + w] &= slice.rows[w];
  }
}

void Product::buildPriority() {
  if (!net.priority)
    return;
  lowSet.assign(setWords, 0);
  for (Action a = 1; a <= actions.size(); ++a)
    if (net.priority->isLow(actions.label(a), actions.text(a)))
      lowSet[a / 64] |= uint64_t(1) << (a % 64);
  tauIsLow = net.priority->isLow(LabelTable::Tau, "tau");
}

void Product::buildWatcher() {
  if (!net.observer)
    return;
  const Lts &lts = *net.observer->lts;
  watcher = {&lts, fields.back(), std::vector<Action>(actions.size() + size_t(1), TauAction), {}, true};
  for (Action a = 1; a <= actions.size(); ++a)
    if (LabelId label = visible(a); label != LabelTable::Tau)
      watcher->local[a] = lts.alphabet().find(label).value_or(TauAction);
  size_t n = lts.stateCount();
  watcher->delta.assign(n * (lts.alphabet().size() + size_t(1)), Blocked);
  for (StateId q = 0; q < n; ++q)
    for (const Transition &t : lts.successors(q)) {
      uint32_t &delta = watcher->delta[t.action * n + q];
      watcher->isDeterministic &= delta == Blocked;
      delta = t.target == ErrorState ? Special : q ^ t.target;
    }
}

void Product::analyze() {
  llvm::DenseSet<LabelId> terminating;
  for (auto [c, component] : llvm::enumerate(net.components)) {
    const Lts &lts = *component.lts;
    error |= lts.hasError();
    if (lts.hasTau())
      withTau.push_back(c);
    for (StateId s = 0; s < lts.stateCount() && deterministic; ++s) {
      llvm::ArrayRef<Transition> row = lts.successors(s);
      for (size_t i = 1; i < row.size(); ++i)
        deterministic &= row[i - 1].action != row[i].action;
    }
    if (lts.end() && !(net.ltsaEndRule && lts.end() == Lts::initial())) {
      canTerminate = true;
      for (LabelId label : lts.alphabet().labels())
        terminating.insert(label);
    }
  }
  deterministic &= withTau.size() <= 1 && (!watcher || watcher->isDeterministic);
  error |= watcher && watcher->lts->hasError();
  for (const Component &component : net.components)
    for (LabelId label : component.lts->alphabet().labels())
      canTerminate &= terminating.contains(label);
}

bool Product::isEnd(const uint64_t *vector) const {
  if (!canTerminate)
    return false;
  for (auto [c, component] : llvm::enumerate(net.components))
    if (component.lts->end() && component.lts->end() != componentState(vector, c))
      return false;
  return true;
}

LabelId Product::visible(Action action) const {
  LabelId label = actions.label(action);
  return action != TauAction && net.hiding && net.hiding->hides(label) ? LabelTable::Tau : label;
}

llvm::SmallVector<uint32_t, 2> Product::movers(const uint64_t *from, Action action, const uint64_t *to) const {
  llvm::SmallVector<uint32_t, 2> result;
  if (action != TauAction) {
    for (uint32_t i = participantStart[action]; i != participantStart[action + 1]; ++i)
      result.push_back(participants[i].component);
    return result;
  }
  for (uint32_t c : withTau) {
    StateId s = componentState(from, c);
    StateId target = to ? componentState(to, c) : ErrorState;
    bool othersStay = true;
    for (uint32_t other = 0; to && other < net.components.size(); ++other)
      othersStay &= other == c || componentState(from, other) == componentState(to, other);
    if (othersStay && llvm::is_contained(net.components[c].lts->successors(s), Transition{TauAction, target})) {
      result.push_back(c);
      return result;
    }
  }
  // If the observer fails, it does not matter where the component goes; where none moves, the observer is alone.
  for (uint32_t c : withTau)
    if (!to && watcher && !net.components[c].lts->successors(componentState(from, c), TauAction).empty()) {
      result.push_back(c);
      return result;
    }
  return result;
}

std::optional<uint32_t> Product::culprit(const uint64_t *from, Action action) const {
  for (auto [c, component] : llvm::enumerate(net.components)) {
    Action local = TauAction;
    if (action != TauAction) {
      std::optional<Action> found = component.lts->alphabet().find(actions.label(action));
      if (!found)
        continue;
      local = *found;
    }
    llvm::ArrayRef<Transition> row = component.lts->successors(componentState(from, c), local);
    if (!row.empty() && row.back().target == ErrorState)
      return static_cast<uint32_t>(c);
  }
  if (watcher)
    return static_cast<uint32_t>(net.components.size());
  return std::nullopt;
}

} // namespace tenon::detail
