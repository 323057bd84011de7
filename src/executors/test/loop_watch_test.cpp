// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_watch.hpp"

#include <atomic>
#include <functional>
#include <thread>

#include "expect.hpp"

namespace executors {

namespace {

class CallingSource : public Source {
 public:
  explicit CallingSource(std::function<void()> callback) : callback_(std::move(callback)) {}
  void Run(std::uint32_t) override { callback_(); }

 private:
  const std::function<void()> callback_;
};

TEST_CASE(NothingIsWatchedWhileNoCallbackRuns) {
  EventLoop loop;
  LoopWatch watch(&loop, 0);
  EXPECT_FALSE(watch.Look([](bool) {}));
  CallingSource source([] {});
  loop.Post(&source);
  loop.SpinSome(0, 1);
  EXPECT_EQ(loop.RunningCallback(), 0U);
  EXPECT_FALSE(watch.Look([](bool) {}));
}

TEST_CASE(ACallbackThatWaitsForWhatIsBehindItIsTold) {
  EventLoop loop;
  LoopWatch watch(&loop, 1'000'000);
  std::atomic<int> long_ones{0};
  CallingSource waits([&] {
    EXPECT_TRUE(watch.Look([&](bool is_long) { long_ones += is_long ? 1 : 0; }));
    while (long_ones == 0) std::this_thread::yield();
  });
  loop.Post(&waits);
  loop.SpinSome(0, 1);
  EXPECT_EQ(long_ones.load(), 1);
}

TEST_CASE(ACallbackThatHasEndedMeanwhileIsNoneThatWaits) {
  EventLoop loop;
  LoopWatch watch(&loop, 20'000'000);
  std::atomic<int> told{0};
  std::atomic<int> long_ones{0};
  CallingSource returns([&] {
    watch.Look([&](bool is_long) {
      long_ones += is_long ? 1 : 0;
      ++told;
    });
  });
  // Another callback that takes long is not the one.
  CallingSource next([&] {
    while (told == 0) std::this_thread::yield();
  });
  loop.Post(&returns);
  loop.Post(&next);
  loop.SpinSome(0, 2);
  EXPECT_EQ(told.load(), 1);
  EXPECT_EQ(long_ones.load(), 0);
}

TEST_CASE(AWatchEndsWithoutTellingWhatIsNotDueYet) {
  EventLoop loop;
  std::atomic<int> told{0};
  CallingSource source([&] {
    LoopWatch watch(&loop, 3'600'000'000'000);
    watch.Look([&](bool) { ++told; });
  });
  loop.Post(&source);
  loop.SpinSome(0, 1);
  EXPECT_EQ(told.load(), 0);
}

}  // namespace

}  // namespace executors
