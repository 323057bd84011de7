// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "burner.hpp"

#include "expect.hpp"

namespace known_cost {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST_CASE(WhatIsDueIsTheShareOfTheTimeLessWhatWasUsed) {
  Burner burner(0.05, 100 * kSecond, 7 * kSecond);
  EXPECT_EQ(burner.debt_ns(100 * kSecond, 7 * kSecond), 0);
  EXPECT_EQ(burner.debt_ns(101 * kSecond, 7 * kSecond), kSecond / 20);
  EXPECT_EQ(burner.debt_ns(102 * kSecond, 7 * kSecond + kSecond / 20), kSecond / 20);
}

TEST_CASE(WhoHasUsedMoreThanIsDueOwesNothing) {
  Burner burner(0.05, 0, 0);
  EXPECT_EQ(burner.debt_ns(kSecond, kSecond), 0);
  EXPECT_EQ(burner.debt_ns(21 * kSecond, kSecond), kSecond / 20);
}

TEST_CASE(AfterALongPauseOneSecondIsMadeUpForAndTheRestForgotten) {
  Burner burner(0.5, 0, 0);
  EXPECT_EQ(burner.debt_ns(100 * kSecond, 0), kSecond);
  EXPECT_EQ(burner.debt_ns(100 * kSecond, kSecond), 0);
  EXPECT_EQ(burner.debt_ns(102 * kSecond, kSecond), kSecond);
}

}  // namespace

}  // namespace known_cost
