//===- LowerLawsTest.cpp - What lowering must keep ------------------------===//

#include "LoweredText.h"

#include "../RandomSystems.h"

#include "tenon/Check/Certify.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Relations.h"
#include "tenon/Syntax/Printer.h"

#include "gtest/gtest.h"

using namespace tenon;
using namespace tenon::test;

namespace {

std::string printed(LoweredText &text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  printSource(text.frontend.files().back(), text.frontend.sourceManager(), os);
  return result;
}

bool bisimilar(const Lts &a, const Lts &b) {
  Budget budget;
  return llvm::cantFail(compareLts(a, b, Equivalence::Strong, budget)).equivalent;
}

/// Every definition of a random source, with the text.
template <typename Check> void forRandomDefinitions(unsigned from, unsigned count, Check check) {
  for (unsigned seed = from; seed < from + count; ++seed) {
    RandomSystems random(seed);
    RandomFsp source = random.fsp();
    LoweredText text(source.text);
    ASSERT_TRUE(text.ok()) << "seed " << seed << "\n" << text.diagnostics() << source.text;
    for (const DefinitionRef &definition : text.model().definitions) {
      LtsRef lts = text.lowering->lts(definition);
      if (text.tooLarge())
        break;
      ASSERT_TRUE(lts) << "seed " << seed << "\n" << text.diagnostics() << source.text;
      check(text, source, definition, *lts, seed);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

} // namespace

TEST(LowerLaws, TheStandardLayoutDenotesTheSameSystems) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    RandomSystems random(seed);
    RandomFsp source = random.fsp();
    LoweredText text(source.text);
    ASSERT_TRUE(text.ok()) << "seed " << seed << "\n" << text.diagnostics() << source.text;
    std::string layout = printed(text);
    LoweredText again(layout);
    ASSERT_TRUE(again.ok()) << "seed " << seed << "\n" << again.diagnostics() << layout;
    ASSERT_EQ(text.model().definitions.size(), again.model().definitions.size());
    for (size_t i = 0; i < text.model().definitions.size(); ++i) {
      LtsRef before = text.lowering->lts(text.model().definitions[i]);
      LtsRef after = again.lowering->lts(again.model().definitions[i]);
      ASSERT_EQ(text.tooLarge(), again.tooLarge());
      if (text.tooLarge())
        break;
      ASSERT_TRUE(before && after) << "seed " << seed << "\n" << text.diagnostics() << source.text;
      ASSERT_TRUE(identical(*before, *after)) << "seed " << seed << "\n" << source.text << layout;
    }
  }
}

TEST(LowerLaws, AnLtsPrintedAsFspReadsBack) {
  forRandomDefinitions(
      5000, 1000, [](LoweredText &, RandomFsp &source, const DefinitionRef &, const Lts &lts, unsigned seed) {
        if (lts.stateCount() > 1000)
          return;
        std::string fsp;
        llvm::raw_string_ostream os(fsp);
        ASSERT_FALSE(llvm::errorToBool(writeFsp(lts, "READ", os))) << "seed " << seed;
        LoweredText again(fsp);
        ASSERT_TRUE(again.ok()) << "seed " << seed << "\n" << again.diagnostics() << fsp << source.text;
        LtsRef after = again.lts("READ");
        ASSERT_TRUE(after) << again.diagnostics() << fsp;
        ASSERT_TRUE(bisimilar(lts, *after)) << "seed " << seed << "\n" << fsp << source.text;
        ASSERT_TRUE(lts.alphabet() == after->alphabet()) << "seed " << seed << "\n" << fsp << source.text;
        ASSERT_EQ(lts.end().has_value(), after->end().has_value()) << "seed " << seed << "\n" << fsp;
      });
}

TEST(LowerLaws, TheSearchAgreesWithThePlainEnumeration) {
  forRandomDefinitions(
      9000, 1000,
      [](LoweredText &text, RandomFsp &source, const DefinitionRef &definition, const Lts &, unsigned seed) {
        std::optional<Network> network = text.lowering->network(definition);
        ASSERT_TRUE(network);
        SafetySearch search = searchSafety(*network, {}, text.budget);
        if (text.tooLarge() || search.statistics.states > 500)
          return;
        ASSERT_EQ(!search.error, certifyAbsence(*network, ReplayOutcome::Error, text.budget))
            << "seed " << seed << source.text;
        ASSERT_EQ(!search.deadlock, certifyAbsence(*network, ReplayOutcome::Deadlock, text.budget))
            << "seed " << seed << source.text;
        if (search.error) {
          ASSERT_TRUE(canReplayTo(*network, search.error->trace, ReplayOutcome::Error))
              << "seed " << seed << source.text;
        }
        if (search.deadlock) {
          ASSERT_TRUE(canReplayTo(*network, search.deadlock->trace, ReplayOutcome::Deadlock))
              << "seed " << seed << source.text;
        }
      });
}

/// Composing first and exploring on the fly see the same states. Modifiers change a composed target only.
TEST(LowerLaws, ComposingAgreesWithExploring) {
  RandomFspOptions options;
  options.modifiers = options.properties = false;
  for (unsigned seed = 13000; seed < 14000; ++seed) {
    RandomSystems random(seed);
    RandomFsp source = random.fsp(options);
    LoweredText text(source.text);
    ASSERT_TRUE(text.ok()) << "seed " << seed << "\n" << text.diagnostics() << source.text;
    for (const DefinitionRef &definition : text.model().definitions) {
      LtsRef lts = text.lowering->lts(definition);
      std::optional<Network> network = text.lowering->network(definition);
      if (text.tooLarge())
        break;
      ASSERT_TRUE(lts && network) << text.diagnostics();
      SafetySearch search = searchSafety(*network, {}, text.budget);
      if (text.tooLarge())
        break;
      ASSERT_EQ(search.error.has_value(), lts->hasError()) << "seed " << seed << source.text;
      ASSERT_EQ(search.deadlock.has_value(), lts->deadlockCount() > 0) << "seed " << seed << source.text;
    }
  }
}
