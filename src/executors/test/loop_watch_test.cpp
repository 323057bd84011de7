// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_watch.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>

#include "expect.hpp"
#include "loop_fixtures.hpp"

namespace executors {

namespace {

TEST_CASE(NothingIsWatchedWhileNoCallbackRuns) {
  EventLoop loop;
  std::atomic<int> warnings{0};
  const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
  CallingSource runs(
      [](std::uint32_t) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  {
    LoopWatch watch(&loop, 0);
    watch.look(awaited);
    loop.post(&runs);
    loop.spin_some(0, 1);
    EXPECT_EQ(loop.running_callback(), 0U);
    watch.look(awaited);
  }
  EXPECT_EQ(warnings.load(), 0);
}

TEST_CASE(ACallbackThatWaitsForWhatIsBehindItIsWarnedOfOnce) {
  EventLoop loop;
  LoopWatch watch(&loop, kMsNs);
  std::atomic<int> warnings{0};
  std::atomic<int> others{0};
  const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
  const auto other = std::make_shared<Awaited>([&] { return ++others > 0; });
  CallingSource waits([&](std::uint32_t) {
    watch.look(awaited);
    while (warnings == 0) std::this_thread::yield();
    watch.look(awaited);
    watch.look(other);
    while (others == 0) std::this_thread::yield();
  });
  loop.post(&waits);
  loop.spin_some(0, 1);
  EXPECT_EQ(warnings.load(), 1);
}

TEST_CASE(WhatWasNotWorthAWarningIsLookedAtAgain) {
  EventLoop loop;
  LoopWatch watch(&loop, kMsNs);
  std::atomic<int> looks{0};
  const auto awaited = std::make_shared<Awaited>([&] {
    ++looks;
    return false;
  });
  CallingSource waits([&](std::uint32_t) {
    while (looks < 2) watch.look(awaited);
  });
  loop.post(&waits);
  loop.spin_some(0, 1);
  EXPECT_TRUE(looks >= 2);
}

TEST_CASE(ACallbackThatHasEndedMeanwhileIsNoneThatWaits) {
  constexpr std::int64_t kPatienceNs = 20 * kMsNs;
  // On a loaded machine a callback that returns at once may take as long as one that waits.
  EXPECT_TRUE(becomes([] {
    EventLoop loop;
    std::atomic<int> warnings{0};
    std::atomic<int> later{0};
    std::int64_t looked_ns = 0;
    std::int64_t next_began_ns = 0;
    LoopWatch watch(&loop, kPatienceNs);
    const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
    const auto next_awaited = std::make_shared<Awaited>([&] { return ++later > 0; });
    CallingSource returns([&](std::uint32_t) {
      looked_ns = monotonic_now_ns();
      watch.look(awaited);
    });
    // Another callback that takes long is not the one.
    CallingSource next([&](std::uint32_t) {
      next_began_ns = monotonic_now_ns();
      watch.look(next_awaited);
      while (later == 0) std::this_thread::yield();
    });
    loop.post(&returns);
    loop.post(&next);
    loop.spin_some(0, 2);
    if (next_began_ns - looked_ns >= kPatienceNs) return false;
    EXPECT_EQ(warnings.load(), 0);
    return true;
  }));
}

TEST_CASE(ACallbackIsWarnedOfAlsoWhereAShortOneBeforeItIsStillWatchedForTheSame) {
  // On a loaded machine the short one may be over long before the next one begins.
  EXPECT_TRUE(becomes([] {
    constexpr std::int64_t kPatienceNs = 50 * kMsNs;
    EventLoop loop;
    LoopWatch watch(&loop, kPatienceNs);
    std::atomic<int> warnings{0};
    std::int64_t looked_ns = 0;
    std::int64_t again_ns = 0;
    const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
    CallingSource returns([&](std::uint32_t) {
      looked_ns = monotonic_now_ns();
      watch.look(awaited);
    });
    CallingSource waits([&](std::uint32_t) {
      watch.look(awaited);
      again_ns = monotonic_now_ns();
      // It comes no more.
      const std::int64_t end_ns = again_ns + 200 * kPatienceNs;
      while (warnings == 0 && monotonic_now_ns() < end_ns) std::this_thread::yield();
    });
    loop.post(&returns);
    loop.post(&waits);
    loop.spin_some(0, 2);
    EXPECT_EQ(warnings.load(), 1);
    return again_ns - looked_ns < kPatienceNs;
  }));
}

TEST_CASE(ACallbackDuringWhichNothingCameIsNotWarnedOfForWhatCameTwiceBefore) {
  constexpr std::int64_t kPatienceNs = 20 * kMsNs;
  EXPECT_TRUE(becomes([] {
    EventLoop loop;
    std::atomic<int> warnings{0};
    std::int64_t looked_ns = 0;
    std::int64_t next_began_ns = 0;
    {
      LoopWatch watch(&loop, kPatienceNs);
      const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
      CallingSource returns([&](std::uint32_t) {
        looked_ns = monotonic_now_ns();
        watch.look(awaited);
        watch.look(awaited);
      });
      CallingSource next([&](std::uint32_t) {
        next_began_ns = monotonic_now_ns();
        std::this_thread::sleep_for(std::chrono::nanoseconds(3 * kPatienceNs));
      });
      loop.post(&returns);
      loop.post(&next);
      loop.spin_some(0, 2);
    }
    if (next_began_ns - looked_ns >= kPatienceNs) return false;
    EXPECT_EQ(warnings.load(), 0);
    return true;
  }));
}

TEST_CASE(EventsThatASourceRunsOneAfterAnotherAreCallbacksOfTheirOwn) {
  EventLoop loop;
  std::set<std::uint64_t> numbers;
  CallingSource source([&](std::uint32_t events) {
    for (; events > 0; --events) {
      numbers.insert(loop.running_callback());
      if (events > 1) loop.begin_event();
    }
    loop.stop();
  });
  loop.post(&source, 3);
  loop.spin();
  EXPECT_EQ(numbers.size(), std::size_t{3});
  EXPECT_EQ(numbers.count(0), std::size_t{0});
  EXPECT_EQ(loop.running_callback(), 0U);
}

TEST_CASE(AWatchEndsWithoutAWarningOfWhatIsNotDueYet) {
  EventLoop loop;
  std::atomic<int> warnings{0};
  const auto awaited = std::make_shared<Awaited>([&] { return ++warnings > 0; });
  CallingSource source([&](std::uint32_t) {
    LoopWatch watch(&loop, 3'600'000 * kMsNs);
    watch.look(awaited);
  });
  loop.post(&source);
  loop.spin_some(0, 1);
  EXPECT_EQ(warnings.load(), 0);
}

}  // namespace

}  // namespace executors
