//===- ChannelPairing.cpp - Who communicates with whom --------------------===//
//
// Labels synchronize all components that have them; a channel is between one writer and one reader. Where only one
// writes and only one reads, that is the same. Otherwise each pair gets a label of its own, `ch.v.#w.r`, until the
// components are composed.
//
//===----------------------------------------------------------------------===//

#include "tenon/Lower/FiniteProgram.h"

#include "OpenLabels.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace tenon;

namespace {

enum Use : uint8_t { Writes = 1, Reads = 2, Fails = 4, Joins = 8 };

Use useOf(ChannelMark mark) {
  switch (mark) {
  case ChannelMark::Write:
    return Writes;
  case ChannelMark::Read:
    return Reads;
  case ChannelMark::Fail:
    return Fails;
  case ChannelMark::Joined:
    return Joins;
  }
  llvm_unreachable("all marks are listed");
}

/// A value on a channel: who does what with it, by number of the machine.
struct BaseUse {
  unsigned valueParts = 0;
  std::vector<uint8_t> uses;
  std::vector<bool> isPlain; ///< Takes part in every communication of the value.
};

struct ChannelUse {
  std::vector<uint8_t> uses; ///< Of any value.
  llvm::MapVector<LabelId, BaseUse> bases;

  /// How many components have the channel. One that was composed of several counts as two.
  unsigned userCount() const {
    unsigned count = 0;
    for (uint8_t use : uses)
      count += (use & Joins) ? 2 : use != 0;
    return count;
  }
};

class ChannelPairing {
public:
  ChannelPairing(std::vector<LtsRef> &components, std::shared_ptr<LabelTable> labelTable,
                 llvm::function_ref<bool(LabelId)> closed)
      : machines(components), table(std::move(labelTable)), isClosed(closed), images(components.size()),
        additional(components.size()) {
    for (uint32_t m = 0; m < machines.size(); ++m)
      tiedMachines.insert(m);
  }

  /// Replaces the machines by those with the labels to synchronize on.
  void run() {
    collect();
    for (auto &[channel, use] : channels) {
      expandName(channel, use);
      extendReaders(channel, use);
    }
    for (auto &[channel, use] : channels)
      for (auto &[base, baseUse] : use.bases)
        pair(use, base, baseUse);
    for (uint32_t m = 0; m < machines.size(); ++m)
      machines[m] = std::make_shared<const Lts>(mapped(m));
  }

  void addValues(ChannelValues &values) const {
    for (const auto &[channel, use] : channels)
      for (const auto &[base, baseUse] : use.bases)
        if (!dropped.contains(base) && !llvm::is_contained(values[channel], base))
          values[channel].push_back(base);
  }

  /// Machines that have to be composed before the numbers of pairs are taken off.
  std::vector<std::vector<uint32_t>> tied() const {
    std::vector<std::vector<uint32_t>> sets;
    for (auto it = tiedMachines.begin(); it != tiedMachines.end(); ++it)
      if (it->isLeader()) {
        sets.emplace_back(tiedMachines.member_begin(it), tiedMachines.member_end());
        llvm::sort(sets.back());
      }
    llvm::sort(sets);
    return sets;
  }

private:
  using Labels = llvm::SmallVector<LabelId, 2>;

  void collect() {
    for (uint32_t m = 0; m < machines.size(); ++m)
      for (LabelId label : machines[m]->alphabet().labels())
        if (std::optional<OpenLabel> open = parseOpenLabel(table->text(label))) {
          ChannelUse &use = channels[table->intern(open->channel)];
          BaseUse &base = use.bases[table->intern(open->base)];
          use.uses.resize(machines.size());
          base.uses.resize(machines.size());
          base.valueParts = open->base.substr(open->channel.size()).count('.');
          use.uses[m] |= useOf(open->mark);
          base.uses[m] |= useOf(open->mark);
          images[m][label] = {label};
        }
    for (auto &[channel, use] : channels)
      for (auto &[base, baseUse] : use.bases) {
        baseUse.isPlain.resize(machines.size());
        for (uint32_t m = 0; m < machines.size(); ++m)
          baseUse.isPlain[m] = machines[m]->alphabet().contains(base);
      }
  }

