// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

#include "clock.hpp"
#include "expect.hpp"

namespace topology {

namespace {

TEST_CASE(PrimesAreCounted) {
  EXPECT_EQ(count_primes(1), 0U);
  EXPECT_EQ(count_primes(4096), 564U);
}

TEST_CASE(BusyWorkTakesItsTimeOfCpu) {
  const std::int64_t before = read_clock_ns(CLOCK_THREAD_CPUTIME_ID);
  perform({5'000, 0, 0});
  const std::int64_t taken = read_clock_ns(CLOCK_THREAD_CPUTIME_ID) - before;
  EXPECT_TRUE(taken >= 5'000'000);
}

TEST_CASE(SleepingTakesTimeButNoCpu) {
  const std::int64_t cpu_before = read_clock_ns(CLOCK_THREAD_CPUTIME_ID);
  const std::int64_t before = monotonic_now_ns();
  perform({0, 0, 20'000});
  EXPECT_TRUE(monotonic_now_ns() - before >= 20'000'000);
  EXPECT_TRUE(read_clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_before < 10'000'000);
}

}  // namespace

}  // namespace topology
