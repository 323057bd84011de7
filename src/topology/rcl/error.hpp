// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ERROR_HPP_
#define TOPOLOGY__RCL__ERROR_HPP_

#include <stdexcept>
#include <string>
#include <string_view>

#include "rcl/error_handling.h"
#include "rcl/types.h"

namespace topology {

/// The message of the last failure, which is then forgotten.
inline std::string take_rcl_error() {
  std::string message = rcl_error_is_set() ? rcl_get_error_string().str : "no reason was given";
  rcl_reset_error();
  // The place in rcl's sources is of no use here.
  return message.substr(0, message.find(", at "));
}

/// \throws std::runtime_error that says what failed and why.
/// A view, for a string made of each literal would cost as much as the calls that are checked.
inline void check(rcl_ret_t status, std::string_view what) {
  if (status != RCL_RET_OK) throw std::runtime_error(std::string(what) + ": " + take_rcl_error());
}

}  // namespace topology

#endif  // TOPOLOGY__RCL__ERROR_HPP_
