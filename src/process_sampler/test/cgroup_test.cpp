// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "cgroup.hpp"

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(ReadsTheUsageOfCpuStat) {
  std::uint64_t usage_ns = 0;
  EXPECT_TRUE(
      parse_cpu_stat("usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n", &usage_ns));
  EXPECT_EQ(usage_ns, 1234567000U);
}

TEST_CASE(RefusesACpuStatOfVersionOne) {
  std::uint64_t usage_ns = 0;
  EXPECT_FALSE(parse_cpu_stat("nr_periods 0\nnr_throttled 0\nthrottled_time 0\n", &usage_ns));
  EXPECT_FALSE(parse_cpu_stat("", &usage_ns));
}

TEST_CASE(SaysWhatIsNoCgroup) {
  Cgroup cgroup;
  EXPECT_TRUE(cgroup.open("/nonexistent/cgroup") != nullptr);
  EXPECT_TRUE(cgroup.open("/") != nullptr);
  EXPECT_FALSE(cgroup.is_open());
}

}  // namespace process_sampler
