// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__OPTIONS_HPP_
#define MANUAL_COMPOSITION__OPTIONS_HPP_

#include <string>

#include "executor_kind.hpp"

namespace manual_composition {

/// What the command line asks for besides ROS arguments.
struct Options {
  composed_process::ExecutorKind executor = composed_process::ExecutorKind::kSingleThreaded;
  bool use_intra_process_comms = false;
  bool with_known_cost = false;
  bool help = false;
};

constexpr char kProgram[] = "manual_composition";

/// Text of --help.
std::string usage();

/// Parses the command line; on a mistake returns false and says in `*error` what is wrong.
bool parse_options(int argc, const char* const* argv, Options* options, std::string* error);

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__OPTIONS_HPP_
