//===- LivenessTest.cpp - Terminal sets and accepting cycles --------------===//

#include "tenon/Lts/Liveness.h"

#include "NaiveComposition.h"
#include "RandomSystems.h"

#include <gtest/gtest.h>

#include <optional>

using namespace tenon;
using namespace tenon::test;

namespace {

using State = NaiveComposition::State;
using Labels = std::set<std::string>;

Word wordOf(llvm::ArrayRef<Step> steps, const LabelTable &table) {
  Word word;
  for (const Step &step : steps)
    word.push_back(table.text(step.visibleLabel).str());
  return word;
}

/// Terminal sets by reachability alone: s is in one if all that it reaches reaches s.
class NaiveLiveness {
public:
  explicit NaiveLiveness(const Network &source) : network(source), product(source) {
    for (std::vector<State> todo{State(network.components.size(), 0)}; !todo.empty();) {
      State s = todo.back();
      todo.pop_back();
      if (!graph.try_emplace(s).second)
        continue;
      for (const auto &[label, to] : product.row(s))
        for (const State &t : to)
          if (!t.empty())
            graph[s].push_back({label, t});
      for (const auto &[label, t] : graph[s])
        todo.push_back(t);
    }
    for (const auto &[s, edges] : graph)
      reach[s] = reachableFrom(s);
    for (const auto &[s, all] : reach) {
      bool isTerminal = std::all_of(all.begin(), all.end(), [&, &s = s](const State &t) {
        return !movesToError(t) && (t == s || reach[t].count(s));
      });
      if (isTerminal && !movesToError(s)) {
        std::set<State> set = all;
        set.insert(s);
        terminal.insert(set);
      }
    }
  }

  std::set<std::set<State>> terminal;
  LabelledGraph<State> graph;             ///< Without ERROR.
  std::map<State, std::set<State>> reach; ///< By one step or more.

