// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__RCLCPP_RELEASE_HPP_
#define COMPOSED_PROCESS__RCLCPP_RELEASE_HPP_

#include <string>
#include <tuple>

namespace composed_process {

/// A release of rclcpp, by what it does; nav2_composition_bench/installation/rclcpp_release.py has
/// the same rules.
struct RclcppRelease {
  int major;
  int minor;
  int patch;

  /// Whether a publisher with transient local durability gives the middleware each message that
  /// passes by pointer, so that later subscriptions get it (rclcpp#2708, in 28 #2722).
  constexpr bool keeps_latched() const {
    return is_from({29, 3, 0}) || (major == 28 && is_from({28, 1, 7}));
  }

  /// Whether each action server of an events executor has a thread that never sleeps
  /// (rclcpp#2799).
  constexpr bool has_busy_action_servers() const {
    return is_from({28, 1, 7}) && !is_from({28, 1, 9});
  }

  std::string text() const {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  }

 private:
  constexpr bool is_from(const RclcppRelease& first) const {
    return std::tie(major, minor, patch) >= std::tie(first.major, first.minor, first.patch);
  }
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__RCLCPP_RELEASE_HPP_
