// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "sequence.hpp"

#include "expect.hpp"

namespace topology {

namespace {

TEST_CASE(WhatWasSentBeforeTheFirstIsNotLost) {
  Sequence sequence;
  EXPECT_EQ(sequence.note(1, 500).lost, 0);
  EXPECT_EQ(sequence.note(1, 501).lost, 0);
}

TEST_CASE(AGapIsLost) {
  Sequence sequence;
  sequence.note(1, 1);
  EXPECT_EQ(sequence.note(1, 5).lost, 3);
  EXPECT_EQ(sequence.note(1, 6).lost, 0);
}

TEST_CASE(AMessageThatComesAfterAllIsReorderedAndNotLost) {
  Sequence sequence;
  sequence.note(1, 1);
  std::int64_t lost = sequence.note(1, 3).lost;
  const Arrival late = sequence.note(1, 2);
  lost += late.lost;
  EXPECT_TRUE(late.reordered);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(sequence.note(1, 4).lost, 0);
}

TEST_CASE(PublishersOfOneTopicAreToldApart) {
  Sequence sequence;
  sequence.note(1, 10);
  sequence.note(2, 90);
  EXPECT_EQ(sequence.note(1, 11).lost, 0);
  EXPECT_EQ(sequence.note(2, 92).lost, 1);
}

}  // namespace

}  // namespace topology
