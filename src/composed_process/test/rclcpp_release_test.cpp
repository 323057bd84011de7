// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "rclcpp_release.hpp"

#include "expect.hpp"

namespace {

using composed_process::RclcppRelease;

TEST_CASE(LatchedMessagesReachTheMiddlewareByThemselvesFrom2817AndFrom293On) {
  for (const RclcppRelease release : {RclcppRelease{28, 1, 6}, {29, 0, 0}, {29, 2, 9}}) {
    EXPECT_FALSE(release.keeps_latched());
  }
  for (const RclcppRelease release :
       {RclcppRelease{28, 1, 7}, {28, 1, 21}, {28, 2, 0}, {29, 3, 0}, {29, 5, 9}, {32, 0, 1}}) {
    EXPECT_TRUE(release.keeps_latched());
  }
}

TEST_CASE(ActionServersAreBusyInTwoReleases) {
  for (const RclcppRelease release : {RclcppRelease{28, 1, 7}, {28, 1, 8}}) {
    EXPECT_TRUE(release.has_busy_action_servers());
  }
  for (const RclcppRelease release :
       {RclcppRelease{28, 1, 6}, {28, 1, 9}, {28, 1, 21}, {29, 1, 8}, {32, 0, 1}}) {
    EXPECT_FALSE(release.has_busy_action_servers());
  }
}

}  // namespace
