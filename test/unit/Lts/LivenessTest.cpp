//===- LivenessTest.cpp - Terminal sets and accepting cycles --------------===//

#include "tenon/Lts/Liveness.h"

#include "NaiveComposition.h"
#include "RandomSystems.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>

using namespace tenon;
using namespace tenon::test;

namespace {

using State = NaiveComposition::State;
using Labels = std::set<std::string>;

/// Terminal sets by reachability alone: s is in one if all that it reaches reaches s.
class NaiveLiveness {
public:
  explicit NaiveLiveness(const Network &source) : network(source), product(source) {
    State initial(network.components.size(), 0);
    distance[initial] = 0;
    for (std::deque<State> queue{initial}; !queue.empty(); queue.pop_front())
      for (const State &next : targets(queue.front())) {
        if (!distance.emplace(next, distance[queue.front()] + 1).second)
          continue;
        queue.push_back(next);
      }
    for (const auto &[s, d] : distance)
      reach[s] = reachableFrom(s);
    for (const auto &[s, all] : reach) {
      bool isTerminal = std::all_of(all.begin(), all.end(),
                                    [&](const State &t) { return !movesToError(t) && (t == s || reach[t].count(s)); });
      if (isTerminal && !movesToError(s)) {
        std::set<State> set = all;
        set.insert(s);
        terminal.insert(set);
      }
    }
  }

  std::set<std::set<State>> terminal;
  std::map<State, size_t> distance;
  std::map<State, std::set<State>> reach; ///< By one step or more.

  const NaiveComposition::Row &row(const State &s) const { return product.row(s); }
  bool reachesError() const {
    return std::any_of(distance.begin(), distance.end(), [&](const auto &entry) { return movesToError(entry.first); });
  }
  std::string visible(const std::string &label) const {
    LabelId id = network.table->intern(label);
    return label != "tau" && network.hiding && network.hiding->hides(id) ? "tau" : label;
  }
  Labels actionsOf(const std::set<State> &set) const {
    Labels labels;
    for (const State &s : set)
      for (const auto &[label, to] : product.row(s))
        labels.insert(visible(label));
    return labels;
  }
  size_t distanceOf(const std::set<State> &set) const {
    size_t least = ~size_t(0);
    for (const State &s : set)
      least = std::min(least, distance.at(s));
    return least;
  }
  /// Where a run of visible and hidden labels can lead.
  std::set<State> after(std::set<State> from, const std::vector<Step> &steps) const {
    for (const Step &step : steps) {
      std::set<State> next;
      for (const State &s : from) {
        auto found = product.row(s).find(network.table->text(step.visibleLabel).str());
        if (found != product.row(s).end())
          next.insert(found->second.begin(), found->second.end());
      }
      next.erase(State());
      from = std::move(next);
    }
    return from;
  }
  std::set<State> initial() const { return {State(network.components.size(), 0)}; }

private:
  bool movesToError(const State &s) const {
    const auto &row = product.row(s);
    return std::any_of(row.begin(), row.end(), [](const auto &entry) { return entry.second.count(State()) != 0; });
  }
  std::vector<State> targets(const State &s) const {
    std::vector<State> result;
    for (const auto &[label, to] : product.row(s))
      for (const State &t : to)
        if (!t.empty())
          result.push_back(t);
    return result;
  }
  std::set<State> reachableFrom(const State &s) const {
    std::set<State> seen;
    for (std::vector<State> todo = targets(s); !todo.empty();) {
      State t = todo.back();
      todo.pop_back();
      if (!seen.insert(t).second)
        continue;
      std::vector<State> more = targets(t);
      todo.insert(todo.end(), more.begin(), more.end());
    }
    return seen;
  }

