// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "timer_slack.hpp"

#include <sys/prctl.h>

#include <cerrno>
#include <optional>
#include <system_error>

#include "own_arguments.hpp"

namespace composed_process {

namespace {

constexpr int kMostUs = 1'000'000;

}  // namespace

bool parse_timer_slack(const std::string& text, std::chrono::microseconds* slack,
                       std::string* error) {
  const std::optional<int> us = whole_number(text);
  if (!us || *us < 1 || *us > kMostUs) {
    *error = "--timer-slack-us " + text + ": give a whole number of µs from 1 to " +
             std::to_string(kMostUs);
    return false;
  }
  *slack = std::chrono::microseconds(*us);
  return true;
}

void set_timer_slack(std::chrono::microseconds slack) {
  const auto ns = std::chrono::nanoseconds(slack).count();
  if (prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(ns)) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot set the timer slack");
  }
}

}  // namespace composed_process
