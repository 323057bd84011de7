// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "maps_line.hpp"

#include <string>

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(ReadsTheRangeOfAMapping) {
  MappedRange range;
  EXPECT_TRUE(parse_maps_line(
      "7f0000000000-7f0000002000 r-xp 00001000 fe:00 1234      /usr/lib/a b.so", &range));
  EXPECT_EQ(range.begin, 0x7f0000000000U);
  EXPECT_EQ(range.end, 0x7f0000002000U);
  EXPECT_FALSE(range.lent_by_kernel);
}

TEST_CASE(KnowsPagesThatTheKernelLends) {
  MappedRange range;
  for (const char* name : {"[vdso]", "[vvar]", "[vvar_vclock]", "[vsyscall]"}) {
    const std::string line =
        std::string("7ffc60ae1000-7ffc60ae3000 r-xp 00000000 00:00 0    ") + name;
    EXPECT_TRUE(parse_maps_line(line, &range));
    EXPECT_TRUE(range.lent_by_kernel);
  }
  for (const char* name : {"[heap]", "[stack]", "", "/tmp/[vdso]x", "[anon:v]"}) {
    const std::string line =
        std::string("7ffc60ae1000-7ffc60ae3000 r-xp 00000000 00:00 0    ") + name;
    EXPECT_TRUE(parse_maps_line(line, &range));
    EXPECT_FALSE(range.lent_by_kernel);
  }
}

TEST_CASE(RefusesWhatIsNoMapping) {
  MappedRange range;
  for (const char* line : {"", "Rss: 12 kB", "7f00", "7f00-", "7f00-7e00 r--p", "7f00 8f00"}) {
    EXPECT_FALSE(parse_maps_line(line, &range));
  }
}

}  // namespace process_sampler
