//===- PromelaWriter.cpp - Networks as Promela ----------------------------===//
//
// One process whose loop has an option for each action and combination of local moves. The
// local moves of a component are grouped by target, so that moves to one state are one
// choice and the moves that change nothing are one more.
//
//===----------------------------------------------------------------------===//

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace tenon {

namespace {

class PromelaWriter {
public:
  PromelaWriter(const Network &source, raw_ostream &stream) : net(source), os(stream) {}
  Error write();

private:
  /// A part of a component in an action: from one of these states to `target`, or nowhere else if it is absent.
  struct Move {
    std::vector<StateId> sources;
    std::optional<StateId> target;
  };
  struct Participant {
    size_t component;
    std::vector<Move> moves;
    std::vector<StateId> offered;
    std::vector<StateId> failing; ///< With a move to ERROR.
  };

  Participant participantOf(size_t component, Action local) const;
  std::string isIn(size_t component, ArrayRef<StateId> states) const;
  std::optional<std::string> terminationGuard() const;
  void declare();
  Error addAction(LabelId label);
  void addTau();
  void addCombinations(ArrayRef<Participant> participants);
  void addOption(std::vector<std::string> guard, ArrayRef<std::string> effect);

  static constexpr size_t MaxCombinations = 10000;

  const Network &net;
  raw_ostream &os;
  std::string options;
};

} // namespace

PromelaWriter::Participant PromelaWriter::participantOf(size_t component, Action local) const {
  const Lts &lts = *net.components[component].lts;
  Participant result{component, {}, {}, {}};
  Move stay;
  std::map<StateId, std::vector<StateId>> sourcesOf;
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    ArrayRef<Transition> row = lts.successors(s, local);
    if (!row.empty())
      result.offered.push_back(s);
    for (const Transition &t : row) {
      if (t.target == ErrorState)
        result.failing.push_back(s);
      else
        (t.target == s ? stay.sources : sourcesOf[t.target]).push_back(s);
    }
  }
  if (!stay.sources.empty())
    result.moves.push_back(std::move(stay));
  for (auto &[target, sources] : sourcesOf)
    result.moves.push_back({std::move(sources), target});
  return result;
}

static std::string variable(size_t component) {
  return "s" + utostr(component);
}

/// The condition that a component is in one of these states; empty if it always is.
std::string PromelaWriter::isIn(size_t component, ArrayRef<StateId> states) const {
  size_t all = net.components[component].lts->stateCount();
  if (states.empty())
    return "false";
  if (states.size() == all)
    return "";
  std::vector<std::string> parts;
  for (size_t i = 0, next; i < states.size(); i = next) {
    for (next = i + 1; next < states.size() && states[next] == states[next - 1] + 1;)
      ++next;
    StateId first = states[i], last = states[next - 1];
    std::string name = variable(component);
    if (first == last)
      parts.push_back(name + " == " + utostr(first));
    else if (first == 0)
      parts.push_back(name + " <= " + utostr(last));
    else if (last + 1 == all)
      parts.push_back(name + " >= " + utostr(first));
    else
      parts.push_back(("(" + Twine(name) + " >= " + Twine(first) + " && " + name + " <= " + Twine(last) + ")").str());
  }
  return parts.size() == 1 ? parts[0] : "(" + join(parts, " || ") + ")";
}

void PromelaWriter::addOption(std::vector<std::string> guard, ArrayRef<std::string> effect) {
  erase_if(guard, [](const std::string &part) { return part.empty(); });
  // Spin refuses a loop at one state without a condition.
  std::string condition = !guard.empty() ? join(guard, " && ") : effect.empty() ? "_nr_pr > 0" : "true";
  if (effect.empty())
    options += "  :: " + condition + "\n";
  else
    options += "  :: d_step { " + condition + " -> " + join(effect, "; ") + " }\n";
}

void PromelaWriter::addCombinations(ArrayRef<Participant> participants) {
  std::vector<size_t> chosen(participants.size(), 0);
  if (any_of(participants, [](const Participant &p) { return p.moves.empty(); }))
    return;
  while (true) {
    std::vector<std::string> guard, effect;
    for (auto [p, choice] : zip(participants, chosen)) {
      const Move &move = p.moves[choice];
      guard.push_back(isIn(p.component, move.sources));
      if (move.target)
        effect.push_back(variable(p.component) + " = " + utostr(*move.target));
    }
    addOption(std::move(guard), effect);
    size_t i = participants.size();
    while (i > 0 && ++chosen[i - 1] == participants[i - 1].moves.size())
      chosen[--i] = 0;
    if (i == 0)
      return;
  }
}

static std::string comment(StringRef text) {
  std::string result = text.str();
  for (size_t at; (at = result.find("*/")) != std::string::npos;)
    result.insert(at + 1, " ");
  return "/* " + result + " */";
}

