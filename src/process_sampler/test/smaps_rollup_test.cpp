// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "smaps_rollup.hpp"

#include <string>

#include "expect.hpp"

namespace process_sampler {

namespace {

constexpr const char kText[] =
    "55b7cbf09000-7ffc60ae3000 ---p 00000000 00:00 0                          [rollup]\n"
    "Rss:                1744 kB\n"
    "Pss:                 326 kB\n"
    "Pss_Dirty:           112 kB\n"
    "Pss_Anon:            100 kB\n"
    "Pss_File:            214 kB\n"
    "Pss_Shmem:            12 kB\n"
    "Shared_Clean:       1580 kB\n"
    "Shared_Dirty:          0 kB\n"
    "Private_Clean:        52 kB\n"
    "Private_Dirty:       112 kB\n"
    "Anonymous:           112 kB\n"
    "Shared_Hugetlb:        0 kB\n"
    "Private_Hugetlb:    2048 kB\n"
    "Swap:                  4 kB\n"
    "SwapPss:               3 kB\n"
    "Locked:                0 kB\n";

}  // namespace

TEST_CASE(ReadsSmapsRollupInBytes) {
  SmapsRollup rollup;
  EXPECT_TRUE(parse_smaps_rollup(kText, &rollup));
  EXPECT_EQ(rollup.rss_bytes, 1744U * 1024);
  EXPECT_EQ(rollup.pss_bytes, 326U * 1024);
  EXPECT_EQ(rollup.pss_anon_bytes, 100U * 1024);
  EXPECT_EQ(rollup.pss_file_bytes, 214U * 1024);
  EXPECT_EQ(rollup.pss_shmem_bytes, 12U * 1024);
  EXPECT_EQ(rollup.uss_bytes, (52U + 112U + 2048U) * 1024);
  EXPECT_EQ(rollup.swap_pss_bytes, 3U * 1024);
}

TEST_CASE(RefusesSmapsRollupThatLacksAFigure) {
  for (const std::string label :
       {"Rss:", "Pss:", "Pss_Anon:", "Pss_File:", "Pss_Shmem:", "SwapPss:"}) {
    std::string text = kText;
    const std::size_t begin = text.find("\n" + label) + 1;
    text.erase(begin, text.find('\n', begin) - begin + 1);
    SmapsRollup rollup;
    EXPECT_FALSE(parse_smaps_rollup(text, &rollup));
  }
}

TEST_CASE(RefusesEmptySmapsRollup) {
  SmapsRollup rollup;
  EXPECT_FALSE(parse_smaps_rollup("", &rollup));
}

}  // namespace process_sampler
