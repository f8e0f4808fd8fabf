//===- CertifyTest.cpp - The independent check of liveness verdicts -------===//

#include "tenon/Check/Certify.h"
#include "tenon/Check/Checker.h"
#include "tenon/Lower/Ltl.h"
#include "tenon/Lower/SafetyMonitor.h"
#include "tenon/Lts/Formats.h"

#include "Lower/LoweredText.h"
#include "RandomFormulas.h"
#include "RandomSystems.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

//===----------------------------------------------------------------------===//
// Verdicts of the checker
//===----------------------------------------------------------------------===//

const std::vector<std::string> Pool = {"a", "b", "c", "d"};

std::string set(const std::vector<std::string> &labels) {
  return "{" + llvm::join(labels, ", ") + "}";
}

std::string randomSystemText(RandomSystems &random) {
  RandomLtsOptions shape;
  shape.labelPool = Pool;
  shape.maxStates = 4;
  shape.density = 1.5;
  shape.error = random.chance(0.25);
  shape.stop = shape.end = random.chance(0.5);
  std::string text;
  llvm::raw_string_ostream os(text);
  std::vector<std::string> names;
  for (unsigned i = random.between(1, 2); i > 0; --i) {
    names.push_back("P" + std::to_string(i));
    llvm::cantFail(writeFsp(random.lts(shape, names.back()), names.back(), os));
  }
  os << "||S = (" << llvm::join(names, " || ") << ")";
  if (random.chance(0.2))
    os << (random.chance(0.5) ? " >> " : " << ") << set(random.subset(Pool, 1, 2));
  if (random.chance(0.2))
    os << (random.chance(0.7) ? " \\ " : " @ ") << set(random.subset(Pool, 1, 2));
  os << ".\n";
  return text;
}

std::string randomQuestionsText(RandomSystems &random) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Model model;
  RandomSystems formulas(random.below(1u << 30), model.labels);
  RandomFormulaOptions shape;
  shape.maxDepth = 3;
  shape.safety = random.chance(0.3);
  addRandomFluents(formulas, model, shape);
  for (const Fluent &fluent : model.fluents) {
    auto labels = [&](const std::vector<LabelId> &ids, const char *otherwise) {
      std::vector<std::string> texts;
      texts.reserve(ids.size());
      for (LabelId id : ids)
        texts.push_back(model.labels->text(id).str());
      return texts.empty() ? std::string(otherwise) : set(texts);
    };
    os << "fluent " << fluent.name << " = <" << labels(fluent.starting, "never") << ", " << labels(fluent.ending, "nor")
       << "> initially " << fluent.initially << "\n";
  }
  os << "assert A = (" << formulaText(model, *randomFormula(formulas, model, shape)) << ")\n";
  os << "progress G = ";
  if (random.chance(0.4))
    os << "if " << set(random.subset(Pool, 1, 2)) << " then ";
  os << set(random.subset(Pool, 1, 2)) << "\n";
  return text;
}

struct Tally {
  size_t holds = 0, violated = 0;
  void add(Verdict verdict) { ++(verdict == Verdict::Holds ? holds : violated); }
};

/// What the independent check says if it is told that there is no violation.
std::optional<bool> certifyAnswer(LoweredText &text, const Network &network, CheckKind kind, bool fair) {
  const Model &model = text.model();
  if (kind == CheckKind::Progress) {
    const ProgressTest &test = model.progressTests.front();
    return certifyProgress(network, {{test.conditional, test.condition, test.labels, false}, {}, 0}, text.budget);
  }
  std::vector<LabelId> occurring;
  for (const Component &component : network.components)
    for (LabelId label : component.lts->alphabet().labels())
      if (!network.hiding || !network.hiding->hides(label))
        occurring.push_back(label);
  Alphabet alphabet(network.table, occurring);
  const TemporalFormula &formula = *model.assertions.front().formula;
  return certifyFormula(network,
                        {model, formula, fair ? Choice::Fair : Choice::Arbitrary, isSafety(model, formula, &alphabet)},
                        text.budget);
}

