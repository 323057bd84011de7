// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "frame_set.hpp"

#include <cstdlib>
#include <set>

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(CountsEveryFrameOnce) {
  FrameBitmap bitmap;
  EXPECT_TRUE(bitmap.Insert(5));
  EXPECT_TRUE(bitmap.Insert(64));
  EXPECT_FALSE(bitmap.Insert(5));
  EXPECT_EQ(bitmap.size(), 2U);
}

TEST_CASE(HoldsFramesFarApart) {
  FrameBitmap bitmap;
  const std::uint64_t terabyte = (std::uint64_t{1} << 40) / 4096;
  for (std::uint64_t i = 0; i < 8; ++i) EXPECT_TRUE(bitmap.Insert(i * terabyte + 1));
  for (std::uint64_t i = 0; i < 8; ++i) EXPECT_FALSE(bitmap.Insert(i * terabyte + 1));
  EXPECT_EQ(bitmap.size(), 8U);
  EXPECT_FALSE(bitmap.failed());
}

TEST_CASE(IsEmptyAfterClearing) {
  FrameBitmap bitmap;
  bitmap.Insert(7);
  bitmap.Clear();
  EXPECT_EQ(bitmap.size(), 0U);
  EXPECT_TRUE(bitmap.Insert(7));
  FrameTable table;
  table.Insert(7);
  table.Clear();
  EXPECT_TRUE(table.Insert(7));
}

TEST_CASE(SaysWhenAFrameIsBeyondAllMemory) {
  FrameBitmap bitmap;
  bitmap.Insert(3);
  EXPECT_FALSE(bitmap.Insert((std::uint64_t{1} << 55) - 1));
  EXPECT_TRUE(bitmap.failed());
  EXPECT_FALSE(bitmap.Insert(3));
}

TEST_CASE(TableAgreesWithASetOfTheLibrary) {
  FrameTable table;
  std::set<std::uint64_t> expected;
  std::uint64_t random = 1;
  for (int i = 0; i < 100000; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    // Scattered frames, and runs of neighbours like those of a large folio.
    const std::uint64_t frame = (random >> 42) + static_cast<std::uint64_t>(i % 4);
    EXPECT_EQ(table.Insert(frame), expected.insert(frame).second);
  }
  table.Clear();
  EXPECT_TRUE(table.Insert(*expected.begin()));
}

}  // namespace process_sampler
