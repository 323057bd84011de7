// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using containers::Options;

bool Parse(std::vector<const char*> words, Options* options, std::string* error) {
  words.insert(words.begin(), "rclcpp_events_container");
  return containers::ParseOptions(static_cast<int>(words.size()), words.data(), options, error);
}

TEST_CASE(ComponentsShareAnExecutorUnlessToldOtherwise) {
  Options options;
  std::string error;
  EXPECT_TRUE(Parse({"--ros-args", "-r", "__node:=nav2_container"}, &options, &error));
  EXPECT_FALSE(options.isolated);
  EXPECT_TRUE(Parse({"--isolated", "--ros-args", "--help"}, &options, &error));
  EXPECT_TRUE(options.isolated);
  EXPECT_FALSE(options.help);
}

TEST_CASE(AnUnknownArgumentIsNamed) {
  Options options;
  std::string error;
  EXPECT_FALSE(Parse({"--executor-type", "events"}, &options, &error));
  EXPECT_EQ(error, "unknown argument --executor-type; see --help");
}

TEST_CASE(LoopsAreWhatIsolationIsNot) {
  Options options;
  std::string error;
  EXPECT_TRUE(
      Parse({"--loop", "amcl,map_server", "--loop", "/controller_server"}, &options, &error));
  EXPECT_EQ(*options.loops.LoopOf("/controller_server"), std::size_t{1});
  EXPECT_FALSE(Parse({"--isolated"}, &options, &error));
  EXPECT_EQ(error, "--isolated and --loop exclude each other");
  EXPECT_FALSE(Parse({"--loop"}, &options, &error));
  EXPECT_EQ(error, "--loop needs a value; see --help");
}

TEST_CASE(ALatchedTopicHasAType) {
  Options options;
  std::string error;
  EXPECT_TRUE(Parse({"--latched", "/map=nav_msgs/msg/OccupancyGrid"}, &options, &error));
  EXPECT_EQ(options.latched.size(), std::size_t{1});
  EXPECT_EQ(options.latched[0].name, "/map");
  EXPECT_EQ(options.latched[0].type, "nav_msgs/msg/OccupancyGrid");
  for (const std::string wrong : {"/map", "=nav_msgs/msg/OccupancyGrid", "/map="}) {
    EXPECT_FALSE(Parse({"--latched", wrong.c_str()}, &options, &error));
    EXPECT_EQ(error,
              "--latched " + wrong + ": give TOPIC=TYPE, as in /map=nav_msgs/msg/OccupancyGrid");
  }
  EXPECT_FALSE(Parse({"--latched"}, &options, &error));
  EXPECT_EQ(error, "--latched needs a value; see --help");
}

}  // namespace
