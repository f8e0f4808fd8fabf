//===- NaiveComposition.h - Composition by the book -------------*- C++ -*-===//
//
// A second implementation of networks to disagree with: maps of vectors of texts and numbers, written from the rules
// of composition, sharing nothing with the library but the way to read a component's transitions.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_NAIVECOMPOSITION_H
#define TENON_TEST_NAIVECOMPOSITION_H

#include "NaivePaths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tenon::test {

/// The reachable product with unhidden labels; a state is the list of component states, the empty one is ERROR.
class NaiveComposition {
public:
  using State = std::vector<long>;
  using Row = std::map<std::string, std::set<State>, LabelOrder>;
  using LabelTrace = Word;

  explicit NaiveComposition(const Network &source) : network(source) {
    std::vector<State> todo{State(network.components.size(), 0)};
    while (!todo.empty()) {
      State s = todo.back();
      todo.pop_back();
      if (s.empty() || rows.count(s))
        continue;
      rows[s] = successors(s);
      for (const auto &[label, targets] : rows[s])
        todo.insert(todo.end(), targets.begin(), targets.end());
    }
  }

  size_t stateCount() const { return rows.size(); }
  size_t transitionCount() const {
    size_t count = 0;
    for (const auto &[s, row] : rows)
      for (const auto &[label, targets] : row)
        count += targets.size();
    return count;
  }
  const Row &row(const State &s) const { return rows.at(s); }

  bool isEnd(const State &s) const {
    if (!rows.at(s).empty())
      return false;
    std::set<std::string> withEnd, without;
    bool some = false;
    for (size_t i = 0; i < s.size(); ++i) {
      const Lts &lts = *network.components[i].lts;
      if (lts.end() && s[i] != static_cast<long>(*lts.end()))
        return false;
      bool counts = lts.end() && !(network.ltsaEndRule && *lts.end() == 0);
      some |= counts;
      for (LabelId label : lts.alphabet().labels())
        (counts ? withEnd : without).insert(network.table->text(label).str());
    }
    for (const std::string &label : without)
      if (!withEnd.count(label))
        return false;
    return some;
  }

  /// The shortest, then least label sequence into ERROR, or to a deadlock. Follows sets of states level by level:
  /// every level maps the least trace of each state to all states it leads to.
  std::optional<LabelTrace> leastTrace(bool toError) const {
    std::map<State, LabelTrace> front{{State(network.components.size(), 0), {}}};
    std::set<State> seen{State(network.components.size(), 0)};
    WordOrder isLess;
    while (!front.empty()) {
      std::optional<LabelTrace> best;
      auto offer = [&](const LabelTrace &trace) {
        if (!best || isLess(trace, *best))
          best = trace;
      };
      std::map<State, LabelTrace> next;
      for (const auto &[s, trace] : front) {
        if (!toError && rows.at(s).empty() && !isEnd(s))
          offer(trace);
        for (const auto &[label, targets] : rows.at(s))
          for (const State &t : targets) {
            LabelTrace longer = trace;
            longer.push_back(label);
            if (t.empty()) {
              if (toError)
                offer(longer);
            } else if (!seen.count(t)) {
              auto [entry, isNew] = next.try_emplace(t, longer);
              if (!isNew && isLess(longer, entry->second))
                entry->second = longer;
            }
          }
      }
      if (best)
        return best;
      for (const auto &[s, trace] : next)
        seen.insert(s);
      front = std::move(next);
    }
    return std::nullopt;
  }

  /// The LTS that compose() should give, up to strong bisimilarity: hidden, END states merged.
  Lts lts() const {
    LtsBuilder builder(network.table);
    std::map<State, StateId> numbers;
    numbers[State(network.components.size(), 0)] = 0;
    std::optional<State> end;
    for (const auto &[s, row] : rows) {
      if (isEnd(s)) {
        if (!end)
          end = s;
      }
      numbers.try_emplace(s, static_cast<StateId>(numbers.size()));
    }
    builder.reserveStates(static_cast<StateId>(numbers.size()));
    StateId start = 0;
    auto numberOf = [&](const State &s) { return s.empty() ? ErrorState : isEnd(s) ? numbers[*end] : numbers[s]; };
    if (end)
      builder.setEnd(numbers[*end]);
    start = numberOf(State(network.components.size(), 0));
    for (const Component &c : network.components)
      for (LabelId label : c.lts->alphabet().labels())
        builder.addLabel(visible(label));
    for (const auto &[s, row] : rows)
      for (const auto &[label, targets] : row)
        for (const State &t : targets)
          builder.add(numberOf(s), visible(network.table->intern(label)), numberOf(t));
    return builder.build(network.name, LtsBuilder::Keep::Reachable, start);
  }

private:
  LabelId visible(LabelId label) const {
    bool isHidden = label != LabelTable::Tau && network.hiding && network.hiding->hides(label);
    return isHidden ? LabelTable::Tau : label;
  }

