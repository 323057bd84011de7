// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "sequence.hpp"

#include "expect.hpp"

namespace topology {

namespace {

/// A message of a publisher that sends its first at a time of 1, and the next ones each 1 later.
Arrival note(Sequence* sequence, std::uint32_t publisher_id, std::uint32_t number) {
  return sequence->note(publisher_id, number, number);
}

TEST_CASE(WhatWasSentBeforeTheFirstIsNotLost) {
  Sequence sequence;
  EXPECT_EQ(note(&sequence, 1, 500).lost, 0);
  EXPECT_EQ(note(&sequence, 1, 501).lost, 0);
}

TEST_CASE(AGapIsLost) {
  Sequence sequence;
  note(&sequence, 1, 1);
  EXPECT_EQ(note(&sequence, 1, 5).lost, 3);
  EXPECT_EQ(note(&sequence, 1, 6).lost, 0);
}

TEST_CASE(AMessageThatComesAfterAllIsReorderedAndNotLost) {
  Sequence sequence;
  note(&sequence, 1, 1);
  std::int64_t lost = note(&sequence, 1, 3).lost;
  const Arrival late = note(&sequence, 1, 2);
  lost += late.lost;
  EXPECT_TRUE(late.reordered);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(note(&sequence, 1, 4).lost, 0);
}

TEST_CASE(PublishersOfOneTopicAreToldApart) {
  Sequence sequence;
  note(&sequence, 1, 10);
  note(&sequence, 2, 90);
  EXPECT_EQ(note(&sequence, 1, 11).lost, 0);
  EXPECT_EQ(note(&sequence, 2, 92).lost, 1);
}

TEST_CASE(APublisherThatIsMadeAnewBeginsAnew) {
  Sequence sequence;
  for (const std::uint32_t publisher_id : {1U, 2U}) {
    sequence.note(publisher_id, 40, 1000);
    const Arrival first = sequence.note(publisher_id, 2, 2000);
    EXPECT_FALSE(first.reordered);
    EXPECT_EQ(first.lost, 0);
    EXPECT_EQ(sequence.note(publisher_id, 5, 2003).lost, 2);
    EXPECT_TRUE(sequence.note(publisher_id, 4, 2002).reordered);
  }
}

}  // namespace

}  // namespace topology
