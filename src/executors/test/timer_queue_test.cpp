// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_queue.hpp"

#include "expect.hpp"
#include "monotonic_clock.hpp"

namespace executors {

namespace {

class ATimer : public Timer {
 public:
  explicit ATimer(std::int64_t at_ns) { next_ns = at_ns; }
  std::int64_t next_after(std::int64_t) override { return kNever; }
  bool fire() override { return true; }
};

TEST_CASE(TimersComeInTheOrderOfTheirTimes) {
  ATimer late(30);
  ATimer early(20);
  TimerQueue queue;
  queue.add(&late);
  queue.add(&early);
  EXPECT_EQ(queue.next_ns(), 20);
  EXPECT_TRUE(queue.take_due(19) == nullptr);
  EXPECT_TRUE(queue.take_due(35) == &early);
  EXPECT_TRUE(queue.take_due(35) == &late);
  EXPECT_TRUE(queue.is_empty());
}

TEST_CASE(APhaseIsKeptAndSkippedPeriodsAreCounted) {
  std::int64_t next_ns = 20;
  EXPECT_EQ(advance(10, 23, &next_ns), 0U);
  EXPECT_EQ(next_ns, 30);
  EXPECT_EQ(advance(10, 65, &next_ns), 3U);
  EXPECT_EQ(next_ns, 70);
}

TEST_CASE(ATimerWithoutPeriodIsDueAtEveryLook) {
  std::int64_t next_ns = 0;
  EXPECT_EQ(advance(0, 5, &next_ns), 0U);
  EXPECT_EQ(next_ns, 5);
}

TEST_CASE(ARemovedTimerDoesNotCome) {
  ATimer first(1);
  ATimer second(2);
  TimerQueue queue;
  queue.add(&first);
  queue.add(&second);
  EXPECT_TRUE(queue.remove(&first));
  EXPECT_TRUE(!queue.remove(&first));
  EXPECT_TRUE(queue.take_due(9) == &second);
  EXPECT_TRUE(queue.is_empty());
}

}  // namespace

}  // namespace executors
