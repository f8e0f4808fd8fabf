//===- LearnedAssumption.cpp - The asymmetric rule with learning ----------===//

#include "tenon/AssumeGuarantee/LearnedAssumption.h"

#include "ReplicatedLabels.h"
#include "WordAutomaton.h"

#include "tenon/Lts/Compose.h"
#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// One proof attempt. The teacher answers for the words over the visible part of the interface.
class AssumptionLearning : public Teacher {
public:
  AssumptionLearning(const Lts &checked, ArrayRef<LtsRef> covered, const Alphabet &interface,
                     const LearningOptions &options, const Budget &budget);

  AssumptionResult run();
  std::optional<bool> isMember(ArrayRef<Letter> word) override;

private:
  using InterfaceWord = std::vector<Action>;

  /// Premise 1: a shortest word that the conjecture allows and that is illegal.
  std::optional<InterfaceWord> findUnsafe(const Dfa &conjecture);
  /// Premise 2: what `covered` does, over the whole interface, when it first leaves the conjecture.
  std::optional<InterfaceWord> findEscape(const Dfa &conjecture);
  /// The same where `covered` has several members: by the rule.
  std::optional<InterfaceWord> findEscapeByRule(const LtsRef &monitor);
  /// `run` is what `covered` does; its visible part is illegal. True if there is a violation in it; otherwise some
  /// action has become visible.
  bool settle(const InterfaceWord &run);
  /// A run of `covered` whose part in `letters` is the word, as far as the interface.
  std::optional<InterfaceWord> runOfCovered(ArrayRef<Action> word, ArrayRef<Action> letters);
  /// These actions and those that replicated components will need as well. Each new alphabet asks again what is known;
  /// once that is much, more is added, and if little is left, all of it.
  std::vector<Action> enlarged(ArrayRef<Action> actions);
  void show(ArrayRef<Action> actions);
  SafetySearch search(std::vector<LtsRef> components);
  void showProgress() const { budget.proofProgress({statesNow, visible.size(), result.iterations, queries}); }
  bool isOver() const { return result.limit != Budget::Limit::None; }

  const Lts &checked;
  ArrayRef<LtsRef> covered;
  const Alphabet interface;
  const LearningOptions &options;
  const Budget &budget;
  std::vector<Action> everything; ///< The interface.
  std::vector<Action> visible;
  LegalLanguage precise;              ///< Over the whole interface.
  std::unique_ptr<LegalLanguage> own; ///< Over the visible part, if that is less.
  std::unique_ptr<Learner> learner;
  uint64_t askedBefore = 0;    ///< When the alphabet last grew.
  uint64_t queries = 0;        ///< Asked of this teacher.
  uint32_t statesNow = 0;      ///< Of the last conjecture.
  uint64_t earlierQueries = 0; ///< Of nested proofs, and of a learner that has been given up.
  AssumptionResult result;
};

} // namespace

static std::vector<Action> actionsOf(const Alphabet &alphabet) {
  std::vector<Action> actions(alphabet.size());
  for (Action action = 1; action <= alphabet.size(); ++action)
    actions[action - 1] = action;
  return actions;
}

/// A component that is not owned here.
static LtsRef borrow(const Lts &lts) {
  return LtsRef(std::shared_ptr<void>(), &lts);
}

AssumptionLearning::AssumptionLearning(const Lts &checkedSide, ArrayRef<LtsRef> coveredSide, const Alphabet &alphabet,
                                       const LearningOptions &learning, const Budget &limits)
    : checked(checkedSide), covered(coveredSide), interface(alphabet), options(learning), budget(limits),
      everything(actionsOf(alphabet)), precise(checkedSide, interface, everything, limits) {
  if (options.refineAlphabet && !everything.empty())
    own = std::make_unique<LegalLanguage>(checked, interface, visible, budget);
  else
    visible = everything;
  learner = makeLearner(options.learner, *this, visible);
}

