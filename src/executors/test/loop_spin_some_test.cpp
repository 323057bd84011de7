// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "expect.hpp"
#include "loop_fixtures.hpp"

namespace executors {

namespace {

TEST_CASE(SpinSomeWaitsForTheFirstAndRunsWhatIsReadyThen) {
  EventLoop loop;
  int runs = 0;
  CallingSource again([&](std::uint32_t) {
    ++runs;
    loop.post(&again);
  });
  EXPECT_EQ(loop.spin_some(monotonic_now_ns() + 2 * kMsNs, 10), 0U);
  std::thread poster([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    loop.post(&again);
  });
  EXPECT_EQ(loop.spin_some(monotonic_now_ns() + 60'000 * kMsNs, 10), 1U);
  poster.join();
  EXPECT_EQ(runs, 1);
}

TEST_CASE(SpinSomeBeginsNoCallbackAfterItsEndAndLeavesTheRest) {
  EventLoop loop;
  std::uint64_t runs = 0;
  std::int64_t end_ns = 0;
  CallingSource slow([&](std::uint32_t events) {
    runs += events;
    while (monotonic_now_ns() < end_ns) std::this_thread::yield();
  });
  loop.post(&slow, 4);
  // On a loaded machine the end may come before the first callback could begin.
  std::uint64_t count = 0;
  EXPECT_TRUE(becomes([&] {
    end_ns = monotonic_now_ns() + 5 * kMsNs;
    count = loop.spin_some(0, 10, end_ns);
    return count > 0;
  }));
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(runs, 1U);
  EXPECT_EQ(loop.spin_some(0, 2), 2U);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  EXPECT_EQ(runs, 4U);
}

TEST_CASE(SpinSomeRunsATimerWithoutAPeriodOnce) {
  EventLoop loop;
  int fired = 0;
  CallingTimer timer(0, [&] { ++fired; });
  loop.set_timer(&timer, 0);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(fired, 2);
}

TEST_CASE(SpinSomeWaitsOnWhereATimerHasNothingToDo) {
  struct IdleTimer : Timer {
    std::int64_t next_after(std::int64_t now_ns) override { return now_ns + kMsNs; }
    bool fire() override { return false; }
  };
  EventLoop loop;
  IdleTimer timer;
  loop.set_timer(&timer, 0);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  const std::int64_t end_ns = monotonic_now_ns() + 5 * kMsNs;
  EXPECT_EQ(loop.spin_some(end_ns, 10), 0U);
  EXPECT_TRUE(monotonic_now_ns() >= end_ns);
}

TEST_CASE(CallsOfSpinSomeForOneCallbackEachLetTimersAndEventsTakeTurns) {
  EventLoop loop;
  int fired = 0;
  int runs = 0;
  // Is always due.
  CallingTimer timer(0, [&] { ++fired; });
  CallingSource source([&](std::uint32_t events) { runs += static_cast<int>(events); });
  loop.set_timer(&timer, 0);
  loop.post(&source, 3);
  for (int time = 1; time <= 3; ++time) {
    for (int kind = 0; kind < 2; ++kind) EXPECT_EQ(loop.spin_some(0, 1), 1U);
    EXPECT_EQ(fired, time);
    EXPECT_EQ(runs, time);
  }
}

TEST_CASE(SpinSomeDoesNotCountAnEventThatWasForNothingAndRunsTheNext) {
  EventLoop loop;
  int runs = 0;
  CallingSource source([&](std::uint32_t) { ++runs; });
  CallingSource for_nothing([&](std::uint32_t) { loop.found_nothing(); });
  CallingSource posts([&](std::uint32_t) {
    loop.found_nothing();
    loop.post(&source);
  });
  loop.post(&for_nothing, 2);
  loop.post(&source);
  EXPECT_EQ(loop.spin_some(0, 1), 1U);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(loop.spin_some(0, 1), 0U);
  loop.post(&posts);
  EXPECT_EQ(loop.spin_some(0, 1), 1U);
  EXPECT_EQ(runs, 2);
  loop.post(&for_nothing);
  const std::int64_t end_ns = monotonic_now_ns() + 5 * kMsNs;
  EXPECT_EQ(loop.spin_some(end_ns, 1), 0U);
  EXPECT_TRUE(monotonic_now_ns() >= end_ns);
}

TEST_CASE(SpinSomeRunsWhatIsReadyOnceAlthoughASourceGoesOn) {
  EventLoop loop;
  int runs = 0;
  CallingSource again([&](std::uint32_t) {
    ++runs;
    loop.post(&again);
  });
  int others = 0;
  CallingSource other([&](std::uint32_t) { ++others; });
  loop.post(&again, 2);
  loop.post(&other);
  EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 3U);
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(others, 1);
}

TEST_CASE(SpinSomeLeavesNothingOfWhatWasReadyForTheSakeOfWhatComesMeanwhile) {
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{2}}) {
    EventLoop loop(capacity);
    int first = 0;
    int second = 0;
    int late = 0;
    CallingSource comes_late([&](std::uint32_t) { ++late; });
    CallingSource busy([&](std::uint32_t) {
      ++first;
      loop.post(&comes_late);
      loop.post(&busy, 5);
    });
    CallingSource patient([&](std::uint32_t) { ++second; });
    loop.post(&busy, 2);
    loop.post(&patient, 3);
    EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 5U);
    EXPECT_EQ(first, 2);
    EXPECT_EQ(second, 3);
    EXPECT_EQ(late, 0);
  }
}

TEST_CASE(NoEventsAreNothingToRun) {
  EventLoop loop;
  std::uint32_t run = 0;
  int calls = 0;
  CallingSource source([&](std::uint32_t events) {
    run += events;
    ++calls;
  });
  loop.post(&source, 0);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  loop.post(&source, 0);
  loop.post(&source, 1);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  EXPECT_EQ(run, 1U);
  EXPECT_EQ(calls, 1);
}

}  // namespace

}  // namespace executors