  std::vector<long> targets(size_t component, long s, const std::string &label) const {
    const Lts &lts = *network.components[component].lts;
    std::vector<long> result;
    for (const Transition &t : lts.successors(static_cast<StateId>(s)))
      if (lts.alphabet().text(t.action) == label)
        result.push_back(t.target == ErrorState ? -1 : static_cast<long>(t.target));
    return result;
  }

  void addSynchronized(const State &s, const std::string &label, Row &row) const {
    std::set<State> partial{s};
    for (size_t i = 0; i < s.size(); ++i) {
      if (!network.components[i].lts->alphabet().find(label))
        continue;
      std::set<State> extended;
      for (const State &p : partial)
        for (long t : targets(i, s[i], label)) {
          State moved = p;
          moved[i] = t;
          extended.insert(moved);
        }
      partial = std::move(extended);
    }
    for (const State &p : partial)
      row[label].insert(std::count(p.begin(), p.end(), -1) ? State() : p);
  }

  Row successors(const State &s) const {
    Row row;
    std::set<std::string> labels;
    for (size_t i = 0; i < s.size(); ++i) {
      for (LabelId label : network.components[i].lts->alphabet().labels())
        labels.insert(network.table->text(label).str());
      for (long t : targets(i, s[i], "tau")) {
        State moved = s;
        moved[i] = t;
        row["tau"].insert(t == -1 ? State() : moved);
      }
    }
    for (const std::string &label : labels)
      addSynchronized(s, label, row);
    for (auto entry = row.begin(); entry != row.end();)
      entry = entry->second.empty() ? row.erase(entry) : std::next(entry);
    if (network.priority)
      applyPriority(row);
    return row;
  }

  void applyPriority(Row &row) const {
    auto isLow = [&](const std::string &label) { return network.priority->isLow(network.table->intern(label), label); };
    bool someHigh = false;
    for (const auto &[label, to] : row)
      someHigh |= !isLow(label);
    for (auto entry = row.begin(); entry != row.end();)
      entry = someHigh && isLow(entry->first) ? row.erase(entry) : std::next(entry);
  }

  Network network;
  std::map<State, Row> rows;
};

/// Strong bisimilarity by refining signatures until nothing changes.
inline bool naivelyBisimilar(const Lts &a, const Lts &b) {
  using Signature = std::pair<size_t, std::set<std::pair<std::string, size_t>>>;
  const Lts *sides[] = {&a, &b};
  std::vector<size_t> classes[] = {std::vector<size_t>(a.stateCount()), std::vector<size_t>(b.stateCount())};
  for (size_t known = 0;;) {
    std::map<Signature, size_t> numbers;
    std::vector<size_t> refined[2];
    for (int side = 0; side < 2; ++side)
      for (StateId s = 0; s < sides[side]->stateCount(); ++s) {
        Signature signature{sides[side]->end() == s, {}};
        signature.second.insert({"", classes[side][s]});
        for (const Transition &t : sides[side]->successors(s))
          signature.second.insert({sides[side]->alphabet().text(t.action).str(),
                                   t.target == ErrorState ? ~size_t(0) : classes[side][t.target]});
        refined[side].push_back(numbers.try_emplace(signature, numbers.size()).first->second);
      }
    classes[0] = std::move(refined[0]);
    classes[1] = std::move(refined[1]);
    if (numbers.size() == known)
      return classes[0][0] == classes[1][0];
    known = numbers.size();
  }
}

} // namespace tenon::test

#endif // TENON_TEST_NAIVECOMPOSITION_H
