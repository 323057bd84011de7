// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "child_ledger.hpp"

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(CountsAReapedChildOnce) {
  ChildLedger ledger;
  ledger.RecordReaped(0);
  // Last seen with 90, reaped with 100.
  ledger.RecordReaped(100);
  ledger.RecordEnded(90, true);
  EXPECT_EQ(ledger.total_ns(), 100U);
}

TEST_CASE(CountsAChildBetweenItsEndAndItsReaping) {
  ChildLedger ledger;
  ledger.RecordReaped(500);
  ledger.RecordReaped(500);
  ledger.RecordEnded(100, false);
  EXPECT_EQ(ledger.total_ns(), 600U);
  ledger.RecordReaped(600);
  EXPECT_EQ(ledger.total_ns(), 600U);
}

TEST_CASE(CountsChildrenOfAParentThatIgnoresSigchld) {
  ChildLedger ledger;
  for (int i = 0; i < 10; ++i) {
    ledger.RecordReaped(0);
    ledger.RecordEnded(7, true);
  }
  EXPECT_EQ(ledger.total_ns(), 70U);
}

TEST_CASE(CountsChildrenThatWereNeverSeen) {
  ChildLedger ledger;
  ledger.RecordReaped(0);
  ledger.RecordReaped(40);
  EXPECT_EQ(ledger.total_ns(), 40U);
  // Another unseen one of 5, and a seen one of 10, in the same pass.
  ledger.RecordReaped(55);
  ledger.RecordEnded(10, true);
  EXPECT_EQ(ledger.total_ns(), 55U);
}

TEST_CASE(RoundingToTicksDoesNotAddUp) {
  ChildLedger ledger;
  std::uint64_t exact = 0;
  std::uint64_t previous = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t child = 7;
    exact += child;
    ledger.RecordReaped(exact / 10 * 10);
    ledger.RecordEnded(child, true);
    EXPECT_TRUE(ledger.total_ns() >= previous);
    previous = ledger.total_ns();
  }
  EXPECT_TRUE(ledger.total_ns() >= exact - 10 && ledger.total_ns() <= exact + 10);
}

}  // namespace process_sampler
