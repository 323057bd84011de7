// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_queue.hpp"

#include "expect.hpp"

namespace executors {

namespace {

class Nothing : public Source {
 public:
  void run(std::uint32_t) override {}
};

TEST_CASE(AFullRingTakesNoMore) {
  Nothing sources[3];
  const auto queue = make_event_queue(2);
  EXPECT_TRUE(queue->push(&sources[0]));
  EXPECT_TRUE(queue->push(&sources[1]));
  EXPECT_FALSE(queue->push(&sources[2]));
  EXPECT_TRUE(queue->pop() == &sources[0]);
  EXPECT_TRUE(queue->push(&sources[2]));
}

TEST_CASE(AQueueWithoutLimitKeepsTheOrder) {
  Nothing sources[3];
  const auto queue = make_event_queue(0);
  EXPECT_TRUE(queue->is_empty());
  for (Nothing& source : sources) EXPECT_TRUE(queue->push(&source));
  for (Nothing& source : sources) EXPECT_TRUE(queue->pop() == &source);
  EXPECT_TRUE(queue->pop() == nullptr);
}

}  // namespace

}  // namespace executors
