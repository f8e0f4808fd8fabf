//===- LostTraces.cpp - What a repair has taken away ----------------------===//

#include "LostTraces.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace tenon {

namespace {

using Subset = std::set<Location>;

/// A program as an automaton over names, determinized as far as it is looked at. ERROR accepts, without an end.
class NamedAutomaton {
public:
  NamedAutomaton(const Program &source, LetterName name, function_ref<bool(const ProgramTransition &)> isSilent)
      : program(source) {
    for (const ProgramTransition &transition : program.transitions)
      names.push_back(isSilent(transition) ? std::string()
                                           : (transition.to == ErrorLocation ? "!" : " ") + name(transition));
  }

  Subset start() const { return closure({program.initial}); }
  bool accepts(const Subset &subset) const {
    return any_of(
        subset, [&](Location location) { return location == ErrorLocation || program.locations[location].accepting; });
  }
  std::map<std::string, Subset> next(const Subset &subset) const {
    std::map<std::string, Subset> result;
    forEach(subset, [&](const ProgramTransition &transition, const std::string &name) {
      if (!name.empty())
        result[name].insert(transition.to);
    });
    for (auto &[name, targets] : result)
      targets = closure(std::move(targets));
    return result;
  }

private:
  template <typename Function> void forEach(const Subset &subset, Function function) const {
    for (Location location : subset)
      if (location != ErrorLocation)
        for (const ProgramTransition &transition : program.from(location))
          function(transition, names[static_cast<size_t>(&transition - program.transitions.data())]);
  }
  Subset closure(Subset subset) const {
    for (size_t size = 0; size != subset.size();) {
      size = subset.size();
      Subset added;
      forEach(subset, [&](const ProgramTransition &transition, const std::string &name) {
        if (name.empty())
          added.insert(transition.to);
      });
      subset.insert(added.begin(), added.end());
    }
    return subset;
  }

  const Program &program;
  std::vector<std::string> names;
};

using Pair = std::pair<Subset, Subset>;

} // namespace

static Subset targetOn(const std::map<std::string, Subset> &next, const std::string &name) {
  auto found = next.find(name);
  return found == next.end() ? Subset() : found->second;
}

double lostTraces(const Program &before, LetterName beforeName, const Program &after, LetterName afterName,
                  size_t length, function_ref<bool(const ProgramTransition &)> isSilent) {
  NamedAutomaton left(before, beforeName, isSilent), right(after, afterName, isSilent);
  std::map<Pair, double> layer{{{left.start(), right.start()}, 1}};
  double lost = 0;
  for (size_t step = 0; step <= length; ++step) {
    std::map<Pair, double> following;
    for (const auto &[pair, count] : layer) {
      if (left.accepts(pair.first) && !right.accepts(pair.second))
        lost += count;
      std::map<std::string, Subset> other = right.next(pair.second);
      for (auto &[letter, target] : left.next(pair.first))
        following[{target, targetOn(other, letter)}] += count;
    }
    layer = std::move(following);
  }
  return lost;
}

std::optional<std::vector<std::string>> findTraceOutside(const Program &program, LetterName name, const Program &other,
                                                         LetterName otherName) {
  auto never = [](const ProgramTransition &) { return false; };
  NamedAutomaton left(program, name, never), right(other, otherName, never);
  struct Node {
    Pair pair;
    size_t parent;
    std::string letter;
  };
  std::vector<Node> nodes{{{left.start(), right.start()}, 0, {}}};
  std::set<Pair> seen{nodes.front().pair};
  for (size_t i = 0; i < nodes.size(); ++i) {
    Pair pair = nodes[i].pair;
    if (left.accepts(pair.first) && !right.accepts(pair.second)) {
      std::vector<std::string> word;
      for (; i != 0; i = nodes[i].parent)
        word.push_back(nodes[i].letter.substr(1));
      std::reverse(word.begin(), word.end());
      return word;
    }
    std::map<std::string, Subset> following = right.next(pair.second);
    for (auto &[letter, target] : left.next(pair.first)) {
      Pair reached{target, targetOn(following, letter)};
      if (seen.insert(reached).second)
        nodes.push_back({std::move(reached), i, letter});
    }
  }
  return std::nullopt;
}

} // namespace tenon
