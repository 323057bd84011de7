// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__OPTIONS_HPP_
#define PROCESS_SAMPLER__OPTIONS_HPP_

#include <sys/types.h>

#include <string>
#include <vector>

namespace process_sampler {

constexpr const char* kVersion = "0.1.0";

/// What the command line asks for. Times are in seconds.
struct Options {
  std::vector<pid_t> pids;
  std::string cgroup;    ///< Empty: none.
  std::string counters;  ///< Events to count, separated by commas; empty: none.
  double cpu_interval_s = 0.5;
  double memory_interval_s = 8.0;  ///< 0: only when asked by SIGUSR1.
  double duration_s = 0.0;         ///< 0: until told to end.
  std::string output = "-";
  bool yardstick = false;
  double rate_hz = 0.0;  ///< Of the yardstick; 0: what costs 1 % of a core or less.
  bool once = false;
  bool die_with_parent = false;
  bool skip_ended = false;
  bool pagemap_scan = true;
  bool help = false;
  bool version = false;
};

/// Text of --help.
extern const char kUsage[];

/// Parses the command line; on a mistake returns false and says in `*error` what is wrong.
bool parse_options(int argc, const char* const* argv, Options* options, std::string* error);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__OPTIONS_HPP_
