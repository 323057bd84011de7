// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "ring.hpp"

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"

namespace executors {

namespace {

TEST_CASE(ARingGivesBackInOrderAndRefusesWhatItHasNoRoomFor) {
  Ring<int> ring(4);
  for (int number = 0; number < 4; ++number) EXPECT_TRUE(ring.try_push(number));
  EXPECT_FALSE(ring.try_push(4));
  int popped = -1;
  for (int number = 0; number < 4; ++number) {
    EXPECT_TRUE(ring.try_pop(&popped));
    EXPECT_EQ(popped, number);
  }
  EXPECT_FALSE(ring.try_pop(&popped));
  EXPECT_TRUE(ring.is_empty());
}

TEST_CASE(ACapacityThatIsNoPowerOfTwoIsRefused) {
  std::string problem;
  try {
    const Ring<int> ring(3);
  } catch (const std::invalid_argument& error) {
    problem = error.what();
  }
  EXPECT_EQ(problem, "the capacity of a ring must be a power of two, 2 or more");
}

TEST_CASE(NothingIsLostOrDoubledOrReorderedBetweenTwoProducersAndAConsumer) {
  constexpr std::uint64_t kTimes = 500'000;
  Ring<std::uint64_t> ring(64);
  std::vector<std::thread> producers;
  for (std::uint64_t producer = 0; producer < 2; ++producer) {
    producers.emplace_back([&ring, producer] {
      for (std::uint64_t number = 0; number < kTimes; ++number) {
        while (!ring.try_push(number * 2 + producer)) std::this_thread::yield();
      }
    });
  }
  std::uint64_t next[2] = {0, 0};
  std::uint64_t out_of_order = 0;
  for (std::uint64_t count = 0; count < 2 * kTimes;) {
    std::uint64_t element = 0;
    if (!ring.try_pop(&element)) {
      std::this_thread::yield();
      continue;
    }
    out_of_order += element / 2 != next[element % 2]++;
    ++count;
  }
  for (std::thread& producer : producers) producer.join();
  EXPECT_EQ(out_of_order, 0U);
  EXPECT_TRUE(ring.is_empty());
}

/// Takes a while to be copied, as long as its test wants.
struct Slow {
  Slow() = default;
  Slow(const Slow&) = default;
  Slow& operator=(const Slow& other) {
    if (other.gate != nullptr) {
      other.gate->is_inside = true;
      while (!other.gate->is_open) std::this_thread::yield();
    }
    number = other.number;
    return *this;
  }
  struct Gate {
    std::atomic<bool> is_inside{false};
    std::atomic<bool> is_open{false};
  };
  int number = 0;
  Gate* gate = nullptr;
};

TEST_CASE(APushThatIsNotFinishedIsNothingToTakeYetAndHidesWhatWasPushedAfterIt) {
  Ring<Slow> ring(4);
  Slow::Gate gate;
  Slow slow;
  slow.gate = &gate;
  std::thread poster([&] { ring.try_push(slow); });
  while (!gate.is_inside) std::this_thread::yield();
  EXPECT_TRUE(ring.try_push(Slow()));
  EXPECT_FALSE(ring.is_empty());
  EXPECT_FALSE(ring.has_next());
  gate.is_open = true;
  poster.join();
  Slow popped;
  for (int time = 0; time < 2; ++time) {
    EXPECT_TRUE(ring.has_next());
    EXPECT_TRUE(ring.try_pop(&popped));
  }
  EXPECT_FALSE(ring.has_next());
}

}  // namespace

}  // namespace executors
