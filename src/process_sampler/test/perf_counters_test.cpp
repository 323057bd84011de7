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

void Burn(std::uint64_t nanoseconds) {
  const std::uint64_t end = ReadClock(CLOCK_THREAD_CPUTIME_ID) + nanoseconds;
  while (ReadClock(CLOCK_THREAD_CPUTIME_ID) < end) {
  }
}

}  // namespace

TEST_CASE(UnknownEventsAreRefused) {
  PerfCounters counters;
  EXPECT_FALSE(counters.Choose(""));
  EXPECT_FALSE(counters.Choose("instructions,sparks"));
  EXPECT_TRUE(counters.Choose("task-clock,context-switches"));
  EXPECT_EQ(counters.size(), 2U);
  EXPECT_EQ(std::string(counters.name(1)), "context-switches");
}

TEST_CASE(NothingIsKnownBeforeTheEventsWereTried) {
  PerfCounters counters;
  std::uint64_t total = 0;
  EXPECT_TRUE(counters.Choose("task-clock"));
  EXPECT_FALSE(counters.Read(0, &total));
}

TEST_CASE(ThreadsAndChildrenOfARootAreCounted) {
  PerfCounters counters;
  EXPECT_TRUE(counters.Choose("task-clock"));
  if (counters.Probe() != nullptr) return;  // Not permitted here; the Python tests say so.
  counters.Follow(getpid());
  std::uint64_t before = 0;
  EXPECT_TRUE(counters.Read(0, &before));
  std::thread(Burn, 20'000'000).join();
  const pid_t child = fork();
  if (child == 0) {
    Burn(30'000'000);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::uint64_t after = 0;
  EXPECT_TRUE(counters.Read(0, &after));
  EXPECT_TRUE(after - before >= 50'000'000);
}

TEST_CASE(ARootThatHasEndedCountsNothing) {
  PerfCounters counters;
  EXPECT_TRUE(counters.Choose("context-switches"));
  if (counters.Probe() != nullptr) return;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  counters.Follow(child);
  std::uint64_t total = 1;
  EXPECT_TRUE(counters.Read(0, &total));
  EXPECT_EQ(total, 0U);
}

}  // namespace process_sampler
