// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_queue.hpp"

#include <memory>
#include <vector>

#include "expect.hpp"

namespace executors {

namespace {

class Nothing : public Source {
 public:
  void run(std::uint32_t) override {}
};

/// A ring of two places that are taken.
struct Filled {
  explicit Filled(WhenFull when_full)
      : queue(
            make_event_queue({2, when_full}, [this](Source* source) { lost.push_back(source); })) {
    queue->push(&sources[0]);
    queue->push(&sources[1]);
  }

  Nothing sources[3];
  std::vector<Source*> lost;
  std::unique_ptr<EventQueue> queue;
};

TEST_CASE(AFullRingThatBlocksTakesNoMore) {
  Filled filled(WhenFull::kBlock);
  EXPECT_FALSE(filled.queue->push(&filled.sources[2]));
  EXPECT_TRUE(filled.lost.empty());
  EXPECT_TRUE(filled.queue->pop() == &filled.sources[0]);
  EXPECT_TRUE(filled.queue->push(&filled.sources[2]));
}

TEST_CASE(AFullRingThatDropsTheOldestLosesIt) {
  Filled filled(WhenFull::kDropOldest);
  EXPECT_TRUE(filled.queue->push(&filled.sources[2]));
  EXPECT_EQ(filled.lost.size(), std::size_t{1});
  EXPECT_TRUE(filled.lost[0] == &filled.sources[0]);
  EXPECT_TRUE(filled.queue->pop() == &filled.sources[1]);
  EXPECT_TRUE(filled.queue->pop() == &filled.sources[2]);
  EXPECT_TRUE(filled.queue->is_empty());
}

TEST_CASE(AFullRingThatDropsTheNewestLosesIt) {
  Filled filled(WhenFull::kDropNewest);
  EXPECT_TRUE(filled.queue->push(&filled.sources[2]));
  EXPECT_EQ(filled.lost.size(), std::size_t{1});
  EXPECT_TRUE(filled.lost[0] == &filled.sources[2]);
  EXPECT_TRUE(filled.queue->pop() == &filled.sources[0]);
}

TEST_CASE(AQueueWithoutLimitKeepsTheOrder) {
  Nothing sources[3];
  const auto queue = make_event_queue({}, nullptr);
  EXPECT_TRUE(queue->is_empty());
  for (Nothing& source : sources) EXPECT_TRUE(queue->push(&source));
  for (Nothing& source : sources) EXPECT_TRUE(queue->pop() == &source);
  EXPECT_TRUE(queue->pop() == nullptr);
}

}  // namespace

}  // namespace executors
