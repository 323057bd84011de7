// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <string_view>

namespace manual_composition {

const char kUsage[] =
    R"(usage: manual_composition [--use-intra-process-comms] --ros-args --params-file FILE ...

Nav2 in one process that constructs every node itself: a single-threaded executor and a named
thread per node. Ends with status 0 on SIGINT or SIGTERM, 1 if a node fails, 2 on bad arguments.
Do not give a node name (__node): it would rename every node.

  --use-intra-process-comms  hand messages over without the middleware, where Nav2 can
  --help                     show this
)";

bool ParseOptions(int argc, const char* const* argv, Options* options, std::string* error) {
  for (int index = 1; index < argc; ++index) {
    const std::string_view argument(argv[index]);
    if (argument == "--ros-args") return true;
    if (argument == "--use-intra-process-comms") {
      options->use_intra_process_comms = true;
    } else if (argument == "--help" || argument == "-h") {
      options->help = true;
    } else {
      *error = "unknown argument " + std::string(argument) + "; see --help";
      return false;
    }
  }
  return true;
}

}  // namespace manual_composition
