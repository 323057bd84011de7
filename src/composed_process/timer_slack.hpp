// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__TIMER_SLACK_HPP_
#define COMPOSED_PROCESS__TIMER_SLACK_HPP_

#include <chrono>
#include <string>

namespace composed_process {

/// The value of --timer-slack-us; on a mistake returns false and says in `*error` what is wrong.
bool parse_timer_slack(const std::string& text, std::chrono::microseconds* slack,
                       std::string* error);

/// The kernel may wake the calling thread, and those that it makes from now on, that much later
/// than they asked, so that it wakes once for several timers (prctl(2), PR_SET_TIMERSLACK).
/// \throws std::system_error if the kernel refuses.
void set_timer_slack(std::chrono::microseconds slack);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__TIMER_SLACK_HPP_
