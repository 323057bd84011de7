// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__CONTEXT_HPP_
#define TOPOLOGY__RCL__CONTEXT_HPP_

#include <utility>

#include "intra_process.hpp"
#include "rcl/context.h"
#include "ros/parameter_files.hpp"

namespace topology {

/// The process's part in ROS: arguments, parameters, one participant.
class Context {
 public:
  /// \throws std::runtime_error for arguments that ROS refuses.
  Context(int argc, const char* const* argv);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  rcl_context_t* handle() { return &context_; }
  IntraProcess& intra_process() { return intra_process_; }

  /// What the parameter files of the command line say. To be taken once: it is large.
  ParameterFiles take_parameters() { return std::move(parameters_); }

 private:
  ParameterFiles parameters_;
  rcl_context_t context_;
  IntraProcess intra_process_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__CONTEXT_HPP_
