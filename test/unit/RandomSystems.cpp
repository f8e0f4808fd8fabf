//===- RandomSystems.cpp - Random LTSs and networks -----------------------===//

#include "RandomSystems.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <set>
#include <sstream>

namespace tenon::test {

std::vector<std::string> RandomSystems::subset(const std::vector<std::string> &from, unsigned low, unsigned high) {
  auto size = static_cast<unsigned>(from.size());
  unsigned count = between(std::min(low, size), std::min(high, size));
  std::vector<std::string> result;
  for (unsigned i = 0; i < size; ++i)
    if (below(size - i) < count - static_cast<unsigned>(result.size()))
      result.push_back(from[i]);
  return result;
}

Lts RandomSystems::lts(const RandomLtsOptions &options, std::string name) {
  LtsBuilder builder(labelTable);
  unsigned states = between(std::max(1u, options.minStates), options.maxStates);
  builder.reserveStates(states);
  std::vector<LabelId> labels;
  for (const std::string &text : subset(options.labelPool, options.minLabels, options.maxLabels))
    labels.push_back(labelTable->intern(text));
  std::vector<LabelId> used = labels;
  if (options.idleLabels) {
    for (LabelId label : labels)
      builder.addLabel(label);
    if (used.size() > 1 && chance(0.3))
      used.pop_back();
  }
  std::optional<StateId> end;
  if (options.end && chance(0.5)) {
    end = below(states);
    builder.setEnd(*end);
  }

  std::set<std::pair<StateId, LabelId>> taken;
  auto addFrom = [&](StateId s) {
    bool silent = options.tau && (used.empty() || chance(options.tauShare));
    if (!silent && used.empty())
      return;
    LabelId label = silent ? LabelTable::Tau : pick(used);
    if (!options.nondeterminism && !taken.insert({s, label}).second)
      return;
    StateId target = options.error && chance(options.errorShare) ? ErrorState : below(states);
    builder.add(s, label, target);
  };
  for (StateId s = 0; s < states; ++s) {
    if (s == end)
      continue;
    auto most = static_cast<unsigned>(2 * options.density + 0.5);
    unsigned count = between(options.stop ? 0 : 1, std::max(1u, most));
    for (unsigned i = 0; i < count; ++i)
      addFrom(s);
  }
  return builder.build(std::move(name), options.keepUnreachable ? LtsBuilder::Keep::All : LtsBuilder::Keep::Reachable);
}

Lts RandomSystems::property(const RandomLtsOptions &options, std::string name) {
  RandomLtsOptions plain = options;
  plain.nondeterminism = plain.tau = plain.end = plain.error = false;
  Lts partial = lts(plain, name);
  LtsBuilder builder(partial.alphabet());
  builder.reserveStates(partial.stateCount());
  for (StateId s = 0; s < partial.stateCount(); ++s)
    for (Action a = 1; a <= partial.alphabet().size(); ++a) {
      auto moves = partial.successors(s, a);
      builder.addAction(s, a, moves.empty() ? ErrorState : moves.front().target);
    }
  return builder.build(std::move(name));
}

LabelMatcher RandomSystems::matcher(const std::vector<std::string> &labelPool) {
  std::vector<LabelId> members;
  for (const std::string &text : subset(labelPool, 1, 2)) {
    std::string prefix = chance(0.3) ? text.substr(0, text.find('.')) : text;
    members.push_back(labelTable->intern(prefix));
  }
  return LabelMatcher(labelTable, members);
}

Network RandomSystems::network(const RandomNetworkOptions &options) {
  Network result;
  result.name = "S";
  result.table = labelTable;
  unsigned count = between(options.minComponents, options.maxComponents);
  unsigned propertyIndex = options.property && chance(0.5) ? below(count) : count;
  for (unsigned i = 0; i < count; ++i) {
    std::string name = "P" + std::to_string(i);
    Lts component = i == propertyIndex ? property(options.component, name) : lts(options.component, name);
    result.components.push_back({name, std::make_shared<const Lts>(std::move(component))});
  }
  if (options.priority && chance(0.3))
    result.priority = Priority{matcher(options.component.labelPool), chance(0.5)};
  if (options.hiding && chance(0.4))
    result.hiding = Hiding{matcher(options.component.labelPool), chance(0.3)};
  return result;
}

std::vector<std::pair<std::string, std::string>>
RandomSystems::relabellingPairs(const std::vector<std::string> &labelPool) {
  std::vector<std::string> targets = labelPool;
  targets.insert(targets.end(), {"x", "y.1", "z"});
  std::vector<std::pair<std::string, std::string>> pairs;
  unsigned count = between(0, 3);
  for (unsigned i = 0; i < count; ++i) {
    std::string from = pick(labelPool);
    if (chance(0.3))
      from = from.substr(0, from.find('.'));
    pairs.emplace_back(from, pick(targets));
  }
  if (labelPool.size() > 1 && chance(0.2)) {
    pairs.emplace_back(labelPool[0], labelPool[1]);
    pairs.emplace_back(labelPool[1], labelPool[0]);
  }
  return pairs;
}

Relabelling RandomSystems::relabelling(const std::vector<std::string> &labelPool) {
  std::vector<std::pair<LabelId, LabelId>> ids;
  for (const auto &[from, to] : relabellingPairs(labelPool))
    ids.emplace_back(labelTable->intern(from), labelTable->intern(to));
  return Relabelling(labelTable, ids);
}

uint64_t systemsToTry(uint64_t usual) {
  uint64_t wanted = 0;
  const char *text = std::getenv("TENON_RANDOM_SYSTEMS");
  return text && llvm::to_integer(text, wanted) ? wanted : usual;
}

std::string describe(const Lts &lts) {
  std::ostringstream os;
  os << lts.name() << ": " << lts.stateCount() << " states";
  if (lts.end())
    os << ", END " << *lts.end();
  os << ", {";
  for (Action a = 1; a <= lts.alphabet().size(); ++a)
    os << (a > 1 ? ", " : "") << lts.alphabet().text(a).str();
  os << "}";
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s)) {
      os << " (" << s << "," << lts.alphabet().text(t.action).str() << ",";
      t.target == ErrorState ? os << "ERROR)" : os << t.target << ")";
    }
  return os.str();
}