std::optional<bool> AssumptionLearning::isMember(ArrayRef<Letter> word) {
  constexpr uint64_t CheckInterval = 4096;
  LegalLanguage &language = own ? *own : precise;
  bool answer = language.isLegal(word);
  if (++queries % CheckInterval == 0) {
    showProgress();
    result.limit = budget.exceeded();
  }
  if (language.limit() != Budget::Limit::None)
    result.limit = language.limit();
  if (options.maxQueries && queries > options.maxQueries && !isOver())
    result.limit = Budget::Limit::States;
  if (isOver())
    return std::nullopt;
  return answer;
}

std::optional<AssumptionLearning::InterfaceWord> AssumptionLearning::findUnsafe(const Dfa &conjecture) {
  return findIllegalWord(conjecture, own ? *own : precise, budget, result.limit);
}

SafetySearch AssumptionLearning::search(std::vector<LtsRef> components) {
  Network network;
  network.name = "premise";
  network.table = interface.table();
  for (LtsRef &component : components)
    network.components.push_back({component->name(), std::move(component)});
  SafetyOptions options;
  options.wantDeadlock = false;
  SafetySearch found = searchSafety(network, options, budget);
  if (found.limit != Budget::Limit::None)
    result.limit = found.limit;
  return found;
}

std::optional<AssumptionLearning::InterfaceWord> AssumptionLearning::findEscape(const Dfa &conjecture) {
  if (!conjecture.accepting[0])
    return InterfaceWord();
  auto monitor = std::make_shared<const Lts>(safetyLts(conjecture, interface, true, "A"));
  if (covered.size() > 1)
    return findEscapeByRule(monitor);
  SafetySearch found = search({covered.front(), monitor});
  if (isOver() || !found.error)
    return std::nullopt;
  return projection(found.error->trace, interface);
}

std::optional<AssumptionLearning::InterfaceWord> AssumptionLearning::findEscapeByRule(const LtsRef &monitor) {
  Network first;
  first.name = covered.front()->name();
  first.table = interface.table();
  first.components = {{monitor->name(), monitor}, {covered.front()->name(), covered.front()}};
  Expected<Lts> composed = compose(first, budget);
  if (!composed) {
    consumeError(composed.takeError());
    result.limit = budget.causeOfFailure();
    return std::nullopt;
  }
  ArrayRef<LtsRef> tail = covered.drop_front();
  Alphabet inner = interfaceAlphabet(*composed, tail);
  AssumptionResult nested = learnAssumption(*composed, tail, inner, options, budget);
  result.limit = nested.limit;
  earlierQueries += nested.membershipQueries;
  result.iterations += nested.iterations;
  result.equivalenceQueries += nested.equivalenceQueries;
  if (isOver())
    return std::nullopt;
  if (nested.assumption) {
    result.inner = std::move(nested.inner);
    result.inner.insert(result.inner.begin(), std::move(*nested.assumption));
    return std::nullopt;
  }
  std::vector<LtsRef> components(covered.begin(), covered.end());
  components.push_back(monitor);
  components.push_back(std::make_shared<const Lts>(wordAutomaton(inner, actionsOf(inner), *nested.violation)));
  SafetySearch found = search(std::move(components));
  if (isOver())
    return std::nullopt;
  assert(found.error && "the violation is a run of the components");
  return projection(found.error->trace, interface);
}

std::optional<AssumptionLearning::InterfaceWord> AssumptionLearning::runOfCovered(ArrayRef<Action> word,
                                                                                  ArrayRef<Action> letters) {
  if (covered.size() == 1)
    return runAlong(*covered.front(), interface, letters, word);
  if (word.empty())
    return InterfaceWord();
  std::vector<LtsRef> components(covered.begin(), covered.end());
  components.push_back(std::make_shared<const Lts>(wordAutomaton(interface, letters, word, true)));
  SafetySearch found = search(std::move(components));
  if (!found.error)
    return std::nullopt;
  return projection(found.error->trace, interface);
}

