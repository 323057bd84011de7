// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "own_arguments.hpp"

namespace topology {

const char kProcessUsage[] =
    R"(usage: topology_process [--node NAME]... [--executor KIND] [--per-node] [--ros-args ...]

Runs nodes of a topology, whose parameters come with --ros-args --params-file FILE. Ends with
status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad arguments or parameters.

  --node NAME      a node of the parameter file, /namespace/name; without it all of them
  --executor KIND  single_threaded (default) or multi_threaded, with a thread for each core
  --per-node       an executor and a thread, of the node's name, for each node
  --help           show this
)";

const char kContainerUsage[] =
    R"(usage: topology_container [--isolated | --multi-threaded] [--ros-args ...]

A component container for nodes of topologies. Loads, unloads and lists them as the containers of
rclcpp_components do. Ends with status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad
arguments.

  --isolated        an executor and a thread, of the node's name, for each node
  --multi-threaded  one executor with a thread for each core
  --help            show this
)";

namespace {

constexpr char kSeeHelp[] = "; see --help";

// The value that follows an option.
bool TakeValue(const std::vector<std::string>& words, std::size_t* at, std::string* value,
               std::string* error) {
  if (*at + 1 == words.size()) {
    *error = words[*at] + " needs a value" + kSeeHelp;
    return false;
  }
  *value = words[++*at];
  return true;
}

bool ParseKind(const std::string& kind, bool* multi_threaded, std::string* error) {
  *multi_threaded = kind == "multi_threaded";
  if (*multi_threaded || kind == "single_threaded") return true;
  *error = "--executor is " + kind + "; it must be single_threaded or multi_threaded";
  return false;
}

}  // namespace

std::string FullName(const std::string& name) {
  return name.empty() || name.front() == '/' ? name : "/" + name;
}

bool ParseOptions(int argc, const char* const* argv, ProcessOptions* options, std::string* error) {
  const std::vector<std::string> words = composed_process::OwnArguments(argc, argv);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    std::string value;
    if (word == "--node") {
      if (!TakeValue(words, &at, &value, error)) return false;
      options->nodes.push_back(FullName(value));
    } else if (word == "--executor") {
      if (!TakeValue(words, &at, &value, error)) return false;
      if (!ParseKind(value, &options->multi_threaded, error)) return false;
    } else if (word == "--per-node") {
      options->per_node = true;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + word + kSeeHelp;
      return false;
    }
  }
  if (options->per_node && options->multi_threaded) {
    *error = "--per-node has a thread for each node; it goes with --executor single_threaded only";
    return false;
  }
  return true;
}

bool ParseOptions(int argc, const char* const* argv, ContainerOptions* options,
                  std::string* error) {
  for (const std::string& word : composed_process::OwnArguments(argc, argv)) {
    if (word == "--isolated") {
      options->isolated = true;
    } else if (word == "--multi-threaded") {
      options->multi_threaded = true;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + word + kSeeHelp;
      return false;
    }
  }
  if (options->isolated && options->multi_threaded) {
    *error = "--isolated and --multi-threaded exclude each other";
    return false;
  }
  return true;
}

}  // namespace topology
