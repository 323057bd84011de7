// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__EXIT_STATUS_HPP_
#define COMPOSED_PROCESS__EXIT_STATUS_HPP_

#include <chrono>
#include <cstdio>
#include <string>

namespace composed_process {

// Exit statuses.
constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

/// How long a process may take to end before it gives up.
constexpr std::chrono::seconds kStopPatience{15};

/// Prints a line of the program and returns the status to end with.
inline int refuse(const std::string& program, const std::string& message, int status) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), message.c_str());
  return status;
}

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__EXIT_STATUS_HPP_
