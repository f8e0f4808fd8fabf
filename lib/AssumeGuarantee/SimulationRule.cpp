//===- SimulationRule.cpp - Rule AG-NC for simulation ---------------------===//

#include "SimulationRule.h"

#include "tenon/Check/SimulationCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message.str());
}

//===----------------------------------------------------------------------===//
// The sides
//===----------------------------------------------------------------------===//

/// END becomes an action that stays possible. A component without END is no obstacle to the end of the whole, but for
/// its silent steps (fsp-language §11).
static LtsRef withEndAction(const Lts &lts, LabelId label, bool needsEnd) {
  std::vector<LabelId> labels = lts.alphabet().labels();
  labels.push_back(label);
  Alphabet alphabet(lts.alphabet().table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(lts.stateCount());
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    for (const Transition &t : lts.successors(s))
      builder.addAction(s, t.action == TauAction ? TauAction : *alphabet.find(lts.alphabet().label(t.action)),
                        t.target);
    bool isOver = lts.end() ? s == lts.end() : !needsEnd && lts.successors(s, TauAction).empty();
    if (isOver)
      builder.addAction(s, *alphabet.find(label), s);
  }
  return std::make_shared<const Lts>(builder.build(lts.name(), LtsBuilder::Keep::All));
}

/// Whether the system has an end: some component has END, and no other one has a label that those lack.
static bool canTerminate(const Decomposition &decomposition) {
  DenseSet<LabelId> terminating, others;
  bool some = false;
  for (const Decomposition::Side &side : decomposition.sides)
    for (const Component &component : side.components) {
      const Lts &lts = *component.lts;
      bool counts = lts.end() && !(decomposition.whole.ltsaEndRule && lts.end() == Lts::initial());
      some |= counts;
      for (LabelId label : lts.alphabet().labels())
        (counts ? terminating : others).insert(label);
    }
  return some && all_of(others, [&](LabelId label) { return terminating.contains(label); });
}

/// M1 is the first side, M2 all others, composed, unless `assume` names the one that is M2.
Error SimulationRule::composeSides() {
  std::vector<const Decomposition::Side *> sides;
  for (const Decomposition::Side &side : decomposition.sides)
    sides.push_back(&side);
  if (sides.size() < 2)
    return indivisible(decomposition);
  if (!options.assume.empty()) {
    auto about = find_if(sides, [&](const auto *side) { return side->name == options.assume; });
    if (about == sides.end() || sides.size() > 2)
      return problem("--assume names one of two sides; those of the system are " +
                     join(map_range(sides, [](const auto *side) { return side->name; }), ", "));
    if (about == sides.begin())
      std::swap(sides[0], sides[1]);
  }
  Decomposition::Side rest;
  for (const Decomposition::Side *side : ArrayRef(sides).drop_front()) {
    rest.name += (rest.name.empty() ? "" : " || ") + side->name;
    rest.components.insert(rest.components.end(), side->components.begin(), side->components.end());
  }
  Decomposition::Side first = *sides.front();
  checkedName = first.name;
  coveredName = rest.name;
  specification = decomposition.property;
  if (canTerminate(decomposition)) {
    LabelId end = decomposition.whole.table->intern("END");
    for (Decomposition::Side *side : {&first, &rest})
      for (Component &component : side->components)
        component.lts = withEndAction(*component.lts, end, /*needsEnd=*/false);
    specification = withEndAction(*specification, end, /*needsEnd=*/true);
  }
  for (auto [side, place] : {std::pair(&first, &checked), {&rest, &covered}}) {
    Expected<LtsRef> composed = composeSide(decomposition, *side, budget);
    if (!composed)
      return composed.takeError();
    if ((*composed)->hasError())
      return problem("'" + side->name +
                     "' can come to ERROR by itself: --method=simulation is for systems without, properties included");
    *place = *composed;
  }
  return Error::success();
}

/// What the sides do together, and what the specification sees. The rest is each side's own concern: silent steps.
void SimulationRule::chooseLetters() {
  std::vector<LabelId> labels = specification->alphabet().labels();
  for (LabelId label : checked->alphabet().labels())
    if (covered->alphabet().contains(label))
      labels.push_back(label);
  letters = Alphabet(decomposition.whole.table, std::move(labels)).labels();
}

