// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "perf_counters.hpp"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <thread>

#include "clock.hpp"
#include "expect.hpp"

namespace process_sampler {

namespace {

void burn(std::uint64_t nanoseconds) {
  const std::uint64_t end = read_clock(CLOCK_THREAD_CPUTIME_ID) + nanoseconds;
  while (read_clock(CLOCK_THREAD_CPUTIME_ID) < end) {
  }
}

}  // namespace

TEST_CASE(UnknownEventsAreRefused) {
  PerfCounters counters;
  EXPECT_FALSE(counters.choose(""));
  EXPECT_FALSE(counters.choose("instructions,sparks"));
  EXPECT_TRUE(counters.choose("task-clock,context-switches"));
  EXPECT_EQ(counters.size(), 2U);
  EXPECT_EQ(std::string(counters.name(1)), "context-switches");
}

TEST_CASE(NothingIsKnownBeforeTheEventsWereTried) {
  PerfCounters counters;
  std::uint64_t total = 0;
  EXPECT_TRUE(counters.choose("task-clock"));
  EXPECT_FALSE(counters.read(0, &total));
}

TEST_CASE(ThreadsAndChildrenOfARootAreCounted) {
  PerfCounters counters;
  EXPECT_TRUE(counters.choose("task-clock"));
  if (counters.probe() != nullptr) return;  // Not permitted here; the Python tests say so.
  counters.follow(getpid());
  std::uint64_t before = 0;
  EXPECT_TRUE(counters.read(0, &before));
  std::thread(burn, 20'000'000).join();
  const pid_t child = fork();
  if (child == 0) {
    burn(30'000'000);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::uint64_t after = 0;
  EXPECT_TRUE(counters.read(0, &after));
  EXPECT_TRUE(after - before >= 50'000'000);
}

TEST_CASE(ARootThatHasEndedCountsNothing) {
  PerfCounters counters;
  EXPECT_TRUE(counters.choose("context-switches"));
  if (counters.probe() != nullptr) return;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  counters.follow(child);
  std::uint64_t total = 1;
  EXPECT_TRUE(counters.read(0, &total));
  EXPECT_EQ(total, 0U);
}

}  // namespace process_sampler
