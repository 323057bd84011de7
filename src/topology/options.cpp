// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "own_arguments.hpp"

namespace topology {

namespace {

// Executors that programs on rclcpp have too.
constexpr char kExecutors[] =
    R"(  --executor KIND  single_threaded (default); static_single_threaded; multi_threaded, with a
                   thread for each core; events, which fills no wait set; ring_buffer, the same
                   with a lock-free queue; intra_process_events, which fills one for what comes
                   from outside; )";

std::string process_usage() {
  return std::string(R"(usage: topology_process [--node NAME]... [--executor KIND] [--per-node]
                        [--loop NODES]... [--ros-args ...]

Runs nodes of a topology, whose parameters come with --ros-args --params-file FILE. Ends with
status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad arguments or parameters.

  --node NAME      a node of the parameter file, /namespace/name; without it all of them
)") + kExecutors +
         R"(on rcl guard_condition_threads, condition_variable_threads,
                   timer_threads; on rclcpp rclcpp_events, its own EventsExecutor, events_cbg,
                   its EventsCBGExecutor with one worker, events_cbg_multi_threaded, the same with
                   one for each core
  --per-node       an executor, with threads of the node's name, for each node
)" + composed_process::loop_help(false) +
         R"(  --features       print what it was built with, a word each: jpeg
  --help           show this
)";
}

std::string container_usage() {
  return std::string(R"(usage: topology_container [--isolated] [--executor KIND] [--loop NODES]...
                          [--ros-args ...]

A component container for nodes of topologies. Loads, unloads and lists them as the containers of
rclcpp_components do. Ends with status 0 on SIGINT or SIGTERM, 1 if something fails, 2 on bad
arguments.

  --isolated       an executor, with threads of the node's name, for each node
)") + kExecutors +
         "guard_condition_threads, condition_variable_threads, timer_threads\n" +
         composed_process::loop_help(true) + "  --help           show this\n";
}

// The options that say how many executors there are.
bool are_compatible(const Program& program, const Options& options, std::string* error) {
  if (!options.is_separate || options.placement.empty()) return true;
  *error = std::string(program.separate_executor) + " and --loop exclude each other";
  return false;
}

}  // namespace

const Program kProcess{"topology_process", process_usage, "--per-node", true,
                       composed_process::all_kinds()};
const Program kContainer{"topology_container", container_usage, "--isolated", false,
                         composed_process::rcl_kinds()};

bool parse_options(const Program& program, int argc, const char* const* argv, Options* options,
                   std::string* error) {
  const std::vector<std::string> words = composed_process::own_arguments(argc, argv);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    std::string value;
    if (word == "--node" && program.chooses_nodes) {
      if (!composed_process::take_value(words, &at, &value, error)) return false;
      options->nodes.push_back(composed_process::full_name_of(value));
    } else if (word == "--executor") {
      const std::string name = ++at < words.size() ? words[at] : "";
      if (!composed_process::parse_executor_kind(name, program.executors, &options->executor,
                                                 error)) {
        return false;
      }
    } else if (word == program.separate_executor) {
      options->is_separate = true;
    } else if (word == "--loop") {
      if (!composed_process::take_value(words, &at, &value, error)) return false;
      if (!options->placement.add(value, error)) return false;
    } else if (word == "--features" && program.chooses_nodes) {
      options->features = true;
    } else if (word == "--help" || word == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + word + "; see --help";
      return false;
    }
  }
  return are_compatible(program, *options, error);
}

}  // namespace topology
