//===- CircularAssumptions.cpp - Circular rules ---------------------------===//

#include "tenon/AssumeGuarantee/CircularAssumptions.h"

#include "CircularEncoding.h"
#include "CircularPremises.h"
#include "SharedLetters.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <cassert>
#include <set>
#include <thread>

using namespace llvm;

namespace tenon {

namespace {

/// The algorithm ACR (Algorithms 2, 3 and 5) over fixed letters.
class CircularSearch {
public:
  CircularSearch(ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters, const CircularOptions &options,
                 const Budget &budget);

  /// The conjectures with which the rule applies; or nothing, and there is a suspicion or a limit.
  std::optional<std::vector<Conjecture>> run();
  /// A word that each side can do and the property does not allow.
  const std::optional<std::vector<Action>> &suspicion() const { return violation; }
  Budget::Limit limit() const { return limitReached; }
  const SatSolver &sat() const { return encoding->sat(); }
  uint64_t iterations() const { return rounds; }
  uint64_t largestPremise() const { return largest; }

private:
  std::vector<CircularPremises::Outcome> checkPremises(ArrayRef<Conjecture> conjectures) const;
  bool learn(uint32_t premise, ArrayRef<Action> word);
  bool addContinuations(ArrayRef<Action> word);
  SideLetters sideLetters() const;

