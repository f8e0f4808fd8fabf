//===- AnimationTest.cpp - Counterexamples done by hand -------------------===//

#include "tenon/Check/Animation.h"
#include "tenon/Check/Checker.h"
#include "tenon/Lower/ProgramLowering.h"

#include "Lower/LoweredText.h"
#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace llvm;
using namespace tenon::test;

namespace {

struct Tally {
  unsigned followed = 0, withValues = 0;
};

/// Every counterexample that is about `System` can be followed, to an end of the kind that it shows, and the choices on
/// the way do the same again.
void followAll(StringRef source, SafetyMethod method, Tally &tally, const std::string &context) {
  LoweredText text(source);
  ASSERT_TRUE(text.ok()) << context << text.diagnostics();
  CheckOptions options;
  options.engine.method = method;
  options.system = "System";
  for (const CheckResult &result : Checker(*text.lowering, options).run()) {
    if (!result.counterexample)
      continue;
    const SystemModel *data = text.model().findSystem("System");
    // Progress is checked on transition systems.
    bool isProgram = method == SafetyMethod::Auto && result.kind != CheckKind::Progress;
    std::unique_ptr<Animation> animation =
        isProgram ? animate(*lowerSystem(*data, *text.lowering)) : animate(*text.network("System"));
    std::string wanted = result.kind == CheckKind::Deadlock ? "deadlock"
                         : result.kind == CheckKind::Safety ? "ERROR of " + result.counterexample->culprit
                                                            : "";
    if (Error problem = animation->follow(*result.counterexample, {}, wanted))
      FAIL() << context << toString(std::move(problem));
    std::string outcome = animation->outcome();
    std::vector<Animation::Choice> choices = animation->choices();
    animation->goBack(0);
    for (const Animation::Choice &choice : choices) {
      ASSERT_FALSE(animation->take(choice.move, choice.value)) << context;
      tally.withValues += !choice.value.empty();
    }
    ASSERT_EQ(animation->outcome(), outcome) << context;
    ++tally.followed;
  }
}

} // namespace

TEST(Animation, FollowsEveryCounterexample) {
  Tally data, explicitly;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomSystems random(seed);
    RandomProgramOptions shape;
    shape.followers = shape.rejecting = false;
    shape.observerShare = shape.constraintShare = 0;
    RandomProgramSystem example = randomProgramSystem(random, shape);
    if (!explore(example.system, 500, false).complete)
      continue;
    std::string source = example.source(), context = "seed " + std::to_string(seed) + "\n" + source;
    followAll(source, SafetyMethod::Auto, data, context);
    followAll(source, SafetyMethod::Direct, explicitly, context);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(data.followed, 30U);
  EXPECT_GT(data.withValues, 10U);
  EXPECT_GT(explicitly.followed, 30U);
}
