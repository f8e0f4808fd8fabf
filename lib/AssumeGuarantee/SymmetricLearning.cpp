//===- SymmetricLearning.cpp - Assumptions of all sides -------------------===//

#include "SymmetricLearning.h"

#include "ReplicatedLabels.h"
#include "RuleReport.h"
#include "WordAutomaton.h"

#include "tenon/Lts/LegalLanguage.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

Lts complement(const Lts &lts, LabelId done) {
  std::vector<LabelId> labels = lts.alphabet().labels();
  labels.push_back(done);
  Alphabet alphabet(lts.alphabet().table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(lts.stateCount());
  StateId outside = builder.addState();
  for (Action action = 1; action <= lts.alphabet().size(); ++action) {
    Action own = *alphabet.find(lts.alphabet().label(action));
    builder.addAction(outside, own, outside);
    for (StateId s = 0; s < lts.stateCount(); ++s) {
      ArrayRef<Transition> moves = lts.successors(s, action);
      builder.addAction(s, own, moves.empty() || moves.front().target == ErrorState ? outside : moves.front().target);
    }
  }
  builder.addAction(outside, *alphabet.find(done), ErrorState);
  return builder.build("not " + lts.name());
}

namespace {

/// One side: teacher and learner of its weakest assumption over the visible actions.
class SideLearning : public Teacher {
public:
  SideLearning(LtsRef side, const Alphabet &alphabet, ArrayRef<Action> all, const LearningOptions &learning,
               const Budget &limits)
      : checked(std::move(side)), interface(alphabet), everything(all), options(learning), budget(limits),
        precise(*checked, interface, everything, limits) {}

  std::optional<bool> isMember(ArrayRef<Letter> word) override;
  /// Learns anew, or from the start, over these actions, the last of which are new.
  void show(ArrayRef<Action> visible, ArrayRef<Action> added);
  /// Refines the conjecture until it has no illegal word (the side's own premise). False at a limit.
  bool settleOwnPremise(SymmetricResult &result);
  bool refine(ArrayRef<Letter> word) {
    isSettled = false;
    return learner->refine(word);
  }
  const Dfa &conjecture() const { return *current; }

  bool isLegal(ArrayRef<Action> word) { return (own ? *own : precise).isLegal(word); }
  bool isPreciselyLegal(ArrayRef<Action> word) { return precise.isLegal(word); }
  bool has(Action action) const { return checked->alphabet().contains(interface.label(action)); }
  const LtsRef &system() const { return checked; }
  uint64_t queries() const { return earlierQueries + (learner ? learner->statistics().membershipQueries : 0); }
  Budget::Limit limit() const {
    return limitReached != Budget::Limit::None          ? limitReached
           : own && own->limit() != Budget::Limit::None ? own->limit()
                                                        : precise.limit();
  }

private:
  LtsRef checked;
  const Alphabet &interface;
  ArrayRef<Action> everything;
  const LearningOptions &options;
  const Budget &budget;
  LegalLanguage precise;              ///< Over the whole interface.
  std::unique_ptr<LegalLanguage> own; ///< Over the visible part, if that is less.
  std::unique_ptr<Learner> learner;
  const Dfa *current = nullptr;
  bool isSettled = false; ///< The conjecture has no illegal word.
  uint64_t asked = 0;
  uint64_t earlierQueries = 0; ///< Of a learner that has been given up.
  Budget::Limit limitReached = Budget::Limit::None;
};

class SymmetricLearning {
public:
  SymmetricLearning(const SymmetricProblem &problem, const LearningOptions &options, const Budget &budget);
  SymmetricResult run();

private:
  using Word = std::vector<Action>;

  /// The last premise: a shortest word outside all conjectures that violates the property.
  std::optional<Word> findUncovered();
  /// The word violates the property. Refines the conjectures that exclude it wrongly; if there are none, it is a
  /// violation, or some action becomes visible. True if the matter is settled.
  bool analyze(const Word &word);
  bool analyzeIllegal(const Word &word);
  /// What a side does, over the whole interface, when it comes to ERROR by a word of visible actions.
  Word errorRun(const SideLearning &side, const LtsRef &guide);
  /// Hidden actions in which the runs differ.
  std::vector<Action> differences(ArrayRef<Word> runs) const;
  void show(std::vector<Action> actions);
  SafetySearch search(std::vector<LtsRef> components);
  std::vector<Lts> assumptions() const;
  bool isOver();
  uint64_t queries() const;

  const SymmetricProblem &problem;
  const Budget &budget;
  std::vector<Action> everything, visible;
  std::vector<std::unique_ptr<SideLearning>> sides;
  LtsRef violations; ///< The complement of the property.
  uint64_t askedBefore = 0;
  SymmetricResult result;
};

} // namespace

std::optional<bool> SideLearning::isMember(ArrayRef<Letter> word) {
  constexpr uint64_t CheckInterval = 4096;
  bool answer = isLegal(word);
  if (++asked % CheckInterval == 0)
    limitReached = budget.exceeded();
  return limit() == Budget::Limit::None ? std::optional(answer) : std::nullopt;
}

void SideLearning::show(ArrayRef<Action> visible, ArrayRef<Action> added) {
  bool isAll = visible.size() == everything.size();
  own = isAll ? nullptr : std::make_unique<LegalLanguage>(*checked, interface, visible, budget);
  isSettled = false;
  if (learner && !isAll)
    return learner->grow(added, true);
  // What was learned of the hidden language is in the way of the final one.
  earlierQueries = queries();
  learner = makeLearner(options.learner, *this, visible);
}

bool SideLearning::settleOwnPremise(SymmetricResult &result) {
  while (!isSettled) {
    current = learner->conjecture();
    if (!current)
      return false;
    ++result.iterations;
    ++result.equivalenceQueries;
    std::optional<std::vector<Action>> word = findIllegalWord(*current, own ? *own : precise, budget, limitReached);
    if (limit() != Budget::Limit::None)
      return false;
    isSettled = !word;
    if (word && !refine(*word))
      return false;
  }
  return true;
}

SymmetricLearning::SymmetricLearning(const SymmetricProblem &given, const LearningOptions &options,
                                     const Budget &limits)
    : problem(given), budget(limits), violations(std::make_shared<const Lts>(complement(*given.property, given.done))) {
  for (Action action = 1; action <= problem.interface.size(); ++action) {
    everything.push_back(action);
    if (!options.refineAlphabet || problem.property->alphabet().contains(problem.interface.label(action)))
      visible.push_back(action);
  }
  for (const LtsRef &checked : problem.checked) {
    sides.push_back(std::make_unique<SideLearning>(checked, problem.interface, everything, options, budget));
    sides.back()->show(visible, visible);
  }
}

bool SymmetricLearning::isOver() {
  for (const std::unique_ptr<SideLearning> &side : sides)
    if (result.limit == Budget::Limit::None)
      result.limit = side->limit();
  return result.limit != Budget::Limit::None;
}

uint64_t SymmetricLearning::queries() const {
  uint64_t sum = 0;
  for (const std::unique_ptr<SideLearning> &side : sides)
    sum += side->queries();
  return sum;
}

SafetySearch SymmetricLearning::search(std::vector<LtsRef> components) {
  SafetyOptions options;
  options.wantDeadlock = false;
  SafetySearch found =
      searchSafety(networkOf("premise", problem.interface.table(), std::move(components)), options, budget);
  if (found.limit != Budget::Limit::None)
    result.limit = found.limit;
  return found;
}

std::vector<Lts> SymmetricLearning::assumptions() const {
  std::vector<Lts> found;
  for (const std::unique_ptr<SideLearning> &side : sides)
    found.push_back(safetyLts(side->conjecture(), problem.interface, false, "A"));
  return found;
}

std::optional<SymmetricLearning::Word> SymmetricLearning::findUncovered() {
  std::vector<LtsRef> components{violations};
  for (const Lts &assumption : assumptions())
    components.push_back(std::make_shared<const Lts>(complement(assumption, problem.done)));
  SafetySearch found = search(std::move(components));
  if (isOver() || !found.error)
    return std::nullopt;
  return projection(found.error->trace, problem.interface);
}

bool SymmetricLearning::analyze(const Word &word) {
  bool isLegal = false;
  for (const std::unique_ptr<SideLearning> &side : sides) {
    if (!side->isLegal(word))
      continue;
    isLegal = true;
    if (!side->refine(word))
      return true;
  }
  return !isLegal && !isOver() && analyzeIllegal(word);
}

SymmetricLearning::Word SymmetricLearning::errorRun(const SideLearning &side, const LtsRef &guide) {
  SafetySearch found = search({side.system(), guide});
  if (isOver())
    return {};
  assert(found.error && "the word is illegal");
  return projection(found.error->trace, problem.interface);
}

bool SymmetricLearning::analyzeIllegal(const Word &word) {
  if (visible.size() == everything.size()) {
    result.violation = word;
    return true;
  }
  auto guide = std::make_shared<const Lts>(wordAutomaton(problem.interface, visible, word));
  std::vector<Word> runs;
  for (const std::unique_ptr<SideLearning> &side : sides) {
    runs.push_back(errorRun(*side, guide));
    if (isOver())
      return true;
    if (none_of(sides, [&](const auto &other) { return other->isPreciselyLegal(runs.back()); })) {
      result.violation = runs.back();
      return true;
    }
    if (isOver())
      return true;
  }
  show(differences(runs));
  return false;
}

std::vector<Action> SymmetricLearning::differences(ArrayRef<Word> runs) const {
  std::vector<Action> hidden, occurring, differing;
  copy_if(everything, std::back_inserter(hidden), [&](Action action) { return !is_contained(visible, action); });
  for (Action action : hidden) {
    std::vector<ptrdiff_t> counts;
    for (size_t i = 0; i < sides.size(); ++i)
      if (sides[i]->has(action))
        counts.push_back(count(runs[i], action));
    if (!all_equal(counts))
      differing.push_back(action);
    else if (!counts.empty() && counts.front() > 0)
      occurring.push_back(action);
  }
  // The runs may differ in the order alone.
  return differing.empty() ? occurring : differing;
}

void SymmetricLearning::show(std::vector<Action> actions) {
  constexpr uint64_t Little = 1000;
  assert(!actions.empty() && "runs without hidden actions are the word, which is illegal for all");
  uint64_t asked = queries();
  bool isLittle = asked - std::exchange(askedBefore, asked) < Little;
  actions = withReplicas(problem.interface, visible, actions, isLittle);
  append_range(visible, actions);
  for (const std::unique_ptr<SideLearning> &side : sides)
    side->show(visible, actions);
}

SymmetricResult SymmetricLearning::run() {
  while (!isOver()) {
    if (!all_of(sides, [&](const auto &side) { return side->settleOwnPremise(result); }))
      break;
    std::optional<Word> word = findUncovered();
    if (isOver())
      break;
    if (!word) {
      result.assumptions = assumptions();
      break;
    }
    if (analyze(*word))
      break;
  }
  if (isOver()) {
    result.violation.reset();
    result.assumptions.clear();
  }
  result.membershipQueries = queries();
  return std::move(result);
}

SymmetricResult learnSymmetricAssumptions(const SymmetricProblem &problem, const LearningOptions &options,
                                          const Budget &budget) {
  return SymmetricLearning(problem, options, budget).run();
}

} // namespace tenon
