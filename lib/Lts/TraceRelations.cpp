//===- TraceRelations.cpp - Comparing the traces of two LTSs --------------===//

#include "TraceRelations.h"

#include "Refinement.h"
#include "SetStore.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>

namespace tenon {

MergedLabels::MergedLabels(const Alphabet &left, const Alphabet &right)
    : texts{"tau"}, fromLeft(left.size() + 1, 0), fromRight(right.size() + 1, 0) {
  Action l = 1, r = 1;
  while (l <= left.size() || r <= right.size()) {
    int order = l > left.size() ? 1 : r > right.size() ? -1 : compareLabels(left.text(l), right.text(r));
    auto place = static_cast<uint32_t>(texts.size());
    texts.push_back((order <= 0 ? left.text(l) : right.text(r)).str());
    if (order <= 0)
      fromLeft[l++] = place;
    if (order >= 0)
      fromRight[r++] = place;
  }
}

namespace {

/// The subset automaton of an LTS, built as far as it is asked for. Subsets are closed under silent steps.
class Subsets {
public:
  using Id = uint32_t;
  /// `errorAbsorbs`: a subset with ERROR in it is ERROR alone.
  Subsets(const Lts &input, llvm::ArrayRef<uint32_t> placeOfAction, bool errorAbsorbs, BudgetWatch &budget)
      : lts(input), places(placeOfAction), absorbing(errorAbsorbs), watch(budget), seen(input.stateCount(), false) {}

  Id initial() { return closure({Lts::initial()}); }
  bool hasError(Id set) const { return !sets[set].empty() && sets[set].back() == ErrorState; }
  /// Whether it has a member besides ERROR.
  bool hasState(Id set) const { return !sets[set].empty() && sets[set].front() != ErrorState; }

  /// Successors by the place of the label, ascending.
  llvm::ArrayRef<std::pair<uint32_t, Id>> successors(Id set) {
    auto [entry, isNew] = cache.try_emplace(set, static_cast<uint32_t>(rows.size()));
    if (isNew) {
      std::vector<std::pair<uint32_t, StateId>> steps;
      for (StateId s : sets[set])
        if (s != ErrorState)
          for (const Transition &t : lts.successors(s))
            if (t.action != TauAction)
              steps.push_back({places[t.action], t.target});
      std::sort(steps.begin(), steps.end());
      std::vector<std::pair<uint32_t, Id>> row;
      for (size_t begin = 0, end = 0; begin < steps.size(); begin = end) {
        std::vector<StateId> targets;
        for (; end < steps.size() && steps[end].first == steps[begin].first; ++end)
          targets.push_back(steps[end].second);
        row.push_back({steps[begin].first, closure(targets)});
      }
      rows.push_back(std::move(row));
      return rows.back();
    }
    return rows[entry->second];
  }
  std::optional<Id> after(Id set, uint32_t place) {
    auto row = successors(set);
    auto step = std::lower_bound(row.begin(), row.end(), std::pair(place, Id(0)));
    return step != row.end() && step->first == place ? std::optional(step->second) : std::nullopt;
  }

private:
  Id closure(const std::vector<StateId> &members) {
    bool reachesError = false;
    std::vector<StateId> result;
    auto visit = [&](StateId s) {
      if (s == ErrorState)
        reachesError = true;
      else if (!seen[s]) {
        seen[s] = true;
        result.push_back(s);
      }
    };
    for (StateId s : members)
      visit(s);
    for (size_t next = 0; next != result.size();)
      for (const Transition &t : lts.successors(result[next++])) {
        if (t.action != TauAction)
          break;
        visit(t.target);
      }
    for (StateId s : result)
      seen[s] = false;
    watch.ranOut(result.size() + 1);
    if (reachesError && absorbing)
      result.clear();
    if (reachesError)
      result.push_back(ErrorState);
    return sets.internUnsorted(result);
  }

  const Lts &lts;
  llvm::ArrayRef<uint32_t> places;
  const bool absorbing;
  BudgetWatch &watch;
  std::vector<bool> seen;
  SetStore<StateId> sets;
  llvm::DenseMap<Id, uint32_t> cache; ///< Into `rows`.
  std::vector<std::vector<std::pair<uint32_t, Id>>> rows;
};

/// How a point of the search was reached, to read the trace off.
struct Link {
  uint32_t parent, place;
};

std::vector<std::string> readTrace(const std::vector<Link> &links, uint32_t at, const MergedLabels &labels) {
  std::vector<std::string> trace;
  for (; at != 0; at = links[at].parent)
    trace.push_back(labels.texts[links[at].place]);
  std::reverse(trace.begin(), trace.end());
  return trace;
}

/// Breadth-first search of pairs of subsets for a label that only one of them has, or that only leads one to ERROR.
class TraceComparison {
public:
  TraceComparison(const Lts &left, const Lts &right, const Budget &budget)
      : labels(left.alphabet(), right.alphabet()), watch(budget), leftSets(left, labels.fromLeft, true, watch),
        rightSets(right, labels.fromRight, true, watch) {}

