// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_queue.hpp"

#include "expect.hpp"

namespace topology {

namespace {

PeriodicTimer Timer(std::int64_t period_ns, std::int64_t next_ns) {
  return {period_ns, next_ns, nullptr, nullptr};
}

TEST_CASE(TimersComeInTheOrderOfTheirTimes) {
  PeriodicTimer late = Timer(10, 30);
  PeriodicTimer early = Timer(10, 20);
  TimerQueue queue;
  queue.Add(&late);
  queue.Add(&early);
  EXPECT_EQ(queue.NextNs(), 20);
  EXPECT_TRUE(queue.TakeDue(19) == nullptr);
  EXPECT_TRUE(queue.TakeDue(35) == &early);
  EXPECT_TRUE(queue.TakeDue(35) == &late);
  EXPECT_TRUE(queue.IsEmpty());
}

TEST_CASE(APhaseIsKeptAndSkippedPeriodsAreCounted) {
  PeriodicTimer timer = Timer(10, 20);
  EXPECT_EQ(Advance(&timer, 23), 0U);
  EXPECT_EQ(timer.next_ns, 30);
  EXPECT_EQ(Advance(&timer, 65), 3U);
  EXPECT_EQ(timer.next_ns, 70);
}

TEST_CASE(ATimerWithoutPeriodIsDueAtEveryLook) {
  PeriodicTimer timer = Timer(0, 0);
  TimerQueue queue;
  queue.Add(&timer);
  EXPECT_TRUE(queue.TakeDue(5) == &timer);
  EXPECT_EQ(Advance(&timer, 5), 0U);
  queue.Add(&timer);
  EXPECT_TRUE(queue.TakeDue(5) == &timer);
}

TEST_CASE(ARemovedTimerDoesNotCome) {
  PeriodicTimer first = Timer(10, 1);
  PeriodicTimer second = Timer(10, 2);
  TimerQueue queue;
  queue.Add(&first);
  queue.Add(&second);
  queue.Remove(&first);
  EXPECT_TRUE(queue.TakeDue(9) == &second);
  EXPECT_TRUE(queue.IsEmpty());
}

}  // namespace

}  // namespace topology
