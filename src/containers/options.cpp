// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "own_arguments.hpp"

namespace containers {

std::string Usage(const std::string& program, composed_process::ExecutorKind kind) {
  return "usage: " + program +
         " [--isolated] [--loop NODES]... [--ros-args ...]\n\nA component container with the "
         "executor " +
         NameOf(kind) +
         R"(: one for all, one for each, or as --loop says.
Loads, unloads and lists components as those of rclcpp_components do. Ends with status 0 on SIGINT
or SIGTERM, 1 if a component fails, 2 on bad arguments.

  --isolated  an executor and a thread, of the node's name, for each component
  --loop NODE[,NODE]...[@CORE]
              an executor and a thread for these nodes, which runs on that core only; once for
              each loop. Other nodes are not loaded.
  --help      show this
)";
}

bool ParseOptions(int argc, const char* const* argv, Options* options, std::string* error) {
  const std::vector<std::string> arguments = composed_process::OwnArguments(argc, argv);
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (argument == "--loop") {
      if (++at == arguments.size()) {
        *error = "--loop needs a value; see --help";
        return false;
      }
      if (!options->loops.Add(arguments[at], error)) return false;
    } else if (argument == "--isolated") {
      options->isolated = true;
    } else if (argument == "--help" || argument == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + argument + "; see --help";
      return false;
    }
  }
  if (options->isolated && !options->loops.empty()) {
    *error = "--isolated and --loop exclude each other";
    return false;
  }
  return true;
}

}  // namespace containers