  const Network &network;
  NaiveComposition product;
};

ProgressRequirement randomRequirement(RandomSystems &random, const std::vector<std::string> &pool) {
  auto labels = [&] {
    std::vector<LabelId> result;
    for (const std::string &text : random.subset(pool, 1, 2))
      result.push_back(random.table()->intern(text));
    return result;
  };
  ProgressRequirement requirement;
  requirement.conditional = random.chance(0.4);
  if (requirement.conditional)
    requirement.condition = labels();
  requirement.labels = labels();
  return requirement;
}

bool violates(const Labels &actions, const ProgressRequirement &requirement, const LabelTable &table) {
  auto has = [&](LabelId label) { return actions.count(table.text(label).str()) != 0; };
  if (requirement.every)
    return !std::all_of(requirement.labels.begin(), requirement.labels.end(), has);
  bool isAsked =
      !requirement.conditional || std::any_of(requirement.condition.begin(), requirement.condition.end(), has);
  return isAsked && std::none_of(requirement.labels.begin(), requirement.labels.end(), has);
}

Labels actionTexts(const TerminalSet &set, const LabelTable &table) {
  Labels labels;
  for (LabelId label : set.actions)
    labels.insert(table.text(label).str());
  return labels;
}

void compareProgress(const Network &network, const std::vector<ProgressRequirement> &requirements) {
  NaiveLiveness naive(network);
  Budget budget;
  ProgressSearch search = searchProgress(network, requirements, budget);
  ASSERT_EQ(search.limit, Budget::Limit::None);
  for (size_t i = 0; i < requirements.size(); ++i) {
    std::multiset<std::pair<size_t, Labels>> wanted, found;
    for (const std::set<State> &set : naive.terminal)
      if (Labels actions = naive.actionsOf(set); violates(actions, requirements[i], *network.table))
        wanted.insert({naive.distanceOf(set), actions});
    size_t last = 0;
    for (uint32_t number : search.violations[i].sets) {
      const TerminalSet &set = search.sets[number];
      found.insert({set.run.prefix.size(), actionTexts(set, *network.table)});
      EXPECT_GE(set.run.prefix.size(), last);
      last = set.run.prefix.size();
    }
    EXPECT_EQ(search.violations[i].count, wanted.size());
    EXPECT_EQ(found, wanted);
    if (search.violations[i].count == 0) {
      EXPECT_EQ(search.reachesError, naive.reachesError());
    }
  }
  for (const TerminalSet &set : search.sets) {
    std::set<State> ends = naive.after(naive.initial(), set.run.prefix.steps);
    bool isReal = std::any_of(ends.begin(), ends.end(), [&](const State &s) {
      std::set<State> own = naive.reach.at(s);
      own.insert(s);
      return naive.terminal.count(own) && own.size() == set.states &&
             naive.actionsOf(own) == actionTexts(set, *network.table) &&
             set.run.cycle.empty() == naive.row(s).empty() && naive.after({s}, set.run.cycle).count(s);
    });
    EXPECT_TRUE(isReal);
  }
}

TEST(Progress, AgreesWithReachabilityOnRandomNetworks) {
  RandomSystems random(20240611);
  RandomNetworkOptions options;
  options.component.density = 1.3;
  for (int round = 0; round < 10000; ++round) {
    options.component.error = options.property = round % 3 == 0;
    options.component.stop = options.component.end = round % 2 == 0;
    options.maxComponents = 1 + round % 3;
    options.minComponents = 1;
    Network network = random.network(options);
    std::vector<ProgressRequirement> requirements;
    for (int i = 0; i < 3; ++i)
      requirements.push_back(randomRequirement(random, options.component.labelPool));
    std::vector<LabelId> all;
    for (const Component &component : network.components)
      for (LabelId label : component.lts->alphabet().labels())
        if (!network.hiding || !network.hiding->hides(label))
          all.push_back(label);
    requirements.push_back({false, {}, all, true});
    compareProgress(network, requirements);
    if (HasFailure()) {
      std::string text;
      for (const Component &component : network.components)
        text += describe(*component.lts) + "\n";
      ADD_FAILURE() << "round " << round << "\n" << text;
      return;
    }
  }
}

/// A network with a random automaton over its labels, and the naive product of the two.
struct Observed {
  Network network;
  std::vector<bool> accepting;
};

/// Nodes are (state, observer state); ERROR is left out.
class NaiveObserved {
public:
  using Node = std::pair<State, StateId>;
  using Edge = std::pair<std::string, Node>;

  NaiveObserved(const Observed &source) : observed(source), product(source.network) {
    std::vector<Node> todo{{State(source.network.components.size(), 0), 0}};
    while (!todo.empty()) {
      Node node = todo.back();
      todo.pop_back();
      if (edges.count(node))
        continue;
      edges[node] = edgesOf(node);
      for (const Edge &edge : edges[node])
        todo.push_back(edge.second);
    }
    for (const auto &[node, out] : edges)
      reach[node] = reachableFrom(node);
  }

