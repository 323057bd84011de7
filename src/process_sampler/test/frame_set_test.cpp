// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "frame_set.hpp"

#include <cstdlib>
#include <set>

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(CountsEveryFrameOnce) {
  FrameBitmap bitmap;
  EXPECT_TRUE(bitmap.insert(5));
  EXPECT_TRUE(bitmap.insert(64));
  EXPECT_FALSE(bitmap.insert(5));
  EXPECT_EQ(bitmap.size(), 2U);
}

TEST_CASE(HoldsFramesFarApart) {
  FrameBitmap bitmap;
  const std::uint64_t terabyte = (std::uint64_t{1} << 40) / 4096;
  for (std::uint64_t i = 0; i < 8; ++i) EXPECT_TRUE(bitmap.insert(i * terabyte + 1));
  for (std::uint64_t i = 0; i < 8; ++i) EXPECT_FALSE(bitmap.insert(i * terabyte + 1));
  EXPECT_EQ(bitmap.size(), 8U);
  EXPECT_FALSE(bitmap.failed());
}

TEST_CASE(IsEmptyAfterClearing) {
  FrameBitmap bitmap;
  bitmap.insert(7);
  bitmap.clear();
  EXPECT_EQ(bitmap.size(), 0U);
  EXPECT_TRUE(bitmap.insert(7));
  FrameTable table;
  table.insert(7);
  table.clear();
  EXPECT_TRUE(table.insert(7));
}

TEST_CASE(SaysWhenAFrameIsBeyondAllMemory) {
  FrameBitmap bitmap;
  bitmap.insert(3);
  EXPECT_FALSE(bitmap.insert((std::uint64_t{1} << 55) - 1));
  EXPECT_TRUE(bitmap.failed());
  EXPECT_FALSE(bitmap.insert(3));
}

TEST_CASE(TableAgreesWithASetOfTheLibrary) {
  FrameTable table;
  std::set<std::uint64_t> expected;
  std::uint64_t random = 1;
  for (int i = 0; i < 100000; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    // Scattered frames, and runs of neighbours like those of a large folio.
    const std::uint64_t frame = (random >> 42) + static_cast<std::uint64_t>(i % 4);
    EXPECT_EQ(table.insert(frame), expected.insert(frame).second);
  }
  table.clear();
  EXPECT_TRUE(table.insert(*expected.begin()));
}

}  // namespace process_sampler