bool identical(const Lts &a, const Lts &b) {
  if (a.stateCount() != b.stateCount() || a.end() != b.end() || !(a.alphabet() == b.alphabet()))
    return false;
  for (StateId s = 0; s < a.stateCount(); ++s)
    if (a.successors(s) != b.successors(s))
      return false;
  return true;
}

namespace {
struct RawEdge {
  unsigned from, label, to;
};
} // namespace

rc::Gen<Lts> arbitraryLts(const RandomLtsOptions &options) {
  auto edge = rc::gen::map(rc::gen::tuple(rc::gen::inRange<unsigned>(0, 1000), rc::gen::inRange<unsigned>(0, 1000),
                                          rc::gen::inRange<unsigned>(0, 1000)),
                           [](const std::tuple<unsigned, unsigned, unsigned> &t) {
                             return RawEdge{std::get<0>(t), std::get<1>(t), std::get<2>(t)};
                           });
  auto shape = rc::gen::tuple(rc::gen::inRange<unsigned>(std::max(1u, options.minStates), options.maxStates + 1),
                              rc::gen::container<std::vector<RawEdge>>(edge), rc::gen::inRange<unsigned>(0, 16));
  return rc::gen::map(shape, [options](const std::tuple<unsigned, std::vector<RawEdge>, unsigned> &value) {
    const auto &[states, edges, endChoice] = value;
    auto table = std::make_shared<LabelTable>();
    LtsBuilder builder(table);
    builder.reserveStates(states);
    std::optional<StateId> end;
    if (options.end && endChoice < states)
      builder.setEnd(*(end = endChoice));
    std::set<std::pair<StateId, LabelId>> taken;
    for (const RawEdge &e : edges) {
      StateId from = e.from % states;
      auto choices = static_cast<unsigned>(options.labelPool.size()) + (options.tau ? 1 : 0);
      unsigned choice = e.label % choices;
      LabelId label = choice < options.labelPool.size() ? table->intern(options.labelPool[choice]) : LabelTable::Tau;
      if (from == end || (!options.nondeterminism && !taken.insert({from, label}).second))
        continue;
      unsigned target = e.to % (states + (options.error ? 1 : 0));
      builder.add(from, label, target == states ? ErrorState : target);
    }
    return builder.build("P", options.keepUnreachable ? LtsBuilder::Keep::All : LtsBuilder::Keep::Reachable);
  });
}

} // namespace tenon::test

namespace tenon {
void showValue(const Lts &lts, std::ostream &os) {
  os << test::describe(lts);
}
} // namespace tenon
