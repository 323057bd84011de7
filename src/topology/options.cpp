// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "own_arguments.hpp"

namespace topology {

using composed_process::ExecutorKind;

const char kProcessUsage[] =
    R"(usage: topology_process [--node NAME]... [--executor KIND] [--per-node]
                        [--loop NODES]... [--ros-args ...]

Runs nodes of a topology, whose parameters come with --ros-args --params-file FILE. Ends with
status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad arguments or parameters.

  --node NAME      a node of the parameter file, /namespace/name; without it all of them
  --executor KIND  single_threaded (default); static_single_threaded; multi_threaded, with a thread
                   for each core; events, which fills no wait set; ring_buffer, the same with a
                   lock-free queue; intra_process_events, which fills one for what comes from
                   outside; on rcl guard_condition_threads, condition_variable_threads,
                   timer_threads; on rclcpp rclcpp_events, its own EventsExecutor
  --per-node       an executor and a thread, of the node's name, for each node
  --loop NODE[,NODE]...[@CORE]
                   an executor and a thread for these nodes, which runs on that core only; once
                   for each loop, with every node in one of them
  --help           show this
)";

const char kContainerUsage[] =
    R"(usage: topology_container [--isolated] [--executor KIND] [--loop NODES]...
                          [--ros-args ...]

A component container for nodes of topologies. Loads, unloads and lists them as the containers of
rclcpp_components do. Ends with status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad
arguments.

  --isolated       an executor and a thread, of the node's name, for each node
  --executor KIND  single_threaded (default); static_single_threaded; multi_threaded, with a thread
                   for each core; events, which fills no wait set; ring_buffer, the same with a
                   lock-free queue; intra_process_events, which fills one for what comes from
                   outside; guard_condition_threads, condition_variable_threads, timer_threads
  --loop NODE[,NODE]...[@CORE]
                   an executor and a thread for these nodes, which runs on that core only; once
                   for each loop, with every node in one of them
  --help           show this
)";

namespace {

constexpr char kSeeHelp[] = "; see --help";

// Of the container, which there is on rcl alone.
const std::vector<ExecutorKind> kContainerKinds{ExecutorKind::kSingleThreaded,
                                                ExecutorKind::kStaticSingleThreaded,
                                                ExecutorKind::kMultiThreaded,
                                                ExecutorKind::kEvents,
                                                ExecutorKind::kRingBuffer,
                                                ExecutorKind::kIntraProcessEvents,
                                                ExecutorKind::kGuardConditionThreads,
                                                ExecutorKind::kConditionVariableThreads,
                                                ExecutorKind::kTimerThreads};
// Of the process on either binding.
const std::vector<ExecutorKind> kProcessKinds = [] {
  std::vector<ExecutorKind> kinds = kContainerKinds;
  kinds.push_back(ExecutorKind::kRclcppEvents);
  return kinds;
}();

// The executor that is named after --executor.
bool take_executor(const std::vector<ExecutorKind>& kinds, const std::vector<std::string>& words,
                   std::size_t* at, ExecutorKind* kind, std::string* error) {
  const std::string name = ++*at < words.size() ? words[*at] : "";
  return composed_process::parse_executor_kind(name, kinds, kind, error);
}

// The loop that is described after --loop.
bool take_loop(const std::vector<std::string>& words, std::size_t* at,
               composed_process::LoopMap* loops, std::string* error) {
  std::string value;
  return composed_process::take_value(words, at, &value, error) && loops->add(value, error);
}

// Of the options that say how many executors there are.
bool are_compatible(const char* separate, bool is_separate, ExecutorKind kind, bool has_loops,
                    std::string* error) {
  const bool is_multi_threaded = kind == ExecutorKind::kMultiThreaded;
  const auto refuse = [error](const std::string& one, const std::string& other) {
    *error = one + " and " + other + " exclude each other";
    return false;
  };
  if (is_separate && is_multi_threaded) return refuse(separate, "--executor multi_threaded");
  if (is_separate && has_loops) return refuse(separate, "--loop");
  if (has_loops && is_multi_threaded) return refuse("--loop", "--executor multi_threaded");
  return true;
}

}  // namespace

std::string full_name_of(const std::string& name) {
  return name.empty() || name.front() == '/' ? name : "/" + name;
}

bool parse_options(int argc, const char* const* argv, ProcessOptions* options, std::string* error) {
  const std::vector<std::string> words = composed_process::own_arguments(argc, argv);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    std::string value;
    if (word == "--node") {
      if (!composed_process::take_value(words, &at, &value, error)) return false;
      options->nodes.push_back(full_name_of(value));
    } else if (word == "--executor") {
      if (!take_executor(kProcessKinds, words, &at, &options->executor, error)) return false;
    } else if (word == "--per-node") {
      options->per_node = true;
    } else if (word == "--loop") {
      if (!take_loop(words, &at, &options->loops, error)) return false;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + word + kSeeHelp;
      return false;
    }
  }
  return are_compatible("--per-node", options->per_node, options->executor, !options->loops.empty(),
                        error);
}

bool parse_options(int argc, const char* const* argv, ContainerOptions* options,
                   std::string* error) {
  const std::vector<std::string> words = composed_process::own_arguments(argc, argv);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--isolated") {
      options->isolated = true;
    } else if (word == "--executor") {
      if (!take_executor(kContainerKinds, words, &at, &options->executor, error)) return false;
    } else if (word == "--loop") {
      if (!take_loop(words, &at, &options->loops, error)) return false;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + word + kSeeHelp;
      return false;
    }
  }
  return are_compatible("--isolated", options->isolated, options->executor, !options->loops.empty(),
                        error);
}

}  // namespace topology
