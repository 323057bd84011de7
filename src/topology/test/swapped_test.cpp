// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "swapped.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "expect.hpp"

namespace topology {

namespace {

struct Pair {
  std::uint64_t left = 0;
  std::uint64_t right = 0;
};

TEST_CASE(NothingIsCountedTwiceOrLostWhileRecordsAreTakenAway) {
  constexpr std::uint64_t kTimes = 2'000'000;
  Swapped<Pair> counts;
  std::atomic<bool> done{false};
  std::thread counting([&] {
    for (std::uint64_t time = 0; time < kTimes; ++time) {
      counts.write([](Pair* pair) {
        ++pair->left;
        ++pair->right;
      });
    }
    done = true;
  });
  std::uint64_t left = 0;
  std::uint64_t torn = 0;
  auto spare = std::make_unique<Pair>();
  const auto take = [&] {
    auto taken = counts.take(std::move(spare));
    left += taken->left;
    torn += taken->left != taken->right;
    *taken = {};
    spare = std::move(taken);
  };
  while (!done) take();
  counting.join();
  take();
  EXPECT_EQ(left, kTimes);
  EXPECT_EQ(torn, 0U);
}

}  // namespace

}  // namespace topology
