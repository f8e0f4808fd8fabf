//===- NaiveEquivalence.h - Equivalences straight from their definitions --===//
//
// Reference implementations for small systems: greatest fixed points over all pairs, weak transitions by closure,
// subsets in ordered containers. They share no code with the library.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_LTS_NAIVEEQUIVALENCE_H
#define TENON_TEST_LTS_NAIVEEQUIVALENCE_H

#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Minimize.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tenon::test {

/// One or two LTSs side by side. ERROR is the last node, common to both; ERROR and END are seen by self-loops of labels
/// that no system has.
class NaiveSystem {
public:
  explicit NaiveSystem(const Lts &lts) : NaiveSystem(std::vector<const Lts *>{&lts}) {}
  NaiveSystem(const Lts &left, const Lts &right) : NaiveSystem(std::vector<const Lts *>{&left, &right}) {}

  unsigned size() const { return static_cast<unsigned>(rows.size()); }
  unsigned error() const { return size() - 1; }
  /// The initial node of the left or the right LTS.
  unsigned initial(unsigned side) const { return offsets[side]; }
  const std::set<std::pair<std::string, unsigned>> &row(unsigned s) const { return rows[s]; }

  std::set<unsigned> silentClosure(unsigned s) const {
    std::set<unsigned> seen{s};
    std::vector<unsigned> todo{s};
    while (!todo.empty()) {
      unsigned u = todo.back();
      todo.pop_back();
      for (const auto &[label, v] : rows[u])
        if (label == "tau" && seen.insert(v).second)
          todo.push_back(v);
    }
    return seen;
  }
  /// Weak successors: silent steps, the label, silent steps; for "tau" any number of silent steps, none included.
  std::set<unsigned> weakSuccessors(unsigned s, const std::string &label) const {
    if (label == "tau")
      return silentClosure(s);
    std::set<unsigned> result;
    for (unsigned u : silentClosure(s))
      for (const auto &[l, v] : rows[u])
        if (l == label)
          result.merge(silentClosure(v));
    return result;
  }

  /// The greatest bisimulation, as a matrix.
  std::vector<std::vector<bool>> bisimilarity(Equivalence equivalence) const {
    unsigned n = size();
    std::vector<std::vector<bool>> related(n, std::vector<bool>(n, true));
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned s = 0; s < n; ++s)
        for (unsigned t = 0; t < n; ++t)
          if (related[s][t] && !(simulates(equivalence, related, s, t) && simulates(equivalence, related, t, s)))
            changed = true, related[s][t] = false;
    }
    return related;
  }

  std::set<unsigned> reachable(unsigned from) const {
    std::set<unsigned> seen{from};
    std::vector<unsigned> todo{from};
    while (!todo.empty()) {
      unsigned u = todo.back();
      todo.pop_back();
      for (const auto &[label, v] : rows[u])
        if (seen.insert(v).second)
          todo.push_back(v);
    }
    return seen;
  }

  /// A set of nodes closed under silent steps; nothing but ERROR if ERROR is in it.
  std::set<unsigned> normalized(const std::set<unsigned> &nodes) const {
    std::set<unsigned> result;
    for (unsigned s : nodes)
      result.merge(silentClosure(s));
    return result.count(error()) ? std::set<unsigned>{error()} : result;
  }
  std::set<unsigned> after(const std::set<unsigned> &nodes, const std::string &label) const {
    std::set<unsigned> next;
    for (unsigned s : nodes)
      for (const auto &[l, t] : rows[s])
        if (l == label)
          next.insert(t);
    return normalized(next);
  }
  std::set<std::string> labels(const std::set<unsigned> &nodes) const {
    std::set<std::string> result;
    for (unsigned s : nodes)
      for (const auto &[label, t] : rows[s])
        if (label != "tau" && label != "END!" && label != "ERROR!")
          result.insert(label);
    return result;
  }

  /// Trace equivalence of the two sides by their subset automata.
  bool traceEquivalent() const {
    using Pair = std::pair<std::set<unsigned>, std::set<unsigned>>;
    std::set<Pair> seen;
    std::vector<Pair> todo{{normalized({initial(0)}), normalized({initial(1)})}};
    while (!todo.empty()) {
      Pair pair = todo.back();
      todo.pop_back();
      if (!seen.insert(pair).second)
        continue;
      const auto &[left, right] = pair;
      if (left.empty() != right.empty() || left.count(error()) != right.count(error()))
        return false;
      if (left.count(error()))
        continue;
      std::set<std::string> both = labels(left);
      both.merge(labels(right));
      for (const std::string &label : both)
        todo.emplace_back(after(left, label), after(right, label));
    }
    return true;
  }

private:
  explicit NaiveSystem(const std::vector<const Lts *> &parts) {
    unsigned total = 0;
    for (const Lts *part : parts) {
      offsets.push_back(total);
      total += part->stateCount();
    }
    rows.resize(total + 1);
    for (size_t i = 0; i < parts.size(); ++i) {
      const Lts &lts = *parts[i];
      for (StateId s = 0; s < lts.stateCount(); ++s)
        for (const Transition &t : lts.successors(s))
          rows[offsets[i] + s].emplace(lts.alphabet().text(t.action).str(),
                                       t.target == ErrorState ? total : offsets[i] + t.target);
      if (lts.end())
        rows[offsets[i] + *lts.end()].emplace("END!", offsets[i] + *lts.end());
    }
    rows[total].emplace("ERROR!", total);
  }

  /// Whether t can answer every step of s.
  bool simulates(Equivalence equivalence, const std::vector<std::vector<bool>> &related, unsigned s, unsigned t) const {
    for (const auto &[label, next] : rows[s]) {
      bool answered = false;
      if (equivalence == Equivalence::Strong) {
        for (const auto &[l, u] : rows[t])
          answered |= l == label && related[next][u];
      } else if (equivalence == Equivalence::Weak) {
        for (unsigned u : weakSuccessors(t, label))
          answered |= related[next][u];
      } else {
        answered = label == "tau" && related[next][t];
        for (unsigned u : silentClosure(t))
          for (const auto &[l, v] : rows[u])
            answered |= l == label && related[s][u] && related[next][v];
      }
      if (!answered)
        return false;
    }
    return true;
  }

  std::vector<unsigned> offsets;
  std::vector<std::set<std::pair<std::string, unsigned>>> rows;
};

} // namespace tenon::test

#endif // TENON_TEST_LTS_NAIVEEQUIVALENCE_H
