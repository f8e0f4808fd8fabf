//===- WorkerTest.cpp - Work that can be abandoned ------------------------===//

#include "tenon/Support/Worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include <unistd.h>

using namespace tenon;

namespace {

void waitFor(Worker &worker) {
  Worker *all[] = {&worker};
  while (!Worker::waitForAny(all, 1000)) {
  }
}

} // namespace

TEST(Worker, Answers) {
  for (size_t length : {size_t(0), size_t(1), size_t(4096), size_t(1) << 20}) {
    std::string text(length, 'x');
    auto worker = Worker::start([&] { return text; });
    ASSERT_TRUE(worker);
    waitFor(*worker);
    EXPECT_EQ(worker->answer(), text);
  }
}

TEST(Worker, ChangesNothingHere) {
  int value = 1;
  auto worker = Worker::start([&] { return std::to_string(++value); });
  waitFor(*worker);
  EXPECT_EQ(worker->answer(), "2");
  EXPECT_EQ(value, 1);
}

TEST(Worker, BreaksDownWithoutAnAnswer) {
  auto worker = Worker::start([]() -> std::string {
    std::raise(SIGKILL);
    return "never";
  });
  waitFor(*worker);
  EXPECT_FALSE(worker->answer());
}

TEST(Worker, TheFirstOfSeveral) {
  auto endless = [] {
    while (true)
      pause();
    return std::string();
  };
  auto begin = std::chrono::steady_clock::now();
  {
    auto first = Worker::start(endless), second = Worker::start([] { return std::string("done"); }),
         third = Worker::start(endless);
    Worker *all[] = {first.get(), second.get(), third.get()};
    std::optional<size_t> ended;
    while (!ended)
      ended = Worker::waitForAny(all, 1000);
    EXPECT_EQ(*ended, 1U);
    EXPECT_EQ(second->answer(), "done");
    EXPECT_FALSE(first->answer());
    // The one that has ended does not say so again.
    EXPECT_FALSE(Worker::waitForAny(all, 10));
  }
  // The others have been abandoned.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}