  /// A label `ch` stands for each `ch.v`; in an open network also for those that are still to come.
  void expandName(LabelId channel, ChannelUse &use) {
    for (uint32_t m = 0; m < machines.size(); ++m) {
      if (!machines[m]->alphabet().contains(channel))
        continue;
      Labels &own = images[m][channel];
      if (!isClosed(channel))
        own.push_back(channel);
      for (auto &[base, baseUse] : use.bases)
        if (!baseUse.isPlain[m]) {
          baseUse.isPlain[m] = true;
          named[{m, base}] = true;
          images[m][base] = {base};
        }
    }
  }

  /// A value that a reader does not know is outside of its range: ERROR, wherever it reads.
  void extendReaders(LabelId channel, ChannelUse &use) {
    for (uint32_t m = 0; m < machines.size(); ++m) {
      if (!(use.uses[m] & (Reads | Fails)))
        continue;
      for (auto &[base, baseUse] : use.bases) {
        bool isWritten = false;
        for (uint32_t w = 0; w < machines.size(); ++w)
          isWritten |= w != m && (baseUse.uses[w] & Writes);
        if (!isWritten || (baseUse.uses[m] & (Reads | Fails)))
          continue;
        baseUse.uses[m] |= Fails;
        LabelId label = marked(base, ChannelMark::Fail, baseUse);
        images[m][label] = {label};
        failures[{m, channel}].push_back(label);
      }
    }
  }

  LabelId marked(LabelId base, ChannelMark mark, const BaseUse &use) {
    return table->intern(openLabel(table->text(base), mark, use.valueParts));
  }

  LabelId numbered(LabelId label, uint32_t first, std::optional<uint32_t> second = std::nullopt) {
    std::string text = table->text(label).str() + ".#" + std::to_string(first);
    if (second)
      text += "." + std::to_string(*second);
    return table->intern(text);
  }

  void pair(const ChannelUse &channel, LabelId base, BaseUse &use) {
    bool closed = isClosed(base);
    if (closed && isNeverWritten(base, use))
      return isOnlyTraceOfWrites(channel, use) ? keepName(channel, base, use) : drop(base, use);
    if (channel.userCount() == 1)
      return closed ? giveToEnvironment(base, use) : keepAlone(base, use);
    std::vector<Pair> pairs = pairsOf(use);
    if (!closed || !hasOnePair(use, pairs))
      return pairAll(channel, base, use, closed);
    // What nobody takes, or nobody offers, is blocked for all.
    return pairs.empty() ? keepName(channel, base, use) : joinDirectly(base, use, pairs.front());
  }

  /// Every reader waits for undefined values, but few writers have any.
  bool isNeverWritten(LabelId base, const BaseUse &use) {
    if (table->text(base).rsplit('.').second != "undefined")
      return false;
    for (uint32_t m = 0; m < machines.size(); ++m)
      for (ChannelMark mark : {ChannelMark::Write, ChannelMark::Joined}) {
        std::optional<Action> action = machines[m]->alphabet().find(marked(base, mark, use));
        for (StateId s = 0; action && s < machines[m]->stateCount(); ++s)
          if (!machines[m]->successors(s, *action).empty())
            return false;
      }
    return true;
  }

  /// The channel has no values, because all that is written to it cannot be reached; an idle one has other marks, too.
  static bool isOnlyTraceOfWrites(const ChannelUse &channel, const BaseUse &undefined) {
    return channel.bases.size() == 1 && llvm::is_contained(undefined.uses, uint8_t(Writes));
  }

