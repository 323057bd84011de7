// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// A system clock that is set while timers wait. This program stands in for the C library's clock.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace {

std::atomic<time_t> step_s{0};

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += step_s;
  return static_cast<int>(result);
}

namespace executors {

namespace {

TEST_CASE(ATimerOfRosTimeWithoutSimulationIsDueWhenTheSystemClockIsSetForward) {
  const auto node = make_node("is_set_forward");
  std::atomic<int> fired{0};
  const auto timer = node->create_timer(seconds(1000), [&] { ++fired; });
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(fired.load(), 0);
  step_s = 1500;
  EXPECT_TRUE(becomes([&] { return fired == 1; }));
  step_s = 0;
}

}  // namespace

}  // namespace executors