TEST(Certify, AgreesWithTheCheckerOnRandomSystemsAndNotWithTheOppositeVerdict) {
  Tally progress, fairFormulas, formulas;
  for (unsigned seed = 0; seed < 4000 && !HasFailure(); ++seed) {
    RandomSystems random(seed);
    std::string source = randomSystemText(random);
    source += randomQuestionsText(random);
    for (bool fair : {true, false}) {
      LoweredText text(source);
      ASSERT_TRUE(text.ok()) << text.diagnostics() << source;
      CheckOptions options;
      options.system = "S";
      options.certify = true;
      options.fair = fair;
      std::optional<Network> network = text.network("S");
      ASSERT_TRUE(network) << source;
      for (const CheckResult &result : Checker(*text.lowering, options).run()) {
        if (result.verdict == Verdict::Unknown || result.kind == CheckKind::Deadlock ||
            result.kind == CheckKind::Safety || (result.kind == CheckKind::Progress && !fair))
          continue;
        (result.kind == CheckKind::Progress ? progress : fair ? fairFormulas : formulas).add(result.verdict);
        EXPECT_EQ(result.certified, std::optional(true))
            << "seed " << seed << (fair ? " fair " : " ") << checkKindName(result.kind).str() << " "
            << verdictName(result.verdict).str() << "\n"
            << source;
        EXPECT_EQ(certifyAnswer(text, *network, result.kind, fair), std::optional(result.verdict == Verdict::Holds))
            << "seed " << seed << (fair ? " fair " : " ") << checkKindName(result.kind).str() << "\n"
            << source;
      }
    }
  }
  for (const Tally &tally : {progress, fairFormulas, formulas}) {
    EXPECT_GT(tally.holds, 500u);
    EXPECT_GT(tally.violated, 500u);
  }
  EXPECT_GT(progress.holds + progress.violated + fairFormulas.holds + fairFormulas.violated + formulas.holds +
                formulas.violated,
            5000u);
}

//===----------------------------------------------------------------------===//
// Claims that are wrong
//===----------------------------------------------------------------------===//

/// A system with one component, `S`, and what is asked about it.
class Example {
public:
  explicit Example(const std::string &source) : text(source), system(*text.network("S")) {}

  LabelId label(llvm::StringRef name) const { return name == "tau" ? LabelTable::Tau : system.table->intern(name); }
  std::vector<Step> steps(const std::vector<std::string> &names) const {
    std::vector<Step> result;
    result.reserve(names.size());
    for (const std::string &name : names)
      result.push_back({label(name), label(name), {0}});
    return result;
  }
  Lasso lasso(const std::vector<std::string> &prefix, const std::vector<std::string> &cycle) const {
    return {{steps(prefix)}, steps(cycle)};
  }
  FormulaQuestion question(Choice choice, bool byPrefix = false) const {
    return {text.model(), *text.model().assertions.front().formula, choice, byPrefix};
  }
  std::optional<bool> violation(const Lasso &run, Choice choice = Choice::Fair) const {
    return certifyViolation(system, question(choice), run, text.budget);
  }
  std::optional<bool> holds(Choice choice, bool byPrefix = false) const {
    return certifyFormula(system, question(choice, byPrefix), text.budget);
  }
  TerminalSet terminal(const Lasso &run, const std::vector<std::string> &actions, uint64_t states) const {
    TerminalSet result{run, {}, states};
    for (const std::string &name : actions)
      result.actions.push_back(label(name));
    return result;
  }
  std::optional<bool> progress(const std::vector<const TerminalSet *> &sets, std::optional<uint64_t> count,
                               const std::string &wanted) const {
    return certifyProgress(system, {{false, {}, {label(wanted)}, false}, sets, count}, text.budget);
  }

private:
  LoweredText text;
  Network system;
};

TEST(Certify, ACycleOutsideATerminalSetProvesNothingWithFairChoice) {
  Example example("P = (a -> P | b -> Q), Q = (c -> Q). ||S = P. assert A = <>c");
  EXPECT_EQ(example.violation(example.lasso({}, {"a"})), false);
  EXPECT_EQ(example.violation(example.lasso({}, {"a"}), Choice::Arbitrary), true);
  EXPECT_EQ(example.holds(Choice::Fair), true);
  EXPECT_EQ(example.holds(Choice::Arbitrary), false);
}

TEST(Certify, ACycleInATerminalSetProvesNothingIfOthersThereAreTaken) {
  Example example("P = (a -> P | b -> P). ||S = P. assert A = <>b");
  EXPECT_EQ(example.violation(example.lasso({}, {"a"})), false);
  EXPECT_EQ(example.violation(example.lasso({}, {"a"}), Choice::Arbitrary), true);
}

TEST(Certify, ARunHasToBeOneOfTheSystemAndToViolateTheFormula) {
  Example example("P = (a -> b -> Q), Q = (c -> d -> Q). ||S = P. assert A = []<>b");
  EXPECT_EQ(example.violation(example.lasso({"a", "b"}, {"c", "d"})), true);
  EXPECT_EQ(example.violation(example.lasso({"a"}, {"c", "d"})), false);
  EXPECT_EQ(example.violation(example.lasso({"a", "b"}, {"c"})), false);
  EXPECT_EQ(example.violation(example.lasso({"a", "b"}, {"d", "c"})), false);
  Example satisfied("P = (a -> b -> Q), Q = (c -> d -> Q). ||S = P. assert A = []<>c");
  EXPECT_EQ(satisfied.violation(satisfied.lasso({"a", "b"}, {"c", "d"})), false);
  EXPECT_EQ(satisfied.violation(satisfied.lasso({"a", "b"}, {"c", "d"}), Choice::Arbitrary), false);
}