  /// The label never occurs, but the users of the channel have it, so that nobody has it for itself.
  void keepName(const ChannelUse &channel, LabelId base, const BaseUse &use) {
    drop(base, use);
    dropped.erase(base);
    for (uint32_t m = 0; m < machines.size(); ++m)
      if (channel.uses[m] || use.isPlain[m])
        additional[m].push_back(base);
  }

  void drop(LabelId base, const BaseUse &use) {
    for (uint32_t m = 0; m < machines.size(); ++m) {
      for (ChannelMark mark : {ChannelMark::Write, ChannelMark::Read, ChannelMark::Fail, ChannelMark::Joined})
        if (use.uses[m] & useOf(mark))
          images[m][marked(base, mark, use)] = {};
      if (use.isPlain[m])
        images[m][base] = {};
    }
    dropped.insert(base);
  }

  /// Reads that only another component could make fail are gone, and so is taking part in what others do.
  void giveToEnvironment(LabelId base, const BaseUse &use) {
    for (uint32_t m = 0; m < machines.size(); ++m) {
      if (use.uses[m] && use.isPlain[m])
        images[m][base] = {};
      if (use.uses[m] & Writes)
        images[m][marked(base, ChannelMark::Write, use)] = {base};
      if (use.uses[m] & Reads)
        images[m][marked(base, ChannelMark::Read, use)] = {base};
      if (use.uses[m] & Fails)
        images[m][marked(base, ChannelMark::Fail, use)] = {};
    }
  }

  /// One component alone has the channel so far.
  void keepAlone(LabelId base, const BaseUse &use) {
    if (!llvm::is_contained(use.isPlain, true))
      return;
    for (uint32_t m = 0; m < machines.size(); ++m)
      keepOpen(m, base, use);
  }

  /// The communications of `m` with somebody outside, together with those that take part in all.
  void keepOpen(uint32_t m, LabelId base, const BaseUse &use) {
    for (ChannelMark mark : {ChannelMark::Write, ChannelMark::Read, ChannelMark::Fail})
      if (use.uses[m] & useOf(mark)) {
        LabelId open = marked(base, mark, use);
        LabelId own = numbered(open, m);
        replace(m, open, own);
        addToPlain(base, use, own, {m});
      }
  }

  using Pair = std::pair<uint32_t, uint32_t>; ///< A writer and a reader.

  static std::vector<Pair> pairsOf(const BaseUse &use) {
    std::vector<Pair> pairs;
    for (uint32_t w = 0; w < use.uses.size(); ++w)
      for (uint32_t r = 0; r < use.uses.size(); ++r)
        if (r != w && (use.uses[w] & Writes) && (use.uses[r] & (Reads | Fails)))
          pairs.emplace_back(w, r);
    return pairs;
  }

  /// Whether labels of pairs are not needed, because there is at most one pair.
  static bool hasOnePair(const BaseUse &use, llvm::ArrayRef<Pair> pairs) {
    bool joins = llvm::any_of(use.uses, [](uint8_t u) { return u & Joins; });
    return !joins && pairs.size() <= 1 &&
           llvm::none_of(pairs, [&](Pair pair) { return use.isPlain[pair.first] || use.isPlain[pair.second]; });
  }

  void joinDirectly(LabelId base, const BaseUse &use, Pair pair) {
    auto [writer, reader] = pair;
    for (uint32_t m = 0; m < machines.size(); ++m)
      for (ChannelMark mark : {ChannelMark::Write, ChannelMark::Read, ChannelMark::Fail})
        if (use.uses[m] & useOf(mark))
          images[m][marked(base, mark, use)] =
              m == (mark == ChannelMark::Write ? writer : reader) ? Labels{base} : Labels{};
  }

