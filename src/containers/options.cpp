// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "own_arguments.hpp"

namespace containers {

std::string Usage(const std::string& program, composed_process::ExecutorKind kind) {
  return "usage: " + program +
         " [--isolated] [--ros-args ...]\n\nA component container with the executor " +
         NameOf(kind) +
         R"(: one for all components, or one for each.
Loads, unloads and lists components as those of rclcpp_components do. Ends with status 0 on SIGINT
or SIGTERM, 1 if a component fails, 2 on bad arguments.

  --isolated  an executor and a thread, of the node's name, for each component
  --help      show this
)";
}

bool ParseOptions(int argc, const char* const* argv, Options* options, std::string* error) {
  for (const std::string& argument : composed_process::OwnArguments(argc, argv)) {
    if (argument == "--isolated") {
      options->isolated = true;
    } else if (argument == "--help" || argument == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + argument + "; see --help";
      return false;
    }
  }
  return true;
}

}  // namespace containers
