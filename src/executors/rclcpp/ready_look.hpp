// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__RCLCPP__READY_LOOK_HPP_
#define EXECUTORS__RCLCPP__READY_LOOK_HPP_

#include <memory>
#include <utility>
#include <vector>

#include "rcl/service.h"
#include "rclcpp/context.hpp"
#include "rclcpp/waitable.hpp"

namespace executors {

/// Looks once at a waitable as executors with a wait set do, for what it does not tell of.
/// \throws what the waitable does.
class ReadyLook {
 public:
  explicit ReadyLook(rclcpp::Context::SharedPtr context) : context_(std::move(context)) {}

  /// Whether it waits for what the middleware has and for timers alone. An event of these that was
  /// taken already finds nothing, where one of a guard condition would be run twice.
  static bool is_harmless(rclcpp::Waitable& waitable);

  /// Takes the data of one thing that is ready, for execute(). False if nothing is, or if the
  /// context has been shut down.
  bool take(rclcpp::Waitable& waitable, std::shared_ptr<void>* data) const;

  /// Whether one of its timers is due. Costs much less.
  bool has_due_timer(rclcpp::Waitable& waitable) const;

  /// The services that it consists of, which live as long; none if the context has been shut down.
  std::vector<const rcl_service_t*> services_of(rclcpp::Waitable& waitable) const;

 private:
  const rclcpp::Context::SharedPtr context_;
};

}  // namespace executors

#endif  // EXECUTORS__RCLCPP__READY_LOOK_HPP_
