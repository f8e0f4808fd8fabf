//===- ComponentMutationTest.cpp - Mutations of components ----------------===//

#include "tenon/Repair/ComponentMutation.h"

#include "tenon/Check/Checker.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace tenon;

namespace {

/// A component with an if and a loop over small numbers, and a property that is about its value.
std::string randomModel(std::mt19937 &random) {
  auto pick = [&](auto... texts) {
    const char *all[] = {texts...};
    return std::string(all[random() % sizeof...(texts)]);
  };
  auto number = [&] { return std::to_string(random() % 5); };
  std::string comparison = pick("<", "<=", ">", ">=", "==", "!="), other = pick("<", "<=", ">", ">=");
  return "channel in, out : 0..3;\n"
         "component M {\n"
         "  0..3 x;\n"
         "  0..9 y = " +
         number() + ", z = " + number() +
         ";\n"
         "  while (true) {\n"
         "    in?x;\n"
         "    if (x " +
         comparison + " y " + pick("&&", "||") + " z " + other + " " + number() +
         ") {\n"
         "      y = x " +
         pick("+", "*") + " " + number() +
         ";\n"
         "    } else {\n"
         "      z = " +
         pick("x", "y") +
         ";\n"
         "    }\n"
         "    select { assume(y " +
         other + " " + number() +
         "); out!x; or assume(z > 1); done; }\n"
         "  }\n"
         "}\n"
         "||S = (M).\n"
         "property P = Idle,\n"
         "Idle = (out -> Check | done -> Other),\n"
         "Check = ([M.y " +
         pick("<", ">=", "!=") + " " + number() +
         "] -> Idle | [else] -> ERROR),\n"
         "Other = ([M.z <= " +
         number() +
         " || M.y == M.x] -> Idle | [else] -> ERROR).\n"
         "check S satisfies P;\n";
}

ComponentMutationResult repairs(const std::string &text, bool localization, bool replay) {
  seq::MutationRepairOptions options;
  options.mutations.level = 2;
  options.maxSize = 2;
  options.localization = localization;
  options.replay = replay;
  RepairSettings settings;
  Budget budget;
  auto result = repairByMutation(text, "random.fsp", {"S", "M", "P"}, settings, options, budget);
  EXPECT_TRUE(static_cast<bool>(result)) << llvm::toString(result.takeError());
  return result ? std::move(*result) : ComponentMutationResult();
}

std::vector<CheckResult> check(const std::string &text) {
  Frontend frontend;
  EXPECT_TRUE(frontend.parseText(text, "repaired.fsp"));
  const Model *model = frontend.analyze({});
  EXPECT_NE(model, nullptr) << text;
  if (!model)
    return {};
  Budget budget;
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, {});
  CheckOptions options;
  options.certify = true;
  return Checker(lowering, options).run();
}

} // namespace

// What a slice excludes is nothing but what the check of each candidate excludes.
TEST(ComponentMutation, LocalizationAndReplayKeepAllMinimalRepairs) {
  std::mt19937 random(20);
  size_t repaired = 0, with = 0, without = 0;
  for (int i = 0; i < 6; ++i) {
    std::string text = randomModel(random);
    ComponentMutationResult local = repairs(text, true, true), all = repairs(text, false, true);
    EXPECT_EQ(std::set<std::string>(local.texts.begin(), local.texts.end()),
              std::set<std::string>(all.texts.begin(), all.texts.end()))
        << text;
    EXPECT_EQ(local.result.verdict, all.result.verdict) << text;
    repaired += !local.texts.empty();
    with += local.result.statistics.candidates;
    without += all.result.statistics.candidates;
    for (const seq::ProgramRepair &large : local.result.repairs)
      for (const seq::ProgramRepair &small : local.result.repairs)
        EXPECT_FALSE(small.patch.size() < large.patch.size() &&
                     std::includes(large.patch.begin(), large.patch.end(), small.patch.begin(), small.patch.end()));
    for (const std::string &mended : local.texts)
      for (const CheckResult &result : check(mended)) {
        EXPECT_EQ(result.verdict, Verdict::Holds) << mended;
        EXPECT_EQ(result.certified, true) << mended;
      }
  }
  EXPECT_GT(repaired, 1U);
  EXPECT_LT(with, without);
  RecordProperty("candidates", std::to_string(with) + " with, " + std::to_string(without) + " without");
}
