// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_slack.hpp"

#include <sys/prctl.h>

#include <chrono>
#include <string>
#include <thread>

#include "expect.hpp"

namespace {

using composed_process::parse_timer_slack;
using composed_process::set_timer_slack;
using std::chrono::microseconds;

TEST_CASE(TheTimerSlackIsThatOfTheThreadAndOfThoseThatItMakes) {
  int own_ns = 0, of_new_thread_ns = 0;
  std::thread([&] {
    set_timer_slack(microseconds(700));
    own_ns = prctl(PR_GET_TIMERSLACK);
    std::thread([&] { of_new_thread_ns = prctl(PR_GET_TIMERSLACK); }).join();
  }).join();
  EXPECT_EQ(own_ns, 700'000);
  EXPECT_EQ(of_new_thread_ns, 700'000);
}

TEST_CASE(ATimerSlackIsAWholeNumberOfMicroseconds) {
  microseconds slack{0};
  std::string error;
  EXPECT_TRUE(parse_timer_slack("1000", &slack, &error));
  EXPECT_EQ(slack.count(), 1000);
  for (const std::string wrong : {"", "0", "-1", "1ms", "0.5", "1000001"}) {
    EXPECT_FALSE(parse_timer_slack(wrong, &slack, &error));
    EXPECT_EQ(error, "--timer-slack-us " + wrong + ": give a whole number of µs from 1 to 1000000");
  }
  EXPECT_EQ(slack.count(), 1000);
}

}  // namespace
