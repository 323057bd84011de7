// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef CONTAINERS__OPTIONS_HPP_
#define CONTAINERS__OPTIONS_HPP_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "placement.hpp"

namespace containers {

/// A topic on which a component publishes with transient local durability.
struct LatchedTopic {
  std::string name;
  std::string type;  ///< As package/msg/Type.
};

/// What the command line asks for besides ROS arguments.
struct Options {
  bool isolated = false;
  composed_process::Placement placement;
  std::vector<LatchedTopic> latched;
  std::optional<std::chrono::microseconds> timer_slack;  ///< Of all threads; the kernel's if none.
  bool help = false;
};

/// Text of --help.
std::string usage(const std::string& program, composed_process::ExecutorKind kind);

/// Parses the command line; on a mistake returns false and says in `*error` what is wrong.
bool parse_options(composed_process::ExecutorKind kind, int argc, const char* const* argv,
                   Options* options, std::string* error);

}  // namespace containers

#endif  // CONTAINERS__OPTIONS_HPP_