  const CircularOptions &options;
  const Budget &budget;
  CircularLanguages languages;
  CircularPremises premises;
  std::unique_ptr<CircularEncoding> encoding;
  std::set<std::vector<Action>> continued; ///< Words whose continuations the encoding knows.
  std::optional<std::vector<Action>> violation;
  Budget::Limit limitReached = Budget::Limit::None;
  uint64_t rounds = 0, largest = 0;
};

CircularSearch::CircularSearch(ArrayRef<LtsRef> sides, const Lts &property, const Alphabet &letters,
                               const CircularOptions &opts, const Budget &limits)
    : options(opts), budget(limits), languages(sides, property, letters, limits),
      premises(sides, property, letters, limits) {
  encoding =
      options.encoding == SatEncoding::Binary ? makeBinaryEncoding(sideLetters()) : makeOneHotEncoding(sideLetters());
}

SideLetters CircularSearch::sideLetters() const {
  SideLetters letters(languages.sideCount());
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    for (Action letter = 1; letter <= languages.letters().size(); ++letter)
      if (languages.sees(side, letter))
        letters[side].push_back(letter);
  return letters;
}

std::optional<std::vector<Conjecture>> CircularSearch::run() {
  if (!languages.isLegal({})) {
    violation.emplace();
    return std::nullopt;
  }
  if (!addContinuations({}))
    return std::nullopt;
  while (true) {
    if (encoding->solve(budget) == SatSolver::Answer::Unknown) {
      limitReached = encoding->sat().limit();
      return std::nullopt;
    }
    std::vector<Conjecture> conjectures = encoding->conjectures();
    ++rounds;
    std::vector<CircularPremises::Outcome> outcomes = checkPremises(conjectures);
    bool holds = true;
    largest = 0;
    for (uint32_t premise = 0; premise < outcomes.size(); ++premise) {
      const CircularPremises::Outcome &outcome = outcomes[premise];
      largest = std::max(largest, outcome.states);
      limitReached = outcome.limit != Budget::Limit::None ? outcome.limit : languages.limit();
      if (limitReached != Budget::Limit::None)
        return std::nullopt;
      holds &= outcome.words.empty();
      for (const std::vector<Action> &word : outcome.words)
        if (!learn(premise, word))
          return std::nullopt;
    }
    if (holds)
      return conjectures;
  }
}

std::vector<CircularPremises::Outcome> CircularSearch::checkPremises(ArrayRef<Conjecture> conjectures) const {
  size_t most = 0;
  for (const Conjecture &conjecture : conjectures)
    most += conjecture.stateCount;
  std::vector<CircularPremises::Outcome> outcomes(premises.count());
  std::atomic<uint32_t> next = 0;
  auto work = [&] {
    for (uint32_t premise = next++; premise < outcomes.size(); premise = next++)
      outcomes[premise] = premises.check(premise, conjectures, most);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::min<size_t>(options.jobs, outcomes.size()); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return outcomes;
}

/// False if the word may be a violation.
bool CircularSearch::learn(uint32_t premise, ArrayRef<Action> word) {
  bool isInductive = premise < languages.sideCount();
  ConstraintUpdate update =
      isInductive ? updateConstraints(premise, word, languages) : updateConstraints(word, languages);
  violation = std::move(update.violation);
  if (violation)
    return false;
  encoding->add(*update.constraint);
  for (size_t length = 1; length <= word.size(); ++length)
    if (!addContinuations(word.take_front(length)))
      return false;
  return true;
}

/// If all sides together can do the word, all of its continuations by one letter are decided (Lemma 3.3): a side that
/// can go on has the letter in its assumption; where the property does not allow it, one that cannot does not.
bool CircularSearch::addContinuations(ArrayRef<Action> word) {
  for (uint32_t side = 0; side < languages.sideCount(); ++side)
    if (!languages.contains(side, word))
      return true;
  if (!languages.isLegal(word) || !continued.insert(word.vec()).second)
    return true;
  std::vector<std::vector<Action>> after;
  for (uint32_t side = 0; side < languages.sideCount(); ++side) {
    after.push_back(languages.continuations(side, word));
    std::vector<Action> own = languages.project(word, side);
    for (Action letter : after.back()) {
      own.push_back(letter);
      encoding->add(MembershipConstraint::contains(side, own));
      own.pop_back();
    }
  }
  std::vector<Action> next = word.vec();
  for (Action letter = 1; letter <= languages.letters().size(); ++letter) {
    next.push_back(letter);
    if (!languages.isLegal(next)) {
      std::vector<MembershipConstraint> parts;
      for (uint32_t side = 0; side < languages.sideCount(); ++side)
        if (languages.sees(side, letter) && !is_contained(after[side], letter))
          parts.push_back(MembershipConstraint::excludes(side, languages.project(next, side)));
      if (parts.empty()) {
        violation = std::move(next);
        return false;
      }
      encoding->add(MembershipConstraint::join(MembershipConstraint::Kind::Any, std::move(parts)));
    }
    next.pop_back();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Alphabets
//===----------------------------------------------------------------------===//

/// The search over growing alphabets.
class CircularProof {
public:
  CircularProof(const CircularProblem &p, const CircularOptions &o, const Budget &b)
      : problem(p), options(o), budget(b), shared(p.sides, p.property) {}
  CircularResult run();

private:
  bool attempt();
  Lts assumption(const Conjecture &conjecture, const Lts &side, const Alphabet &letters) const;

  const CircularProblem &problem;
  const CircularOptions &options;
  const Budget &budget;
  SharedLetters shared;
  CircularResult result;
};

CircularResult CircularProof::run() {
  if (!options.refineAlphabet)
    shared.showAll();
  result.interface = shared.all();
  while (!attempt()) {
  }
  return std::move(result);
}

/// Whether there is an answer; otherwise there are more letters to try with.
bool CircularProof::attempt() {
  const Alphabet &letters = shared.visible();
  std::vector<uint32_t> taking;
  std::vector<LtsRef> sides;
  for (uint32_t side = 0; side < problem.sides.size(); ++side)
    if (any_of(letters.labels(), [&](LabelId l) { return problem.sides[side]->alphabet().contains(l); })) {
      taking.push_back(side);
      sides.push_back(problem.sides[side]);
    }
  CircularSearch search(sides, problem.property, letters, options, budget);
  std::optional<std::vector<Conjecture>> found = search.run();
  result.iterations += search.iterations();
  if (search.sat().variableCount() > result.satVariables) {
    result.satVariables = search.sat().variableCount();
    result.satClauses = search.sat().clauseCount();
  }
  result.largestPremise = search.largestPremise();
  if (found) {
    result.assumptions.emplace(problem.sides.size());
    for (size_t i = 0; i < found->size(); ++i)
      (*result.assumptions)[taking[i]] = assumption((*found)[i], *sides[i], letters);
    return true;
  }
  if (!search.suspicion()) {
    result.limit = search.limit();
    return true;
  }
  std::vector<LabelId> word;
  for (Action letter : *search.suspicion())
    word.push_back(letters.label(letter));
  result.violation = shared.findCommonRun(word);
  return result.violation.has_value();
}

Lts CircularProof::assumption(const Conjecture &conjecture, const Lts &side, const Alphabet &letters) const {
  std::vector<LabelId> labels;
  for (LabelId label : letters.labels())
    if (side.alphabet().contains(label))
      labels.push_back(label);
  Alphabet alphabet(letters.table(), std::move(labels));
  LtsBuilder builder(alphabet);
  builder.reserveStates(conjecture.stateCount);
  for (uint32_t s = 0; s < conjecture.stateCount; ++s)
    for (Action letter = 1; letter <= conjecture.letterCount; ++letter)
      if (uint32_t target = conjecture.target(s, letter); target != Conjecture::Refused)
        builder.addAction(s, letter, target);
  return builder.build("g");
}

} // namespace

CircularResult findCircularAssumptions(const CircularProblem &problem, const CircularOptions &options,
                                       const Budget &budget) {
  return CircularProof(problem, options, budget).run();
}

} // namespace tenon