bool AssumptionLearning::settle(const InterfaceWord &run) {
  bool isLegal = precise.isLegal(run);
  if (precise.limit() != Budget::Limit::None)
    result.limit = precise.limit();
  if (isOver())
    return false;
  if (!isLegal) {
    result.violation = run;
    return true;
  }
  auto guide = std::make_shared<const Lts>(wordAutomaton(interface, visible, projection(run, visible)));
  SafetySearch found = search({borrow(checked), guide});
  if (isOver())
    return false;
  assert(found.error && "the visible part of the run is illegal");
  InterfaceWord error = projection(found.error->trace, interface);
  if (runOfCovered(error, everything)) {
    result.violation = std::move(error);
    return true;
  }
  if (isOver())
    return false;
  // Both have the same visible part, so they first differ in an action that is not visible.
  std::vector<Action> differing;
  std::vector<size_t> counts(interface.size() + size_t(1));
  for (Action action : run)
    ++counts[action];
  for (Action action : error)
    --counts[action];
  for (Action action : everything)
    if (counts[action] != 0 && !is_contained(visible, action))
      differing.push_back(action);
  if (differing.empty()) {
    auto [a, b] = std::mismatch(run.begin(), run.end(), error.begin(), error.end());
    differing.push_back(is_contained(visible, *a) ? *b : *a);
  }
  show(enlarged(differing));
  return false;
}

std::vector<Action> AssumptionLearning::enlarged(ArrayRef<Action> actions) {
  constexpr uint64_t Little = 1000;
  uint64_t asked = learner->statistics().membershipQueries;
  bool isLittle = asked - std::exchange(askedBefore, asked) < Little;
  return withReplicas(interface, visible, actions, isLittle);
}

void AssumptionLearning::show(ArrayRef<Action> actions) {
  append_range(visible, actions);
  if (visible.size() < everything.size()) {
    own = std::make_unique<LegalLanguage>(checked, interface, visible, budget);
    learner->grow(actions, true);
    return;
  }
  // What was learned of the hidden language is in the way of the final one: it takes more experiments than a new start.
  own.reset();
  visible = everything;
  earlierQueries += learner->statistics().membershipQueries;
  askedBefore = 0;
  learner = makeLearner(options.learner, *this, visible);
}

AssumptionResult AssumptionLearning::run() {
  while (!isOver()) {
    const Dfa *conjecture = learner->conjecture();
    if (!conjecture)
      break;
    ++result.iterations;
    ++result.equivalenceQueries;
    statesNow = conjecture->stateCount();
    showProgress();
    std::optional<InterfaceWord> word = findUnsafe(*conjecture);
    if (isOver())
      break;
    if (word && own) {
      // An illegal word that `covered` can do ends the matter or the alphabet; there is no need to learn it first.
      std::optional<InterfaceWord> run = runOfCovered(*word, visible);
      if (isOver() || (run && settle(*run)))
        break;
      if (isOver())
        break;
      if (run)
        continue;
    }
    if (!word) {
      std::optional<InterfaceWord> escape = findEscape(*conjecture);
      if (isOver())
        break;
      if (!escape) {
        result.assumption = safetyLts(*conjecture, interface, false, "A");
        break;
      }
      word = projection(*escape, visible);
      if (!(own ? *own : precise).isLegal(*word)) {
        if (settle(*escape) || isOver())
          break;
        continue;
      }
    }
    if (!learner->refine(*word))
      break;
  }
  result.membershipQueries = learner->statistics().membershipQueries + earlierQueries;
  return std::move(result);
}

AssumptionResult learnAssumption(const AssumptionProblem &problem, const LearningOptions &options,
                                 const Budget &budget) {
  LtsRef covered = borrow(problem.covered);
  return learnAssumption(problem.checked, covered, problem.interface, options, budget);
}

AssumptionResult learnAssumption(const Lts &checked, ArrayRef<LtsRef> covered, const Alphabet &interface,
                                 const LearningOptions &options, const Budget &budget) {
  return AssumptionLearning(checked, covered, interface, options, budget).run();
}

Alphabet interfaceAlphabet(const Lts &checked, ArrayRef<LtsRef> covered) {
  std::vector<LabelId> labels;
  for (LabelId label : checked.alphabet().labels())
    if (any_of(covered, [label](const LtsRef &member) { return member->alphabet().contains(label); }))
      labels.push_back(label);
  return Alphabet(checked.alphabet().table(), std::move(labels));
}

} // namespace tenon
