// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "held_memory.hpp"

#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include "expect.hpp"

namespace known_cost {

namespace {

std::int64_t anonymous_kb() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    if (word == "Anonymous:") {
      std::int64_t kb = 0;
      file >> kb;
      return kb;
    }
  }
  return -1;
}

TEST_CASE(WhatIsHeldIsResidentAndGivenBack) {
  const std::int64_t before = anonymous_kb();
  {
    const HeldMemory memory(20'000'000);
    const std::int64_t held = anonymous_kb() - before;
    EXPECT_TRUE(held > 19'000 && held < 20'000);
  }
  EXPECT_TRUE(anonymous_kb() - before < 1'000);
}

TEST_CASE(NothingIsHeldOfNothing) {
  const std::int64_t before = anonymous_kb();
  const HeldMemory memory(0);
  EXPECT_TRUE(anonymous_kb() - before < 100);
}

TEST_CASE(MoreThanThereIsIsAnError) {
  bool is_refused = false;
  try {
    const HeldMemory memory(std::numeric_limits<std::size_t>::max() / 2);
  } catch (const std::bad_alloc&) {
    is_refused = true;
  }
  EXPECT_TRUE(is_refused);
}

}  // namespace

}  // namespace known_cost