  void pairAll(const ChannelUse &channel, LabelId base, const BaseUse &use, bool closed) {
    LabelId joined = closed ? base : marked(base, ChannelMark::Joined, use);
    std::vector<uint32_t> involved;
    for (uint32_t m = 0; m < machines.size(); ++m) {
      for (ChannelMark mark : {ChannelMark::Write, ChannelMark::Read, ChannelMark::Fail, ChannelMark::Joined})
        if (use.uses[m] & useOf(mark))
          images[m][marked(base, mark, use)] = {};
      if (use.isPlain[m])
        images[m][base] = closed ? Labels{} : Labels{base};
      if (use.uses[m] || use.isPlain[m])
        involved.push_back(m);
    }
    std::vector<Pair> pairs = pairsOf(use);
    for (uint32_t w : involved) {
      if (use.uses[w] & Joins) {
        LabelId own = numbered(joined, w);
        add(w, marked(base, ChannelMark::Joined, use), own);
        addToPlain(base, use, own, {w});
      }
      if (!closed)
        keepOpen(w, base, use);
    }
    for (auto [w, r] : pairs) {
      LabelId own = numbered(joined, w, r);
      add(w, marked(base, ChannelMark::Write, use), own);
      for (ChannelMark mark : {ChannelMark::Read, ChannelMark::Fail})
        if (use.uses[r] & useOf(mark))
          add(r, marked(base, mark, use), own);
      addToPlain(base, use, own, {w, r});
    }
    // The label stays known, even if no two can use it; to all, so that nobody has it for itself.
    bool isKnown = closed && !pairs.empty();
    auto takesPart = [&](uint32_t m) {
      return use.isPlain[m] || (use.uses[m] & Joins) ||
             llvm::any_of(pairs, [m](Pair pair) { return pair.first == m || pair.second == m; });
    };
    for (uint32_t m = 0; m < machines.size(); ++m) {
      if (isKnown ? !takesPart(m) : !channel.uses[m] && !use.isPlain[m])
        continue;
      additional[m].push_back(numbered(joined, static_cast<uint32_t>(machines.size())));
      if (closed)
        tiedMachines.unionSets(isKnown ? pairs.front().first : involved.front(), m);
    }
  }

  void add(uint32_t m, LabelId label, LabelId image) {
    Labels &own = images[m][label];
    if (!llvm::is_contained(own, image))
      own.push_back(image);
  }
  void replace(uint32_t m, LabelId label, LabelId image) {
    Labels &own = images[m][label];
    llvm::erase(own, label);
    add(m, label, image);
  }

  void addToPlain(LabelId base, const BaseUse &use, LabelId image, llvm::ArrayRef<uint32_t> users) {
    for (uint32_t m = 0; m < machines.size(); ++m) {
      if (!use.isPlain[m] || llvm::is_contained(users, m))
        continue;
      if (!images[m].contains(base))
        images[m][base] = {base};
      add(m, base, image);
    }
  }

  //===--------------------------------------------------------------------===//
  // The new machines
  //===--------------------------------------------------------------------===//

  void imagesOf(uint32_t m, LabelId label, Labels &result) {
    auto found = images[m].find(label);
    if (found == images[m].end())
      result.push_back(label);
    else
      llvm::append_range(result, found->second);
  }

  Lts mapped(uint32_t m) {
    const Lts &lts = *machines[m];
    std::vector<Labels> imagesOfAction(lts.alphabet().size() + size_t(1));
    imagesOfAction[TauAction].push_back(LabelTable::Tau);
    LtsBuilder builder(table);
    for (LabelId label : additional[m])
      builder.addLabel(label);
    for (Action a = 1; a <= lts.alphabet().size(); ++a) {
      imagesOf(m, lts.alphabet().label(a), imagesOfAction[a]);
      addNamed(m, lts.alphabet().label(a), imagesOfAction[a]);
      for (LabelId label : imagesOfAction[a])
        builder.addLabel(label);
    }
    Failures failing = failuresOf(m);
    std::vector<std::optional<LabelId>> channelOf;
    if (!failing.empty())
      channelOf = channelsRead(lts.alphabet());
    for (const auto &[channel, labels] : failing)
      for (LabelId label : labels)
        builder.addLabel(label);
    builder.reserveStates(lts.stateCount());
    if (lts.end())
      builder.setEnd(*lts.end());
    for (StateId s = 0; s < lts.stateCount(); ++s) {
      for (const Transition &t : lts.successors(s)) {
        for (LabelId label : imagesOfAction[t.action])
          builder.add(s, label, t.target);
        if (!failing.empty() && channelOf[t.action])
          for (LabelId label : failing.lookup(*channelOf[t.action]))
            builder.add(s, label, ErrorState);
      }
    }
    return builder.build(lts.name(), LtsBuilder::Keep::Reachable);
  }

