// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_queue.hpp"

#include "alarm.hpp"
#include "expect.hpp"

namespace executors {

namespace {

class ATimer : public Timer {
 public:
  explicit ATimer(std::int64_t at_ns) { next_ns = at_ns; }
  std::int64_t NextAfter(std::int64_t) override { return kNever; }
  void Fire() override {}
};

TEST_CASE(TimersComeInTheOrderOfTheirTimes) {
  ATimer late(30);
  ATimer early(20);
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
  std::int64_t next_ns = 20;
  EXPECT_EQ(Advance(10, 23, &next_ns), 0U);
  EXPECT_EQ(next_ns, 30);
  EXPECT_EQ(Advance(10, 65, &next_ns), 3U);
  EXPECT_EQ(next_ns, 70);
}

TEST_CASE(ATimerWithoutPeriodIsDueAtEveryLook) {
  std::int64_t next_ns = 0;
  EXPECT_EQ(Advance(0, 5, &next_ns), 0U);
  EXPECT_EQ(next_ns, 5);
}

TEST_CASE(ARemovedTimerDoesNotCome) {
  ATimer first(1);
  ATimer second(2);
  TimerQueue queue;
  queue.Add(&first);
  queue.Add(&second);
  queue.Remove(&first);
  EXPECT_TRUE(queue.TakeDue(9) == &second);
  EXPECT_TRUE(queue.IsEmpty());
}

}  // namespace

}  // namespace executors
