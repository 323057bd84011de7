// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "sequence.hpp"

#include "expect.hpp"

namespace topology {

namespace {

TEST_CASE(WhatWasSentBeforeTheFirstIsNotLost) {
  Sequence sequence;
  EXPECT_EQ(sequence.Note(1, 500).lost, 0);
  EXPECT_EQ(sequence.Note(1, 501).lost, 0);
}

TEST_CASE(AGapIsLost) {
  Sequence sequence;
  sequence.Note(1, 1);
  EXPECT_EQ(sequence.Note(1, 5).lost, 3);
  EXPECT_EQ(sequence.Note(1, 6).lost, 0);
}

TEST_CASE(AMessageThatComesAfterAllIsReorderedAndNotLost) {
  Sequence sequence;
  sequence.Note(1, 1);
  std::int64_t lost = sequence.Note(1, 3).lost;
  const Arrival late = sequence.Note(1, 2);
  lost += late.lost;
  EXPECT_TRUE(late.reordered);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(sequence.Note(1, 4).lost, 0);
}

TEST_CASE(PublishersOfOneTopicAreToldApart) {
  Sequence sequence;
  sequence.Note(1, 10);
  sequence.Note(2, 90);
  EXPECT_EQ(sequence.Note(1, 11).lost, 0);
  EXPECT_EQ(sequence.Note(2, 92).lost, 1);
}

}  // namespace

}  // namespace topology