  /// What the values of a channel are turned into, its name is turned into as well.
  void addNamed(uint32_t m, LabelId label, Labels &result) {
    auto channel = channels.find(label);
    if (channel == channels.end())
      return;
    for (const auto &[base, use] : channel->second.bases)
      if (named.contains({m, base}))
        imagesOf(m, base, result);
  }

  /// The labels with which reads of a channel fail, by the channel.
  using Failures = llvm::SmallMapVector<LabelId, Labels, 2>;

  Failures failuresOf(uint32_t m) {
    Failures result;
    for (const auto &[key, labels] : failures)
      for (LabelId label : labels)
        if (key.first == m)
          imagesOf(m, label, result[key.second]);
    return result;
  }

  /// The channel that each action reads from.
  std::vector<std::optional<LabelId>> channelsRead(const Alphabet &alphabet) {
    std::vector<std::optional<LabelId>> channelOf(alphabet.size() + size_t(1));
    for (Action a = 1; a <= alphabet.size(); ++a)
      if (std::optional<OpenLabel> open = parseOpenLabel(alphabet.text(a)))
        if (open->mark == ChannelMark::Read || open->mark == ChannelMark::Fail)
          channelOf[a] = table->intern(open->channel);
    return channelOf;
  }

  std::vector<LtsRef> &machines;
  std::shared_ptr<LabelTable> table;
  llvm::function_ref<bool(LabelId)> isClosed;
  llvm::MapVector<LabelId, ChannelUse> channels;
  std::vector<llvm::DenseMap<LabelId, Labels>> images; ///< By machine; a label that is not here stays.
  std::vector<std::vector<LabelId>> additional;        ///< Labels of the alphabet.
  llvm::DenseMap<std::pair<uint32_t, LabelId>, bool> named;
  llvm::MapVector<std::pair<uint32_t, LabelId>, std::vector<LabelId>> failures; ///< By machine and channel.
  llvm::EquivalenceClasses<uint32_t> tiedMachines;
  llvm::DenseSet<LabelId> dropped;
};

/// Takes the numbers of pairs off.
Lts withoutNumbers(const Lts &lts) {
  const std::shared_ptr<LabelTable> &table = lts.alphabet().table();
  std::vector<std::pair<LabelId, LabelId>> oldToNew;
  for (LabelId label : lts.alphabet().labels()) {
    llvm::StringRef text = table->text(label);
    size_t number = text.find(".#");
    if (number != llvm::StringRef::npos)
      oldToNew.emplace_back(label, table->intern(text.take_front(number)));
  }
  return relabelled(lts, Relabelling(table, oldToNew));
}

/// The LTS with an END that nothing leads to, if it has none: its component had one, and the others' termination waits
/// for it.
LtsRef withEnd(LtsRef lts) {
  if (lts->end())
    return lts;
  std::vector<size_t> rowStart{0};
  std::vector<Transition> transitions;
  for (StateId s = 0; s < lts->stateCount(); ++s) {
    llvm::append_range(transitions, lts->successors(s));
    rowStart.push_back(transitions.size());
  }
  rowStart.push_back(transitions.size());
  return std::make_shared<const Lts>(LtsBuilder::fromRows(lts->name(), lts->alphabet(), std::move(rowStart),
                                                          std::move(transitions), lts->stateCount(),
                                                          LtsBuilder::Keep::All));
}

} // namespace