TEST(Certify, OnlyFairRunsRest) {
  Example example("P = (a -> STOP). ||S = P. assert A = []<>a");
  Lasso rest = example.lasso({"a"}, {});
  rest.cycle.emplace_back();
  EXPECT_EQ(example.violation(rest), true);
  EXPECT_EQ(example.violation(rest, Choice::Arbitrary), false);
  rest.prefix.steps.clear();
  EXPECT_EQ(example.violation(rest), false);
  EXPECT_EQ(example.holds(Choice::Fair), false);
  EXPECT_EQ(example.holds(Choice::Arbitrary), true);
}

TEST(Certify, ABadPrefixHasNoContinuationWhatsoever) {
  Example example("P = (a -> b -> STOP). ||S = P. assert A = []!b");
  EXPECT_EQ(example.violation(example.lasso({"a", "b"}, {})), true);
  EXPECT_EQ(example.violation(example.lasso({"a"}, {})), false);
  EXPECT_EQ(example.violation(example.lasso({"b"}, {})), false);
  // No infinite run at all, but a bad prefix.
  EXPECT_EQ(example.holds(Choice::Arbitrary), true);
  EXPECT_EQ(example.holds(Choice::Arbitrary, true), false);
  // Silence for ever would violate this one; `b` would not.
  Example hopeful("P = (a -> b -> P). ||S = P. assert A = <>b");
  EXPECT_EQ(hopeful.violation(hopeful.lasso({"a"}, {})), false);
}

TEST(Certify, ATerminalSetIsClosedAndWhole) {
  Example example(
      "P = (a -> P | b -> Q | c -> R | e -> ERROR), Q = (c -> d -> Q), R = (a -> R | e -> ERROR). ||S = P.");
  TerminalSet right = example.terminal(example.lasso({"b"}, {"c", "d"}), {"c", "d"}, 2);
  EXPECT_EQ(example.progress({&right}, 1, "a"), true);
  EXPECT_EQ(example.progress({&right}, std::nullopt, "a"), true);
  EXPECT_EQ(example.progress({&right}, 2, "a"), false);
  EXPECT_EQ(example.progress({&right}, 0, "a"), false);
  EXPECT_EQ(example.progress({&right, &right}, 2, "a"), false);
  EXPECT_EQ(example.progress({&right}, 1, "c"), false);
  EXPECT_EQ(example.progress({}, 1, "a"), false);
  TerminalSet open = example.terminal(example.lasso({}, {"a"}), {"a"}, 1);
  TerminalSet besideError = example.terminal(example.lasso({"c"}, {"a"}), {"a"}, 1);
  TerminalSet small = example.terminal(right.run, {"c", "d"}, 1);
  TerminalSet otherActions = example.terminal(right.run, {"c"}, 2);
  TerminalSet noCycle = example.terminal(example.lasso({"b"}, {"c"}), {"c", "d"}, 2);
  TerminalSet dead = example.terminal(example.lasso({"b"}, {}), {"c", "d"}, 2);
  for (const TerminalSet *wrong : {&open, &besideError, &small, &otherActions, &noCycle, &dead})
    EXPECT_EQ(example.progress({wrong}, std::nullopt, "x"), false) << wrong - &open;
  // What holds in the terminal sets is no verdict where ERROR is near.
  EXPECT_EQ(example.progress({}, 0, "c"), false);
}

TEST(Certify, SystemsThatAreTooLargeAreLeftOutButSmallTerminalSetsInThemAreNot) {
  Example large("P = (a -> b -> P | off -> STOP). ||S = p[1..15]:P. assert A = []<>p[1].a");
  EXPECT_EQ(large.holds(Choice::Fair), std::nullopt);
  EXPECT_EQ(large.holds(Choice::Arbitrary), std::nullopt);
  EXPECT_EQ(large.progress({}, 0, "p.1.a"), std::nullopt);
  Lasso allOff;
  for (uint32_t i = 0; i < 15; ++i) {
    LabelId off = large.label("p." + std::to_string(i + 1) + ".off");
    allOff.prefix.steps.push_back({off, off, {i}});
  }
  TerminalSet set = large.terminal(allOff, {}, 1);
  EXPECT_EQ(large.progress({&set}, 1, "p.1.a"), true);
  allOff.cycle.emplace_back();
  EXPECT_EQ(large.violation(allOff), true);
  allOff.prefix.steps.pop_back();
  EXPECT_EQ(large.violation(allOff), false);
}

} // namespace
