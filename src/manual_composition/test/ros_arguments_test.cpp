// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "ros_arguments.hpp"

#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using manual_composition::NameArguments;
using manual_composition::NodeRow;
using manual_composition::RemappingArguments;

std::string Line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

NodeRow Row(const char* name, std::vector<std::string> remappings) {
  return {name, name, "manager", true, std::move(remappings)};
}

TEST_CASE(RulesOfEveryNodeAreGlobalAndReachNodesInsideNodes) {
  EXPECT_EQ(Line(RemappingArguments({Row("amcl", {"/tf:=tf"}), Row("planner", {"/tf:=tf"})})),
            "--ros-args -r /tf:=tf --");
}

TEST_CASE(RulesOfOneNodeHoldForThatNodeAlone) {
  EXPECT_EQ(Line(RemappingArguments({Row("amcl", {"/tf:=tf"}),
                                     Row("controller", {"/tf:=tf", "cmd_vel:=cmd_vel_nav"}),
                                     Row("smoother", {"/tf:=tf", "cmd_vel:=cmd_vel_nav"})})),
            "--ros-args -r /tf:=tf -r controller:cmd_vel:=cmd_vel_nav"
            " -r smoother:cmd_vel:=cmd_vel_nav --");
}

TEST_CASE(WithoutNodesThereAreNoArguments) { EXPECT_TRUE(RemappingArguments({}).empty()); }

TEST_CASE(ANodeIsNamedThroughItsOwnArguments) {
  EXPECT_EQ(Line(NameArguments("manager_a")), "--ros-args -r __node:=manager_a --");
}

}  // namespace
