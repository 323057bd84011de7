// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef CONTAINERS__OPTIONS_HPP_
#define CONTAINERS__OPTIONS_HPP_

#include <string>

#include "executor_kind.hpp"
#include "loop_map.hpp"

namespace containers {

/// What the command line asks for besides ROS arguments.
struct Options {
  bool isolated = false;
  composed_process::LoopMap loops;
  bool help = false;
};

/// Text of --help.
std::string Usage(const std::string& program, composed_process::ExecutorKind kind);

/// Parses the command line; on a mistake returns false and says in `*error` what is wrong.
bool ParseOptions(int argc, const char* const* argv, Options* options, std::string* error);

}  // namespace containers

#endif  // CONTAINERS__OPTIONS_HPP_