Error PromelaWriter::addAction(LabelId label) {
  std::vector<Participant> participants;
  size_t combinations = 1;
  for (auto [c, component] : enumerate(net.components))
    if (std::optional<Action> local = component.lts->alphabet().find(label)) {
      participants.push_back(participantOf(c, *local));
      if (participants.back().offered.empty())
        return Error::success();
    }
  for (const Participant &p : participants) {
    combinations *= p.moves.size();
    if (combinations > MaxCombinations)
      return createStringError(std::errc::value_too_large,
                               "the action '%s' has more than %zu combinations of local moves, too many for Promela",
                               net.table->text(label).str().c_str(), MaxCombinations);
  }
  options += "  " + comment(net.table->text(label)) + "\n";
  addCombinations(participants);
  std::vector<std::string> guard, failures;
  for (const Participant &p : participants) {
    guard.push_back(isIn(p.component, p.offered));
    if (!p.failing.empty())
      failures.push_back(isIn(p.component, p.failing));
  }
  if (failures.empty())
    return Error::success();
  // A failure without a condition is certain.
  if (none_of(failures, [](const std::string &part) { return part.empty(); }))
    guard.push_back(failures.size() == 1 ? failures[0] : "(" + join(failures, " || ") + ")");
  addOption(std::move(guard), {"assert(false)"});
  return Error::success();
}

/// Silent steps that change nothing are one step, whoever does them; so are those to ERROR.
void PromelaWriter::addTau() {
  std::vector<std::string> staying, failing;
  bool alwaysStays = false, alwaysFails = false;
  for (auto [c, component] : enumerate(net.components)) {
    if (!component.lts->hasTau())
      continue;
    Participant p = participantOf(c, TauAction);
    options += "  " + comment("tau of " + component.name) + "\n";
    for (const Move &move : p.moves) {
      std::string guard = isIn(c, move.sources);
      if (move.target)
        addOption({guard}, {variable(c) + " = " + utostr(*move.target)});
      else if (guard.empty())
        alwaysStays = true;
      else
        staying.push_back(guard);
    }
    if (!p.failing.empty()) {
      failing.push_back(isIn(c, p.failing));
      alwaysFails |= failing.back().empty();
    }
  }
  if (alwaysStays || !staying.empty())
    addOption({alwaysStays ? "" : join(staying, " || ")}, {});
  if (alwaysFails || !failing.empty())
    addOption({alwaysFails ? "" : "(" + join(failing, " || ") + ")"}, {"assert(false)"});
}

/// The states without steps that are successful termination (see Product::isEnd).
std::optional<std::string> PromelaWriter::terminationGuard() const {
  DenseSet<LabelId> terminating;
  bool some = false;
  for (const Component &component : net.components) {
    std::optional<StateId> end = component.lts->end();
    if (!end || (net.ltsaEndRule && *end == Lts::initial()))
      continue;
    some = true;
    for (LabelId label : component.lts->alphabet().labels())
      terminating.insert(label);
  }
  if (!some)
    return std::nullopt;
  std::vector<std::string> guard;
  for (auto [c, component] : enumerate(net.components)) {
    const Lts &lts = *component.lts;
    if (any_of(lts.alphabet().labels(), [&](LabelId label) { return !terminating.contains(label); }))
      return std::nullopt;
    std::vector<StateId> quiet;
    for (StateId s = 0; s < lts.stateCount(); ++s)
      if (lts.end() ? lts.end() == s : lts.successors(s, TauAction).empty())
        quiet.push_back(s);
    std::string condition = isIn(c, quiet);
    if (!condition.empty())
      guard.push_back(condition);
  }
  return guard.empty() ? "true" : join(guard, " && ");
}

void PromelaWriter::declare() {
  for (auto [c, component] : enumerate(net.components)) {
    StateId last = component.lts->stateCount() - 1;
    if (last == 0)
      continue;
    unsigned bits = Log2_32(last) + 1;
    if (bits == 1)
      os << "bit " << variable(c);
    else
      os << "unsigned " << variable(c) << " : " << bits;
    os << "; " << comment(component.name) << '\n';
  }
}

Error PromelaWriter::write() {
  if (net.priority)
    return createStringError(std::errc::not_supported, "'%s' has priority, which the Promela output does not express",
                             net.name.c_str());
  std::vector<LabelId> labels;
  for (const Component &component : net.components)
    append_range(labels, component.lts->alphabet().labels());
  for (LabelId label : Alphabet(net.table, labels).labels())
    if (Error error = addAction(label))
      return error;
  addTau();
  if (options.empty())
    options = "  :: false\n";
  std::optional<std::string> termination = terminationGuard();
  os << comment(net.name) << "\n\n";
  declare();
  os << "\nactive proctype System() {\n  do\n" << options;
  if (termination)
    os << "  /* END */\n  :: " << *termination << " -> break\n";
  os << "  od";
  if (termination)
    os << ";\nend:\n  false";
  os << "\n}\n";
  return Error::success();
}

Error writePromela(const Network &network, raw_ostream &os) {
  return PromelaWriter(network, os).write();
}

} // namespace tenon
