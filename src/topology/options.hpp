// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__OPTIONS_HPP_
#define TOPOLOGY__OPTIONS_HPP_

#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "placement.hpp"

namespace topology {

/// One of the engine's programs, as its command line differs from the other's.
struct Program {
  const char* name;
  std::string (*usage)();         ///< Text of --help.
  const char* separate_executor;  ///< The option for an executor per node.
  bool chooses_nodes;             ///< It runs those of the parameter files, or those of --node.
  std::vector<composed_process::ExecutorKind> executors;
};

extern const Program kProcess;
extern const Program kContainer;

/// What a command line asks for besides ROS arguments.
struct Options {
  std::vector<std::string> nodes;  ///< Full names; empty: all of the parameter files.
  composed_process::ExecutorKind executor = composed_process::ExecutorKind::kSingleThreaded;
  bool is_separate = false;  ///< An executor and a thread for each node.
  composed_process::Placement placement;
  bool features = false;  ///< Only say what the program was built with.
  bool help = false;
};

/// Parses a command line; on a mistake returns false and says in `*error` what is wrong.
bool parse_options(const Program& program, int argc, const char* const* argv, Options* options,
                   std::string* error);

}  // namespace topology

#endif  // TOPOLOGY__OPTIONS_HPP_
