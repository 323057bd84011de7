// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__PROGRAM_HPP_
#define TOPOLOGY__ROS__PROGRAM_HPP_

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "bad_parameter.hpp"

namespace topology {

// Exit statuses.
constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

/// How long a process may take to end before it gives up.
constexpr std::chrono::seconds kStopPatience{15};

/// Prints a line of the program and returns the status to end with.
inline int Refuse(const char* program, const std::string& message, int status) {
  std::fprintf(stderr, "%s: %s\n", program, message.c_str());
  return status;
}

/// A function of which every failure is one line.
template <typename Function>
int Guarded(const char* program, Function&& function) {
  try {
    return function();
  } catch (const BadParameter& bad) {
    return Refuse(program, bad.what(), kBadInput);
  } catch (const std::exception& error) {
    return Refuse(program, error.what(), kFailed);
  }
}

}  // namespace topology

#endif  // TOPOLOGY__ROS__PROGRAM_HPP_
