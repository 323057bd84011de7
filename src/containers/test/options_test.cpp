// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using composed_process::ExecutorKind;
using containers::Options;

bool parse(std::vector<const char*> words, Options* options, std::string* error,
           ExecutorKind kind = ExecutorKind::kRclcppEvents) {
  words.insert(words.begin(), "rclcpp_events_container");
  return containers::parse_options(kind, static_cast<int>(words.size()), words.data(), options,
                                   error);
}

TEST_CASE(ComponentsShareAnExecutorUnlessToldOtherwise) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--ros-args", "-r", "__node:=nav2_container"}, &options, &error));
  EXPECT_FALSE(options.isolated);
  EXPECT_TRUE(parse({"--isolated", "--ros-args", "--help"}, &options, &error));
  EXPECT_TRUE(options.isolated);
  EXPECT_FALSE(options.help);
}

TEST_CASE(AnUnknownArgumentIsNamed) {
  Options options;
  std::string error;
  EXPECT_FALSE(parse({"--executor-type", "events"}, &options, &error));
  EXPECT_EQ(error, "unknown argument --executor-type; see --help");
}

TEST_CASE(AnArgumentOfUpstreamsContainersIsAnsweredWithWhatToTakeInstead) {
  Options options;
  std::string error;
  EXPECT_FALSE(parse({"--isolated", "--use_multi_threaded_executor"}, &options, &error));
  EXPECT_EQ(error.find("--use_multi_threaded_executor: "), std::size_t{0});
  EXPECT_TRUE(error.find("component_container_isolated of") != std::string::npos);
}

TEST_CASE(AnExecutorThatCannotBeStoppedForAMomentHasNoLoops) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--isolated"}, &options, &error, ExecutorKind::kEventsCbg));
  EXPECT_FALSE(parse({"--loop", "*"}, &options, &error, ExecutorKind::kEventsCbg));
  EXPECT_EQ(error, "--loop is not for executor events_cbg; give --isolated");
  EXPECT_EQ(containers::usage("events_cbg_container", ExecutorKind::kEventsCbg).find("--loop"),
            std::string::npos);
}

TEST_CASE(TheTimerSlackIsTheKernelsUnlessItIsGiven) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--isolated"}, &options, &error));
  EXPECT_FALSE(options.timer_slack.has_value());
  EXPECT_TRUE(parse({"--timer-slack-us", "1000"}, &options, &error));
  EXPECT_EQ(options.timer_slack->count(), 1000);
  EXPECT_FALSE(parse({"--timer-slack-us", "none"}, &options, &error));
  EXPECT_EQ(error, "--timer-slack-us none: give a whole number of µs from 1 to 1000000");
}

TEST_CASE(LoopsAreWhatIsolationIsNot) {
  Options options;
  std::string error;
  EXPECT_TRUE(
      parse({"--loop", "amcl,map_server", "--loop", "/controller_server"}, &options, &error));
  EXPECT_EQ(*options.placement.loop_of("/controller_server"), std::size_t{1});
  EXPECT_FALSE(parse({"--isolated"}, &options, &error));
  EXPECT_EQ(error, "--isolated and --loop exclude each other");
  EXPECT_FALSE(parse({"--loop"}, &options, &error));
  EXPECT_EQ(error, "--loop needs a value; see --help");
}

TEST_CASE(ALatchedTopicHasAType) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--latched", "/map=nav_msgs/msg/OccupancyGrid"}, &options, &error));
  EXPECT_EQ(options.latched.size(), std::size_t{1});
  EXPECT_EQ(options.latched[0].name, "/map");
  EXPECT_EQ(options.latched[0].type, "nav_msgs/msg/OccupancyGrid");
  for (const std::string wrong : {"/map", "=nav_msgs/msg/OccupancyGrid", "/map="}) {
    EXPECT_FALSE(parse({"--latched", wrong.c_str()}, &options, &error));
    EXPECT_EQ(error,
              "--latched " + wrong + ": give TOPIC=TYPE, as in /map=nav_msgs/msg/OccupancyGrid");
  }
  EXPECT_FALSE(parse({"--latched"}, &options, &error));
  EXPECT_EQ(error, "--latched needs a value; see --help");
}

}  // namespace
