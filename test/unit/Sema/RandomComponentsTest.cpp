//===- RandomComponentsTest.cpp - Legal components are accepted -----------===//

#include "RandomComponents.h"

#include "tenon/Sema/Frontend.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

bool accepts(llvm::StringRef text, std::string &messages) {
  Frontend frontend;
  bool good = frontend.parseText(text, "test.fsp") && frontend.analyze({});
  llvm::raw_string_ostream os(messages);
  frontend.diagnosticEngine().print(os);
  return good;
}

TEST(RandomComponents, AreAccepted) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    std::string text = randomComponents(random), messages;
    ASSERT_TRUE(accepts(text, messages)) << "seed " << seed << '\n' << messages << text;
  }
}

/// A text with a piece cut out, or doubled, is reported or accepted, never a crash.
TEST(RandomComponents, BrokenOnesAreReported) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    RandomSystems random(seed);
    std::string text = randomComponents(random, /*comments=*/true), messages;
    size_t begin = random.below(static_cast<unsigned>(text.size()));
    size_t length = random.between(1, 12);
    if (random.chance(0.5))
      text.erase(begin, length);
    else
      text.insert(begin, text.substr(random.below(static_cast<unsigned>(text.size())), length));
    bool reported = accepts(text, messages) || messages.find("error:") != std::string::npos;
    EXPECT_TRUE(reported) << "seed " << seed << '\n' << text;
  }
}

} // namespace
} // namespace tenon::test