bool tenon::hasOpenChannels(llvm::ArrayRef<Component> components) {
  return llvm::any_of(components, [](const Component &component) {
    const Alphabet &alphabet = component.lts->alphabet();
    return llvm::any_of(alphabet.labels(),
                        [&](LabelId label) { return parseOpenLabel(alphabet.table()->text(label)).has_value(); });
  });
}

llvm::Error tenon::closeChannels(std::vector<std::vector<Component>> &groups, const std::shared_ptr<LabelTable> &table,
                                 ChannelValues &values, const Budget &budget) {
  std::vector<LtsRef> machines;
  for (const std::vector<Component> &group : groups)
    for (const Component &component : group)
      machines.push_back(component.lts);
  ChannelPairing pairing(machines, table, [](LabelId) { return true; });
  pairing.run();
  pairing.addValues(values);

  bool isAlone = machines.size() == 1;
  std::vector<Component *> all;
  for (std::vector<Component> &group : groups)
    for (Component &component : group) {
      bool ends = component.lts->end() && !isAlone;
      component.lts = ends ? withEnd(machines[all.size()]) : machines[all.size()];
      all.push_back(&component);
    }
  for (llvm::ArrayRef<uint32_t> set : pairing.tied()) {
    if (set.size() == 1) {
      LtsRef &alone = all[set.front()]->lts;
      alone = std::make_shared<const Lts>(withoutNumbers(*alone));
      continue;
    }
    Network network;
    network.table = table;
    bool ends = false;
    for (uint32_t m : set) {
      ends |= all[m]->lts->end().has_value();
      network.name += (network.name.empty() ? "" : "||") + all[m]->name;
      network.components.push_back(std::move(*all[m]));
      all[m]->lts = nullptr;
    }
    llvm::Expected<Lts> composed = compose(network, budget);
    if (!composed)
      return composed.takeError();
    auto whole = std::make_shared<const Lts>(withoutNumbers(*composed));
    bool hasOthers = set.size() < all.size();
    *all[set.front()] = {network.name, ends && hasOthers ? withEnd(whole) : whole};
  }
  for (std::vector<Component> &group : groups)
    llvm::erase_if(group, [](const Component &component) { return !component.lts; });
  llvm::erase_if(groups, [](const std::vector<Component> &group) { return group.empty(); });
  return llvm::Error::success();
}

llvm::Expected<Lts> tenon::composeOpen(Network network, const Budget &budget) {
  if (!hasOpenChannels(network.components))
    return compose(network, budget);
  std::vector<LtsRef> machines;
  for (const Component &component : network.components)
    machines.push_back(component.lts);
  ChannelPairing pairing(machines, network.table,
                         [&](LabelId label) { return network.hiding && network.hiding->hides(label); });
  pairing.run();
  for (size_t m = 0; m < machines.size(); ++m)
    network.components[m].lts = machines[m];
  llvm::Expected<Lts> composed = compose(network, budget);
  if (!composed)
    return composed.takeError();
  return withoutNumbers(*composed);
}

std::vector<LabelId> tenon::overValues(llvm::ArrayRef<LabelId> labels, const ChannelValues &values,
                                       const Alphabet &occurring) {
  std::vector<LabelId> result;
  for (LabelId label : labels) {
    size_t before = result.size();
    if (auto channel = values.find(label); channel != values.end() && !occurring.contains(label))
      llvm::copy_if(channel->second, std::back_inserter(result),
                    [&](LabelId base) { return occurring.contains(base); });
    if (result.size() == before)
      result.push_back(label);
  }
  return result;
}

Lts tenon::overValues(const Lts &lts, const ChannelValues &values, const Alphabet &occurring) {
  std::vector<std::pair<LabelId, LabelId>> oldToNew;
  for (LabelId label : lts.alphabet().labels())
    for (LabelId image : overValues(label, values, occurring)) // Itself, if nothing else: no prefix of it is replaced.
      oldToNew.emplace_back(label, image);
  return relabelled(lts, Relabelling(lts.alphabet().table(), oldToNew));
}
