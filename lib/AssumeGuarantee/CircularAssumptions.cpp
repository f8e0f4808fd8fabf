//===- CircularAssumptions.cpp - Circular rules ---------------------------===//

#include "tenon/AssumeGuarantee/CircularAssumptions.h"

#include "CircularSearch.h"
#include "SharedLetters.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;

namespace tenon {

namespace {

/// Sides, and the letters that are looked at.
struct View {
  std::vector<uint32_t> taking; ///< Numbers of the sides.
  std::vector<LtsRef> sides;
  Alphabet letters;
};

/// Four times as much in each round, up to more than there is time for.
CircularEffort effortOf(const CircularEffort &first, unsigned round) {
  auto grown = [round](uint64_t effort) {
    unsigned shift = std::min(2 * round, 40U);
    return effort << shift >> shift == effort ? effort << shift : ~uint64_t(0);
  };
  return {grown(first.conjectures), grown(first.premiseStates), grown(first.conflicts), grown(first.projection)};
}

/// The search over growing alphabets.
class CircularProof {
public:
  CircularProof(const CircularProblem &p, const CircularOptions &o, const Budget &b)
      : problem(p), options(o), budget(b), shared(p.sides, p.property) {}
  CircularResult run();

private:
  bool attempt();
  void proveSomehow(const View &view, CircularSearch &search);
  void improve(const View &view, const CircularSearch &search, ArrayRef<Conjecture> found);
  View narrowed(const View &view, const std::vector<bool> &needed) const;
  View viewOf(const Alphabet &letters, const std::vector<uint32_t> &among) const;
  void accept(const View &view, const CircularSearch &search, ArrayRef<Conjecture> conjectures);
  void count(const CircularSearch &search);
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

/// The sides among these that have some of the letters.
View CircularProof::viewOf(const Alphabet &letters, const std::vector<uint32_t> &among) const {
  View view{{}, {}, letters};
  for (uint32_t side : among)
    if (any_of(letters.labels(), [&](LabelId l) { return problem.sides[side]->alphabet().contains(l); })) {
      view.taking.push_back(side);
      view.sides.push_back(problem.sides[side]);
    }
  return view;
}

void CircularProof::count(const CircularSearch &search) {
  result.iterations += search.iterations();
  if (search.sat().variableCount() > result.satVariables) {
    result.satVariables = search.sat().variableCount();
    result.satClauses = search.sat().clauseCount();
  }
}

void CircularProof::accept(const View &view, const CircularSearch &search, ArrayRef<Conjecture> conjectures) {
  result.largestPremise = search.largestPremise();
  result.assumptions.emplace(problem.sides.size());
  for (size_t i = 0; i < conjectures.size(); ++i)
    if (options.smallest || search.needed()[i])
      (*result.assumptions)[view.taking[i]] = assumption(conjectures[i], *view.sides[i], view.letters);
}

/// Whether there is an answer; otherwise there are more letters to try with.
bool CircularProof::attempt() {
  std::vector<uint32_t> everyone(problem.sides.size());
  std::iota(everyone.begin(), everyone.end(), 0);
  View view = viewOf(shared.visible(), everyone);
  CircularSearch search(view.sides, problem.property, view.letters, options, budget);
  if (!options.smallest) {
    proveSomehow(view, search);
  } else if (std::optional<std::vector<Conjecture>> found = search.run({})) {
    accept(view, search, *found);
  }
  count(search);
  if (result.assumptions)
    return true;
  if (!search.suspicion()) {
    result.limit = search.limit();
    return true;
  }
  std::vector<LabelId> word;
  for (Action letter : *search.suspicion())
    word.push_back(view.letters.label(letter));
  result.violation = shared.findCommonRun(word);
  return result.violation.has_value();
}

/// The sides' own languages, or the smallest assumptions, whichever can be checked first.
void CircularProof::proveSomehow(const View &view, CircularSearch &search) {
  for (unsigned round = 0;; ++round) {
    CircularEffort effort = effortOf(options.first, round);
    if (std::optional<std::vector<Conjecture>> own = search.runWithProjections(effort))
      return improve(view, search, *own);
    if (search.suspicion() || search.limit() != Budget::Limit::States)
      return;
    if (std::optional<std::vector<Conjecture>> found = search.run(effort))
      return accept(view, search, *found);
    if (search.suspicion() || search.limit() != Budget::Limit::States)
      return;
  }
}

/// What a proof is about: the sides that it needs, and the letters that are not a single one's.
View CircularProof::narrowed(const View &view, const std::vector<bool> &needed) const {
  std::vector<uint32_t> taking;
  for (size_t i = 0; i < needed.size(); ++i)
    if (needed[i])
      taking.push_back(view.taking[i]);
  std::vector<LabelId> labels;
  for (LabelId label : view.letters.labels())
    if (problem.property.alphabet().contains(label) ||
        count_if(taking, [&](uint32_t side) { return problem.sides[side]->alphabet().contains(label); }) > 1)
      labels.push_back(label);
  return viewOf(Alphabet(view.letters.table(), std::move(labels)), taking);
}

/// The proof may be about few of the sides, and smaller assumptions may do.
void CircularProof::improve(const View &view, const CircularSearch &search, ArrayRef<Conjecture> found) {
  accept(view, search, found);
  View narrow = narrowed(view, search.needed());
  CircularSearch second(narrow.sides, problem.property, narrow.letters, options, budget);
  if (std::optional<std::vector<Conjecture>> own = second.runWithProjections(options.improving))
    accept(narrow, second, *own);
  if (std::optional<std::vector<Conjecture>> smallest = second.run(options.improving))
    accept(narrow, second, *smallest);
  count(second);
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