TreeSide SimulationRule::sideOf(const LtsRef &lts) const {
  TreeSide side{lts, {std::nullopt}, {}};
  for (LabelId label : lts->alphabet().labels()) {
    auto place = find(letters, label);
    side.letterOf.push_back(place == letters.end() ? std::nullopt
                                                   : std::optional(static_cast<TreeLetter>(place - letters.begin())));
  }
  for (auto [letter, label] : enumerate(letters))
    if (!lts->alphabet().contains(label))
      side.everywhere.push_back(static_cast<TreeLetter>(letter));
  return side;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The tables of the automaton, as a comment.
static std::string tables(const TreeDfa &automaton, ArrayRef<std::string> letters) {
  std::string text;
  raw_string_ostream os(text);
  std::vector<std::string> accepting;
  for (uint32_t s = 0; s < automaton.stateCount(); ++s)
    if (automaton.accepting[s])
      accepting.push_back(std::to_string(s));
  os << "// A deterministic tree automaton; it begins in 0 and accepts in {" << join(accepting, ", ") << "}.\n";
  for (uint32_t s = 0; s < automaton.stateCount(); ++s) {
    os << "// " << s << ':';
    for (TreeLetter letter = 0; letter < automaton.letters; ++letter)
      os << (letter ? ", " : " ") << letters[letter] << " to " << automaton.target(s, letter);
    os << ';';
    for (uint32_t other = 0; other < automaton.stateCount(); ++other)
      os << (other ? ", " : " ") << "+" << other << " to " << automaton.sum(s, other);
    os << '\n';
  }
  return text;
}

void SimulationRule::reportProof(const TreeAssumption &found, CheckResult &result) {
  result.verdict = Verdict::Holds;
  AssumptionReport &report = result.assumptions.emplace_back();
  const TreeDfa &automaton = *found.assumption;
  report.about = coveredName;
  report.automaton.name = "Assumption";
  report.automaton.states = automaton.stateCount();
  report.automaton.transitions = automaton.forward.size() + automaton.cross.size();
  for (LabelId label : letters)
    report.automaton.alphabet.push_back(decomposition.whole.table->text(label).str());
  report.automaton.source = tables(automaton, report.automaton.alphabet);
  if (!options.certify)
    return;
  std::optional<bool> first = certifyImplied(automaton, sideOf(checked), sideOf(specification), budget);
  std::optional<bool> second = first ? certifyAccepted(sideOf(covered), automaton, budget) : std::nullopt;
  if (second) {
    result.certified = *first && *second;
    return;
  }
  result.verdict = Verdict::Unknown;
  result.reason = "it holds, but was not certified: " + budget.describe(budget.causeOfFailure());
}

/// Whether the system can do the tree, whatever it does in between that has no letter.
bool SimulationRule::replays(const LtsRef &lts, const SpelledTree &tree) const {
  TreeReplay replay;
  replay.weak = true;
  for (LabelId label : lts->alphabet().labels())
    if (!is_contained(letters, label))
      replay.unseen.insert(decomposition.whole.table->text(label));
  for (LabelId label : letters)
    if (!lts->alphabet().contains(label))
      replay.everywhere.insert(decomposition.whole.table->text(label));
  return canDoTree(*lts, tree, replay);
}

void SimulationRule::reportTreeViolation(const TreeAssumption &found, CheckResult &result) {
  result.verdict = Verdict::Violated;
  SpelledTree tree{found.trees, *found.violation, {}};
  for (LabelId label : letters)
    tree.letters.push_back(decomposition.whole.table->text(label).str());
  result.reason =
      checkedName + " and " + coveredName + " can do this tree, and " + decomposition.propertyName + " cannot";
  reportTree(tree, result);
  if (options.certify)
    result.certified = replays(checked, tree) && replays(covered, tree) && !replays(specification, tree);
}

Expected<CheckResult> SimulationRule::run() {
  CheckResult result;
  if (Error error = composeSides()) {
    if (budget.exceeded() == Budget::Limit::None)
      return error;
    consumeError(std::move(error));
    result.reason = budget.describe(budget.causeOfFailure());
    return result;
  }
  chooseLetters();
  result.notes.push_back("checked: " + checkedName + "; assumption about: " + coveredName);
  TreeSide first = sideOf(checked), second = sideOf(covered), third = sideOf(specification);
  TreeAssumption found = learnTreeAssumption({first, second, third, static_cast<uint32_t>(letters.size())}, budget);
  result.iterations = result.equivalenceQueries = found.statistics.equivalenceQueries;
  result.membershipQueries = found.statistics.membershipQueries;
  if (found.assumption)
    reportProof(found, result);
  else if (found.violation)
    reportTreeViolation(found, result);
  else
    result.reason = budget.describe(found.limit);
  return result;
}

} // namespace tenon