  bool isAccepting(const Node &node) const { return observed.accepting[node.second]; }
  bool hasAcceptingCycle() const {
    return std::any_of(reach.begin(), reach.end(),
                       [&](const auto &entry) { return isAccepting(entry.first) && entry.second.count(entry.first); });
  }
  bool hasAcceptingTerminalSet() const {
    return std::any_of(reach.begin(), reach.end(), [&](const auto &entry) {
      const auto &[node, all] = entry;
      return isAccepting(node) && all.count(node) && std::all_of(all.begin(), all.end(), [&](const Node &other) {
               return !toError.count(other) && reach.at(other).count(node);
             });
    });
  }
  std::set<Node> after(std::set<Node> from, const std::vector<Step> &steps) const {
    for (const Step &step : steps) {
      std::set<Node> next;
      for (const Node &node : from)
        for (const auto &[label, target] : edges.at(node))
          if (label == observed.network.table->text(step.visibleLabel))
            next.insert(target);
      from = std::move(next);
    }
    return from;
  }
  /// Whether the lasso is one of the product, through an accepting state.
  bool isReal(const Lasso &lasso) const {
    std::set<Node> ends = after({{State(observed.network.components.size(), 0), 0}}, lasso.prefix.steps);
    return !lasso.cycle.empty() && std::any_of(ends.begin(), ends.end(), [&](const Node &node) {
      return isAccepting(node) && after({node}, lasso.cycle).count(node);
    });
  }

private:
  std::vector<Edge> edgesOf(const Node &node) {
    const Lts &lts = *observed.network.observer->lts;
    std::vector<Edge> result;
    const auto &row = product.row(node.first);
    for (const auto &[label, targets] : row) {
      LabelId id = observed.network.table->intern(label);
      bool isHidden = observed.network.hiding && id != LabelTable::Tau && observed.network.hiding->hides(id);
      Action action = isHidden ? TauAction : lts.alphabet().find(id).value_or(TauAction);
      for (const State &target : targets) {
        if (target.empty())
          toError.insert(node);
        else
          for (const Transition &t : lts.successors(node.second, action))
            result.push_back({label, {target, t.target}});
      }
    }
    if (row.empty() && observed.network.observer->stutters)
      for (const Transition &t : lts.successors(node.second, TauAction))
        result.push_back({"tau", {node.first, t.target}});
    return result;
  }
  std::set<Node> reachableFrom(const Node &node) const {
    std::set<Node> seen;
    std::vector<Node> todo{node};
    while (!todo.empty()) {
      Node next = todo.back();
      todo.pop_back();
      for (const Edge &edge : edges.at(next))
        if (seen.insert(edge.second).second)
          todo.push_back(edge.second);
    }
    return seen;
  }

  const Observed &observed;
  NaiveComposition product;
  std::map<Node, std::vector<Edge>> edges;
  std::map<Node, std::set<Node>> reach;
  std::set<Node> toError;
};

Observed randomObserved(RandomSystems &random, bool isDeterministic) {
  Observed result;
  RandomNetworkOptions options;
  options.minComponents = 1;
  options.maxComponents = 2;
  options.component.errorShare = random.chance(0.7) ? 0 : 0.05;
  options.property = false;
  result.network = random.network(options);
  RandomLtsOptions shape;
  shape.maxStates = 3;
  shape.density = 4;
  shape.error = shape.end = false;
  shape.nondeterminism = !isDeterministic;
  LtsBuilder builder(random.table());
  Lts lts = random.lts(shape, "observer");
  if (!isDeterministic) {
    result.network.observer = {"observer", std::make_shared<const Lts>(lts), random.chance(0.5)};
  } else {
    // Complete, so that fair choice has a meaning.
    builder.reserveStates(lts.stateCount());
    for (StateId s = 0; s < lts.stateCount(); ++s)
      for (Action a = 0; a <= lts.alphabet().size(); ++a) {
        llvm::ArrayRef<Transition> row = lts.successors(s, a);
        builder.add(s, lts.alphabet().label(a), row.empty() ? random.below(lts.stateCount()) : row.front().target);
      }
    result.network.observer = {
        "observer", std::make_shared<const Lts>(builder.build("observer", LtsBuilder::Keep::All)), random.chance(0.5)};
  }
  for (StateId s = 0; s < result.network.observer->lts->stateCount(); ++s)
    result.accepting.push_back(random.chance(0.4));
  return result;
}

TEST(Acceptance, AgreesWithReachabilityOnRandomNetworks) {
  RandomSystems random(8);
  Budget budget;
  size_t found = 0;
  for (int round = 0; round < 10000; ++round) {
    Choice choice = round % 2 ? Choice::Fair : Choice::Arbitrary;
    Observed observed = randomObserved(random, choice == Choice::Fair);
    NaiveObserved naive(observed);
    AcceptanceSearch search = searchAcceptance(observed.network, observed.accepting, choice, budget);
    bool wanted = choice == Choice::Fair ? naive.hasAcceptingTerminalSet() : naive.hasAcceptingCycle();
    ASSERT_EQ(search.found.has_value(), wanted) << "round " << round;
    if (search.found) {
      ++found;
      ASSERT_TRUE(naive.isReal(*search.found)) << "round " << round;
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_LT(found, 3500u);
}

} // namespace
