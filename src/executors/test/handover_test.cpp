// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "handover.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "expect.hpp"
#include "monotonic_clock.hpp"

namespace executors {

namespace {

TEST_CASE(AThreadThatHandsOverWaitsUntilTheLoopHasDoneTheWork) {
  constexpr int kTimes = 20'000;
  EventLoop loop(2);
  // Of the thread before it is given, of the loop until it is taken.
  int work = 0;
  int done = 0;
  Handover handover(&loop, [&](std::uint32_t) {
    done += work;
    work = 0;
    return true;
  });
  std::thread spinning([&] { loop.spin(); });
  for (int time = 0; time < kTimes; ++time) {
    EXPECT_EQ(work, 0);
    work = 1;
    EXPECT_TRUE(handover.give());
  }
  loop.stop();
  spinning.join();
  EXPECT_EQ(done, kTimes);
}

TEST_CASE(WhoWaitsForALoopThatDoesNotSpinGoesOnWhenItIsClosed) {
  EventLoop loop;
  Handover handover(&loop, [](std::uint32_t) { return true; });
  std::atomic<bool> was_done{true};
  std::thread giving([&] { was_done = handover.give(); });
  handover.close();
  giving.join();
  EXPECT_FALSE(was_done.load());
  EXPECT_FALSE(handover.give());
}

TEST_CASE(WorkThatThrowsIsTakenAndTheNextIsDone) {
  EventLoop loop;
  std::atomic<int> runs{0};
  Handover handover(&loop, [&](std::uint32_t) {
    if (++runs == 1) throw std::runtime_error("broken");
    loop.stop();
    return true;
  });
  std::thread giving([&] {
    handover.give();
    handover.give();
  });
  int failures = 0;
  for (int time = 0; time < 2; ++time) {
    try {
      loop.spin();
    } catch (const std::runtime_error&) {
      ++failures;
    }
  }
  giving.join();
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(runs.load(), 2);
}

TEST_CASE(PartsOfAWorkAreCallbacksOfTheirOwnForALoopThatIsToRunSomeOnly) {
  EventLoop loop;
  int done = 0;
  Handover handover(&loop, [&](std::uint32_t parts) {
    done += static_cast<int>(parts);
    return done == 3;
  });
  std::atomic<bool> was_taken{false};
  EXPECT_TRUE(handover.offer(3));
  std::thread giving([&] { was_taken = handover.await_taking(); });
  EXPECT_EQ(loop.spin_some(0, 1), 1U);
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(was_taken.load());
  EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 2U);
  giving.join();
  EXPECT_EQ(done, 3);
  EXPECT_TRUE(was_taken.load());
}

TEST_CASE(OfWorkThatIsOfferedAgainALoopRunsWhatIsLeftAndNoMore) {
  EventLoop loop;
  std::uint32_t left = 3;
  Handover handover(&loop, [&](std::uint32_t parts) {
    left -= parts;
    return left == 0;
  });
  EXPECT_TRUE(handover.offer(left));
  EXPECT_EQ(loop.spin_some(0, 1), 1U);
  handover.release();
  EXPECT_TRUE(handover.await_taking());
  // One that is new.
  ++left;
  EXPECT_TRUE(handover.offer(left));
  EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 3U);
  EXPECT_EQ(left, 0U);
  EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 0U);
}

}  // namespace

}  // namespace executors
