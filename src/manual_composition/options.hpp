// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__OPTIONS_HPP_
#define MANUAL_COMPOSITION__OPTIONS_HPP_

#include <string>

namespace manual_composition {

/// What the command line asks for, before --ros-args.
struct Options {
  bool use_intra_process_comms = false;
  bool help = false;
};

/// Text of --help.
extern const char kUsage[];

/// Parses what stands before --ros-args; on a mistake returns false and says in `*error` what is
/// wrong.
bool ParseOptions(int argc, const char* const* argv, Options* options, std::string* error);

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__OPTIONS_HPP_