  const NaiveComposition::Row &row(const State &s) const { return product.row(s); }
  bool reachesError() const {
    return std::any_of(graph.begin(), graph.end(), [&](const auto &entry) { return movesToError(entry.first); });
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
  /// The least trace to a terminal set.
  Word traceTo(const std::set<State> &set) const {
    State start(network.components.size(), 0);
    return set.count(start) ? Word() : *leastWord(graph, start, set);
  }
  /// The least cycle through a state of a terminal set.
  Word cycleThrough(const State &s) const { return row(s).empty() ? Word() : *leastWord(graph, s, {s}); }
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
  std::set<State> reachableFrom(const State &s) const {
    std::set<State> seen;
    for (std::vector<State> todo{s}; !todo.empty();) {
      State next = todo.back();
      todo.pop_back();
      for (const auto &[label, t] : graph.at(next))
        if (seen.insert(t).second)
          todo.push_back(t);
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
  requirement.every = random.chance(0.3);
  return requirement;
}

bool violates(const Labels &actions, const ProgressRequirement &requirement, const LabelTable &table) {
  auto has = [&](LabelId label) { return actions.count(table.text(label).str()) != 0; };
  bool isAsked =
      !requirement.conditional || std::any_of(requirement.condition.begin(), requirement.condition.end(), has);
  bool occur = requirement.every ? std::all_of(requirement.labels.begin(), requirement.labels.end(), has)
                                 : std::any_of(requirement.labels.begin(), requirement.labels.end(), has);
  return isAsked && !occur;
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
  using Described = std::pair<Word, Labels>;
  struct Order {
    bool operator()(const Described &a, const Described &b) const {
      return a.first != b.first ? WordOrder()(a.first, b.first) : a.second < b.second;
    }
  };
  for (size_t i = 0; i < requirements.size(); ++i) {
    std::multiset<Described, Order> wanted, found;
    for (const std::set<State> &set : naive.terminal)
      if (Labels actions = naive.actionsOf(set); violates(actions, requirements[i], *network.table))
        wanted.insert({naive.traceTo(set), actions});
    Word last;
    for (uint32_t number : search.violations[i].sets) {
      const TerminalSet &set = search.sets[number];
      Word trace = wordOf(set.run.prefix.steps, *network.table);
      EXPECT_FALSE(WordOrder()(trace, last));
      found.insert({trace, actionTexts(set, *network.table)});
      last = trace;
    }
    EXPECT_EQ(search.violations[i].count, wanted.size());
    while (wanted.size() > ProgressSearch::MaxListed)
      wanted.erase(std::prev(wanted.end()));
    EXPECT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end()));
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
             naive.actionsOf(own) == actionTexts(set, *network.table) && naive.after({s}, set.run.cycle).count(s) &&
             wordOf(set.run.cycle, *network.table) == naive.cycleThrough(s);
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
    requirements.reserve(4);
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

/// Terminal sets at the leaves of a tree, more than are listed. No word leads to two of them, so that the list is
/// unique.
TEST(Progress, ListsTheSetsWithTheLeastTraces) {
  auto table = std::make_shared<LabelTable>();
  RandomSystems random(5, table);
  for (int round = 0; round < 20; ++round) {
    LtsBuilder builder(table);
    StateId count = 1;
    for (StateId s = 0; s < count; ++s) {
      unsigned children = count < 300 ? random.between(s == 0 ? 2 : 0, 8) : 0;
      for (unsigned child = 0; child < children; ++child) {
        builder.reserveStates(count + 1);
        builder.add(s, table->intern("step." + std::to_string(child)), count++);
      }
      for (const char *loop : {"a", "b"})
        if (children == 0 && random.chance(0.7))
          builder.add(s, table->intern(loop), s);
    }
    Network network{"S", table, {}, {}, {}, false, {}};
    network.components.push_back({"P", std::make_shared<const Lts>(builder.build("P"))});
    LabelId a = table->intern("a"), b = table->intern("b");
    compareProgress(network, {{false, {}, {a}, false}, {true, {a}, {b}, false}, {false, {}, {a, b}, true}});
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
}

/// A network with a random automaton over its labels, and the naive product of the two.
struct Observed {
  Network network;
  std::vector<bool> accepting;
};

/// Nodes are (state, observer state); steps of the system into ERROR are left out.
class NaiveObserved {
public:
  using Node = std::pair<State, StateId>;
  using Edge = std::pair<std::string, Node>;
  LabelledGraph<Node> edges;

  NaiveObserved(const Observed &source) : observed(source), product(source.network) {
    std::vector<Node> todo{initial()};
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
  Node initial() const { return {State(observed.network.components.size(), 0), 0}; }
  /// Sets of accepting states such that a lasso to one of them, and through it, is a violation: the accepting states of
  /// a terminal set, or any accepting state on a cycle.
  std::set<std::set<Node>> goals(Choice choice) const {
    std::set<std::set<Node>> result;
    for (const auto &[node, all] : reach) {
      if (!isAccepting(node) || !all.count(node))
        continue;
      std::set<Node> goal{node};
      bool isTerminal = true;
      for (const Node &other : all) {
        isTerminal &= !toError.count(other) && reach.at(other).count(node);
        if (choice == Choice::Fair && isAccepting(other))
          goal.insert(other);
      }
      if (choice == Choice::Arbitrary || isTerminal)
        result.insert(goal);
    }
    return result;
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
  /// Whether the prefix is the least to some of the goals, and the cycle the least from where it ends.
  bool isLeast(const Lasso &lasso, const std::set<std::set<Node>> &goals) const {
    const LabelTable &table = *observed.network.table;
    Word prefix = wordOf(lasso.prefix.steps, table), cycle = wordOf(lasso.cycle, table);
    std::set<Node> ends = after({initial()}, lasso.prefix.steps);
    return std::any_of(goals.begin(), goals.end(), [&](const std::set<Node> &goal) {
      return prefix == (goal.count(initial()) ? Word() : *leastWord(edges, initial(), goal)) &&
             std::any_of(goal.begin(), goal.end(), [&](const Node &node) {
               return ends.count(node) && cycle == *leastWord(edges, node, {node});
             });
    });
  }

private:
  std::vector<Edge> edgesOf(const Node &node) {
    const Lts &lts = *observed.network.observer->lts;
    std::vector<Edge> result;
    if (node.second == ErrorState)
      return result;
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
    std::set<std::set<NaiveObserved::Node>> goals = naive.goals(choice);
    ASSERT_EQ(search.found.has_value(), !goals.empty()) << "round " << round;
    if (search.found) {
      ++found;
      ASSERT_TRUE(naive.isLeast(*search.found, goals)) << "round " << round;
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_LT(found, 3500u);
}

TEST(ObserverError, IsReachedByTheLeastTrace) {
  RandomSystems random(11);
  Budget budget;
  size_t found = 0;
  for (int round = 0; round < 5000; ++round) {
    Observed observed = randomObserved(random, true);
    RandomLtsOptions shape;
    shape.maxStates = 4;
    observed.network.observer->lts = std::make_shared<const Lts>(random.property(shape, "observer"));
    NaiveObserved naive(observed);
    std::set<NaiveObserved::Node> failures;
    for (const auto &[node, edges] : naive.edges)
      if (node.second == ErrorState)
        failures.insert(node);
    AcceptanceSearch search = searchObserverError(observed.network, budget);
    ASSERT_EQ(search.found.has_value(), !failures.empty()) << "round " << round;
    if (!search.found)
      continue;
    ++found;
    ASSERT_EQ(wordOf(search.found->prefix.steps, *observed.network.table),
              *leastWord(naive.edges, naive.initial(), failures))
        << "round " << round;
  }
  EXPECT_GT(found, 800u);
  EXPECT_LT(found, 4000u);
}

} // namespace
