// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <vector>

#include "own_arguments.hpp"

namespace manual_composition {

std::string usage() {
  return R"(usage: manual_composition [--executor KIND] [--use-intra-process-comms] [--known-cost]
                          --ros-args --params-file FILE ...

Nav2 in one process that constructs every node itself: an executor and a named thread
per node. Ends with status 0 on SIGINT or SIGTERM, 1 if a node fails, 2 on bad arguments.
Do not give a node name (__node): it would rename every node.

  --executor KIND            single_threaded (the default); static_single_threaded;
                             multi_threaded, with a thread for each core; rclcpp_events, which
                             is rclcpp's EventsExecutor; events_cbg, its EventsCBGExecutor with
                             one worker, or events_cbg_multi_threaded with one for each core;
                             events, ring_buffer or intra_process_events, which are this package's
  --use-intra-process-comms  hand messages over by pointer, where a node can
  --known-cost               with a node known_cost, whose parameters say what it costs
  --help                     show this
)";
}

bool parse_options(int argc, const char* const* argv, Options* options, std::string* error) {
  const std::vector<std::string> arguments = composed_process::own_arguments(argc, argv);
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    if (argument == "--use-intra-process-comms") {
      options->use_intra_process_comms = true;
    } else if (argument == "--known-cost") {
      options->with_known_cost = true;
    } else if (argument == "--executor") {
      const std::string name = ++at < arguments.size() ? arguments[at] : "";
      if (!composed_process::parse_executor_kind(name, composed_process::rclcpp_kinds(),
                                                 &options->executor, error)) {
        return false;
      }
    } else if (argument == "--help" || argument == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + argument + "; see --help";
      return false;
    }
  }
  return true;
}

}  // namespace manual_composition
