// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "child_ledger.hpp"

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(CountsAReapedChildOnce) {
  ChildLedger ledger;
  ledger.record_reaped(0);
  // Last seen with 90, reaped with 100.
  ledger.record_reaped(100);
  ledger.record_ended(90, true);
  EXPECT_EQ(ledger.total_ns(), 100U);
}

TEST_CASE(CountsAChildBetweenItsEndAndItsReaping) {
  ChildLedger ledger;
  ledger.record_reaped(500);
  ledger.record_reaped(500);
  ledger.record_ended(100, false);
  EXPECT_EQ(ledger.total_ns(), 600U);
  ledger.record_reaped(600);
  EXPECT_EQ(ledger.total_ns(), 600U);
}

TEST_CASE(CountsChildrenOfAParentThatIgnoresSigchld) {
  ChildLedger ledger;
  for (int i = 0; i < 10; ++i) {
    ledger.record_reaped(0);
    ledger.record_ended(7, true);
  }
  EXPECT_EQ(ledger.total_ns(), 70U);
}

TEST_CASE(CountsChildrenThatWereNeverSeen) {
  ChildLedger ledger;
  ledger.record_reaped(0);
  ledger.record_reaped(40);
  EXPECT_EQ(ledger.total_ns(), 40U);
  // Another unseen one of 5, and a seen one of 10, in the same pass.
  ledger.record_reaped(55);
  ledger.record_ended(10, true);
  EXPECT_EQ(ledger.total_ns(), 55U);
}

TEST_CASE(RoundingToTicksDoesNotAddUp) {
  ChildLedger ledger;
  std::uint64_t exact = 0;
  std::uint64_t previous = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t child = 7;
    exact += child;
    ledger.record_reaped(exact / 10 * 10);
    ledger.record_ended(child, true);
    EXPECT_TRUE(ledger.total_ns() >= previous);
    previous = ledger.total_ns();
  }
  EXPECT_TRUE(ledger.total_ns() >= exact - 10 && ledger.total_ns() <= exact + 10);
}

}  // namespace process_sampler
