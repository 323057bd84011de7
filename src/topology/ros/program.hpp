// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__PROGRAM_HPP_
#define TOPOLOGY__ROS__PROGRAM_HPP_

#include <cstdio>
#include <exception>
#include <string>

#include "bad_parameter.hpp"
#include "exit_status.hpp"
#include "jpeg_codec.hpp"
#include "options.hpp"
#include "stop_request.hpp"

namespace topology {

/// A program of the engine from its command line to its exit status: help, bad options, signals,
/// ROS, and one line for every failure.
///
/// `join(argc, argv)` takes part in ROS and returns a std::unique_ptr of what leaves it when it
/// goes; it throws for arguments that ROS refuses. `run(joined, options, &stop)` returns the exit
/// status.
template <typename Join, typename Run>
int run_program(const Program& program, int argc, char** argv, Join&& join, Run&& run) {
  using composed_process::kBadInput;
  using composed_process::refuse;
  Options options;
  std::string error;
  if (!parse_options(program, argc, argv, &options, &error)) {
    return refuse(program.name, error, kBadInput);
  }
  if (options.help) {
    std::fputs(program.usage().c_str(), stdout);
    return composed_process::kOk;
  }
  if (options.features) {
    if (has_jpeg()) std::puts("jpeg");
    return composed_process::kOk;
  }
  // First of all: whatever hangs later can be interrupted.
  composed_process::StopRequest stop(program.name, composed_process::kStopPatience);
  decltype(join(argc, argv)) joined;
  try {
    joined = join(argc, argv);
  } catch (const std::exception& refused) {
    return refuse(program.name, refused.what(), kBadInput);
  }
  try {
    const int status = run(joined.get(), options, &stop);
    stop.doing("leaving");
    joined.reset();
    return status;
  } catch (const BadParameter& bad) {
    return refuse(program.name, bad.what(), kBadInput);
  } catch (const std::exception& failure) {
    return refuse(program.name, failure.what(), composed_process::kFailed);
  }
}

}  // namespace topology

#endif  // TOPOLOGY__ROS__PROGRAM_HPP_
