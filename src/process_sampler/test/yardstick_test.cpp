// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "yardstick.hpp"

#include "expect.hpp"
#include "yardstick_tally.hpp"
#include "yardstick_work.hpp"

namespace process_sampler {

TEST_CASE(ATallyAveragesItsUnits) {
  YardstickTally tally;
  tally.add({10, 20, 30, 40});
  tally.add({20, 20, 30, 60});
  EXPECT_EQ(tally.units(), 2U);
  const PartTimes means = tally.means();
  EXPECT_EQ(means[kMemoryReads], 15U);
  EXPECT_EQ(means[kSystemCalls], 20U);
  EXPECT_EQ(means[kArithmetic], 50U);
}

TEST_CASE(OneUnitThatWasInterruptedDoesNotOutweighItsSecond) {
  YardstickTally tally;
  for (int i = 0; i < 49; ++i) tally.add({100, 100, 100, 100});
  tally.add({100, 10'000'000, 100, 100});
  EXPECT_EQ(tally.means()[kSystemCalls], (49 * 100 + 300) / 50U);
  EXPECT_EQ(tally.means()[kMemoryReads], 100U);
}

TEST_CASE(ASlowSecondCountsInFull) {
  YardstickTally tally;
  for (int i = 0; i < 50; ++i) tally.add({400, 400, 400, 400});
  EXPECT_EQ(tally.means()[kWakeUps], 400U);
}

TEST_CASE(AnEmptyTallyIsZero) {
  YardstickTally tally;
  tally.add({1, 1, 1, 1});
  tally.clear();
  EXPECT_EQ(tally.means()[kMemoryReads], 0U);
}

TEST_CASE(TheRateIsHalvedUntilUnitsCostOnePerCentOfACore) {
  EXPECT_EQ(affordable_rate(100'000), 50.0);
  EXPECT_EQ(affordable_rate(200'000), 50.0);
  EXPECT_EQ(affordable_rate(200'001), 25.0);
  EXPECT_EQ(affordable_rate(700'000), 12.5);
  EXPECT_EQ(affordable_rate(1'000'000'000), 3.125);
}

TEST_CASE(EveryPartOfAUnitTakesTimeAndItsResultGoesOn) {
  YardstickWork work;
  EXPECT_TRUE(work.problem() == nullptr);
  std::uint64_t before = work.result();
  for (int i = 0; i < 3; ++i) {
    const PartTimes times = work.do_unit();
    for (const std::uint64_t part : times) EXPECT_TRUE(part > 0);
    EXPECT_TRUE(work.result() != before);
    before = work.result();
  }
  EXPECT_TRUE(work.problem() == nullptr);
}

}  // namespace process_sampler
