// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "error.hpp"
#include "rcl/init.h"
#include "rcl/init_options.h"
#include "rcutils/logging.h"
#include "shared_memory_room.hpp"

namespace topology {

Context::Context(int argc, const char* const* argv) : context_(rcl_get_zero_initialized_context()) {
  RequireSharedMemory();
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  Check(rcl_init_options_init(&options, rcl_get_default_allocator()), "rcl_init_options_init");
  // What it logs is said by the one who catches the failure.
  static_cast<void>(rcutils_logging_set_logger_level("rcl", RCUTILS_LOG_SEVERITY_FATAL));
  const rcl_ret_t status = rcl_init(argc, argv, &options, &context_);
  static_cast<void>(rcutils_logging_set_logger_level("rcl", RCUTILS_LOG_SEVERITY_UNSET));
  if (rcl_init_options_fini(&options) != RCL_RET_OK) rcl_reset_error();
  Check(status, "ROS arguments");
}

Context::~Context() {
  if (rcl_shutdown(&context_) != RCL_RET_OK) rcl_reset_error();
  if (rcl_context_fini(&context_) != RCL_RET_OK) rcl_reset_error();
}

}  // namespace topology