  llvm::Expected<ComparisonResult> run() {
    visit(leftSets.initial(), rightSets.initial(), {0, 0});
    for (uint32_t at = 0; at < pairs.size() && result.equivalent; ++at) {
      auto [l, r] = pairs[at];
      std::vector<std::pair<uint32_t, Subsets::Id>> leftRow = leftSets.successors(l),
                                                    rightRow = rightSets.successors(r);
      for (size_t i = 0, k = 0; result.equivalent && (i < leftRow.size() || k < rightRow.size());) {
        uint32_t place =
            std::min(i < leftRow.size() ? leftRow[i].first : None, k < rightRow.size() ? rightRow[k].first : None);
        std::optional<Subsets::Id> left, right;
        if (i < leftRow.size() && leftRow[i].first == place)
          left = leftRow[i++].second;
        if (k < rightRow.size() && rightRow[k].first == place)
          right = rightRow[k++].second;
        visit(left, right, {at, place});
      }
      if (watch.ranOut())
        return watch.error("trace comparison");
    }
    return std::move(result);
  }

private:
  void visit(std::optional<Subsets::Id> left, std::optional<Subsets::Id> right, Link link) {
    bool leftError = left && leftSets.hasError(*left), rightError = right && rightSets.hasError(*right);
    if (left.has_value() == right.has_value() && leftError == rightError) {
      if (!leftError && seen.insert({*left, *right}).second) {
        pairs.push_back({*left, *right});
        links.push_back(link);
      }
      return;
    }
    result.equivalent = false;
    result.leftHas = left.has_value() != right.has_value() ? left.has_value() : leftError;
    result.endsInError = leftError || rightError;
    if (link.place != 0) {
      links.push_back(link);
      result.trace = readTrace(links, static_cast<uint32_t>(links.size() - 1), labels);
    }
  }

  MergedLabels labels;
  BudgetWatch watch;
  Subsets leftSets, rightSets;
  std::vector<std::pair<Subsets::Id, Subsets::Id>> pairs;
  std::vector<Link> links; ///< Of each pair.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> seen;
  ComparisonResult result;
};

/// Breadth-first search of pairs of a left state and the subset of right states after the same trace. Pairs reached by
/// one trace form a group; groups are visited in order of their traces, so that the first finding is the least.
class TraceRefinement {
public:
  TraceRefinement(const Lts &input, const Lts &right, const Budget &budget)
      : left(input), labels(left.alphabet(), right.alphabet()), watch(budget),
        rightSets(right, labels.fromRight, false, watch), isRightLabel(labels.texts.size(), false) {
    for (Action a = 1; a <= right.alphabet().size(); ++a)
      isRightLabel[labels.fromRight[a]] = true;
  }

  llvm::Expected<ComparisonResult> run() {
    addGroup({{Lts::initial(), rightSets.initial()}}, {0, 0});
    for (uint32_t at = 0; at < groups.size() && result.equivalent; ++at) {
      expand(at);
      groups[at] = {};
      if (watch.ranOut())
        return watch.error("trace refinement");
    }
    return std::move(result);
  }

private:
  struct Item {
    StateId state;
    Subsets::Id set;
  };

  void expand(uint32_t at) {
    std::vector<std::pair<uint32_t, Item>> steps; // With the state that is left.
    for (const Item &item : groups[at])
      for (const Transition &t : left.successors(item.state))
        if (t.action != TauAction)
          steps.push_back({labels.fromLeft[t.action], {t.target, item.set}});
    std::stable_sort(steps.begin(), steps.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t begin = 0, end = 0; begin < steps.size() && result.equivalent; begin = end) {
      uint32_t place = steps[begin].first;
      std::vector<Item> next;
      bool lacks = false, errs = false;
      for (; end < steps.size() && steps[end].first == place; ++end) {
        auto [target, set] = steps[end].second;
        std::optional<Subsets::Id> after = isRightLabel[place] ? rightSets.after(set, place) : std::optional(set);
        if (target == ErrorState)
          errs |= !after || !rightSets.hasError(*after);
        else if (!after || !rightSets.hasState(*after))
          lacks = true;
        else
          next.push_back({target, *after});
      }
      if (lacks || errs)
        report({at, place}, !lacks);
      else
        addGroup(next, {at, place});
    }
  }

  void addGroup(const std::vector<Item> &candidates, Link link) {
    std::vector<Item> group;
    auto visit = [&](Item item) {
      if (seen.insert({item.state, item.set}).second)
        group.push_back(item);
    };
    for (const Item &item : candidates)
      visit(item);
    for (size_t next = 0; next != group.size();) {
      Item item = group[next++];
      for (const Transition &t : left.successors(item.state)) {
        if (t.action != TauAction)
          break;
        if (t.target != ErrorState)
          visit({t.target, item.set});
        else if (!rightSets.hasError(item.set))
          return report(link, true);
      }
    }
    watch.ranOut(group.size());
    if (group.empty())
      return;
    groups.push_back(std::move(group));
    links.push_back(link);
  }

  void report(Link link, bool endsInError) {
    result.equivalent = false;
    result.leftHas = true;
    result.endsInError = endsInError;
    if (link.place != 0) {
      links.push_back(link);
      result.trace = readTrace(links, static_cast<uint32_t>(links.size() - 1), labels);
    }
  }

  const Lts &left;
  MergedLabels labels;
  BudgetWatch watch;
  Subsets rightSets;
  std::vector<bool> isRightLabel; ///< By place.
  std::vector<std::vector<Item>> groups;
  std::vector<Link> links; ///< Of each group.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> seen;
  ComparisonResult result;
};

} // namespace

llvm::Expected<ComparisonResult> compareTraces(const Lts &left, const Lts &right, const Budget &budget) {
  return TraceComparison(left, right, budget).run();
}

llvm::Expected<ComparisonResult> refinesTraces(const Lts &left, const Lts &right, const Budget &budget) {
  return TraceRefinement(left, right, budget).run();
}

} // namespace tenon
