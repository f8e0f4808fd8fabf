//===- CertifyRefinementTest.cpp - Two ways to decide refinement ----------===//

#include "tenon/Check/CertifyRefinement.h"

#include "RandomSystems.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;

namespace {

TEST(CertifyRefinement, AgreesWithTheSearch) {
  RandomSystems random(3);
  Budget budget;
  RandomLtsOptions shape;
  shape.maxStates = 5;
  size_t held = 0;
  for (int round = 0; round < 10000; ++round) {
    Lts left = random.lts(shape, "L"), right = random.lts(shape, "R");
    llvm::Expected<ComparisonResult> answer = refinesTraces(left, right, budget);
    ASSERT_TRUE(static_cast<bool>(answer));
    std::string what = describe(left) + "\n" + describe(right);
    ASSERT_EQ(certifyRefinement(left, right, budget), answer->equivalent) << what;
    held += answer->equivalent;
    if (answer->equivalent)
      continue;
    ASSERT_TRUE(certifyDifference(left, right, *answer)) << what;
    // The evidence is a shortest one: nothing shorter is evidence.
    ComparisonResult shorter = *answer;
    while (!shorter.trace.empty()) {
      shorter.trace.pop_back();
      for (bool endsInError : {false, true}) {
        shorter.endsInError = endsInError;
        ASSERT_FALSE(certifyDifference(left, right, shorter)) << what;
      }
    }
  }
  EXPECT_GT(held, 500u);
  EXPECT_LT(held, 9000u);
}

TEST(CertifyRefinement, EndsWithTheBudget) {
  RandomSystems random(4);
  Budget budget;
  budget.cancel();
  Lts lts = random.lts();
  EXPECT_EQ(certifyRefinement(lts, lts, budget), std::nullopt);
}

} // namespace
