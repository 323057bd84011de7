// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include <cstdarg>
#include <cstring>
#include <vector>

#include "error.hpp"
#include "rcl/arguments.h"
#include "rcl/init.h"
#include "rcl/init_options.h"
#include "rcutils/error_handling.h"
#include "rcutils/logging.h"
#include "shared_memory_room.hpp"

namespace topology {

namespace {

/// While it lives rcl logs no error: what it logs is said by the one who catches the failure. Not
/// by a level of rcl's logger: once any logger has a level, each call of rcl that may log looks it
/// up in a table.
class Silence {
 public:
  Silence() {
    if (rcutils_logging_initialize() != RCUTILS_RET_OK) rcutils_reset_error();
    others_ = rcutils_logging_get_output_handler();
    rcutils_logging_set_output_handler(log);
  }
  ~Silence() { rcutils_logging_set_output_handler(others_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  static void log(const rcutils_log_location_t* location, int severity, const char* name,
                  rcutils_time_point_value_t at, const char* format, va_list* words) {
    const bool is_rcl = name != nullptr && std::strcmp(name, "rcl") == 0;
    if (is_rcl && severity < RCUTILS_LOG_SEVERITY_FATAL) return;
    others_(location, severity, name, at, format, words);
  }

  static inline rcutils_logging_output_handler_t others_ = nullptr;
};

// A context keeps what it has parsed as long as it lives: parameters are parsed apart from it.
ParameterFiles read_parameters(int argc, const char* const* argv) {
  rcl_arguments_t arguments = rcl_get_zero_initialized_arguments();
  check(rcl_parse_arguments(argc, argv, rcl_get_default_allocator(), &arguments), "ROS arguments");
  ParameterFiles files(arguments);
  if (rcl_arguments_fini(&arguments) != RCL_RET_OK) rcl_reset_error();
  return files;
}

std::vector<const char*> without_parameter_files(int argc, const char* const* argv) {
  std::vector<const char*> words;
  for (int at = 0; at < argc; ++at) {
    if (std::strcmp(argv[at], RCL_PARAM_FILE_FLAG) == 0) {
      ++at;
    } else {
      words.push_back(argv[at]);
    }
  }
  return words;
}

}  // namespace

Context::Context(int argc, const char* const* argv) : context_(rcl_get_zero_initialized_context()) {
  require_shared_memory();
  const Silence silence;
  parameters_ = read_parameters(argc, argv);
  const std::vector<const char*> words = without_parameter_files(argc, argv);
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  check(rcl_init_options_init(&options, rcl_get_default_allocator()), "rcl_init_options_init");
  const rcl_ret_t status =
      rcl_init(static_cast<int>(words.size()), words.data(), &options, &context_);
  if (rcl_init_options_fini(&options) != RCL_RET_OK) rcl_reset_error();
  check(status, "ROS arguments");
}

Context::~Context() {
  if (rcl_shutdown(&context_) != RCL_RET_OK) rcl_reset_error();
  if (rcl_context_fini(&context_) != RCL_RET_OK) rcl_reset_error();
}

}  // namespace topology
