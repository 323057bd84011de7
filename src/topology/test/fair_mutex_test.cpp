// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "rcl/fair_mutex.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "expect.hpp"

namespace topology {

namespace {

constexpr std::size_t kTurns = 10;

/// Who has had the mutex, of two threads that both ask for it again as soon as they let it go.
std::vector<int> turns_of_two() {
  FairMutex mutex;
  std::vector<int> turns;
  const auto take_turns = [&](int number) {
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
      const std::lock_guard<FairMutex> alone(mutex);
      turns.push_back(number);
      // Long enough for the other one to ask.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  std::array<std::thread, 2> threads{std::thread(take_turns, 0), std::thread(take_turns, 1)};
  for (std::thread& thread : threads) thread.join();
  return turns;
}

bool alternate(const std::vector<int>& turns) {
  for (std::size_t at = 1; at < turns.size(); ++at) {
    if (turns[at] == turns[at - 1]) return false;
  }
  return turns.size() == 2 * kTurns;
}

TEST_CASE(TwoThreadsThatDoNotPauseTakeTurns) {
  // On a loaded machine one may be too late to ask.
  constexpr int kMostTries = 500;
  int tries = 0;
  while (tries < kMostTries && !alternate(turns_of_two())) ++tries;
  EXPECT_TRUE(tries < kMostTries);
}

TEST_CASE(NoTwoThreadsHaveAFairMutexAtATime) {
  FairMutex mutex;
  int count = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int time = 0; time < 1'000; ++time) {
        const std::lock_guard<FairMutex> alone(mutex);
        ++count;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 4'000);
}

}  // namespace

}  // namespace topology
