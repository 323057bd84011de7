// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "ros_arguments.hpp"

#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using manual_composition::name_arguments;
using manual_composition::NodeRow;
using manual_composition::remapping_arguments;

std::string line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

NodeRow row(const char* name, std::vector<std::string> remappings) {
  return {name, name, false, true, std::move(remappings)};
}

TEST_CASE(RulesOfEveryNodeAreGlobalAndReachNodesInsideNodes) {
  EXPECT_EQ(line(remapping_arguments({row("amcl", {"/tf:=tf"}), row("planner", {"/tf:=tf"})})),
            "--ros-args -r /tf:=tf --");
}

TEST_CASE(RulesOfOneNodeHoldForThatNodeAlone) {
  EXPECT_EQ(line(remapping_arguments({row("amcl", {"/tf:=tf"}),
                                      row("controller", {"/tf:=tf", "cmd_vel:=cmd_vel_nav"}),
                                      row("smoother", {"/tf:=tf", "cmd_vel:=cmd_vel_nav"})})),
            "--ros-args -r /tf:=tf -r controller:cmd_vel:=cmd_vel_nav"
            " -r smoother:cmd_vel:=cmd_vel_nav --");
}

TEST_CASE(WithoutNodesThereAreNoArguments) { EXPECT_TRUE(remapping_arguments({}).empty()); }

TEST_CASE(ANodeIsNamedThroughItsOwnArguments) {
  EXPECT_EQ(line(name_arguments("manager_a")), "--ros-args -r __node:=manager_a --");
}

}  // namespace
