// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <string>
#include <vector>

#include "expect.hpp"

namespace {

using composed_process::ExecutorKind;
using manual_composition::Options;

bool parse(std::vector<const char*> words, Options* options, std::string* error) {
  words.insert(words.begin(), "manual_composition");
  return manual_composition::parse_options(static_cast<int>(words.size()), words.data(), options,
                                           error);
}

TEST_CASE(MessagesGoThroughTheMiddlewareUnlessToldOtherwise) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--ros-args", "--params-file", "nav2.yaml"}, &options, &error));
  EXPECT_FALSE(options.use_intra_process_comms);
  EXPECT_TRUE(parse({"--use-intra-process-comms", "--ros-args"}, &options, &error));
  EXPECT_TRUE(options.use_intra_process_comms);
}

TEST_CASE(ANodeOfKnownCostIsThereIfItIsAskedFor) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--ros-args"}, &options, &error));
  EXPECT_FALSE(options.with_known_cost);
  EXPECT_TRUE(parse({"--known-cost", "--ros-args"}, &options, &error));
  EXPECT_TRUE(options.with_known_cost);
}

TEST_CASE(WhatFollowsRosArgsIsNotItsBusiness) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--ros-args", "--log-level", "debug", "--help"}, &options, &error));
  EXPECT_FALSE(options.help);
}

TEST_CASE(TheExecutorIsSingleThreadedUnlessToldOtherwise) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--ros-args"}, &options, &error));
  EXPECT_TRUE(options.executor == ExecutorKind::kSingleThreaded);
  EXPECT_TRUE(parse({"--executor", "rclcpp_events", "--ros-args"}, &options, &error));
  EXPECT_TRUE(options.executor == ExecutorKind::kRclcppEvents);
}

TEST_CASE(AnExecutorThatIsMissingOrUnknownIsAnsweredWithThoseThereAre) {
  Options options;
  std::string error;
  EXPECT_FALSE(parse({"--executor", "--ros-args"}, &options, &error));
  const std::string known =
      "single_threaded, static_single_threaded, multi_threaded, rclcpp_events, events_cbg, "
      "events_cbg_multi_threaded, events, ring_buffer, intra_process_events";
  EXPECT_EQ(error, "--executor without a name; known: " + known);
  EXPECT_FALSE(parse({"--executor", "timer_threads"}, &options, &error));
  EXPECT_EQ(error, "unknown executor timer_threads; known: " + known);
}

TEST_CASE(AnUnknownArgumentIsNamed) {
  Options options;
  std::string error;
  EXPECT_FALSE(parse({"--isolated"}, &options, &error));
  EXPECT_EQ(error, "unknown argument --isolated; see --help");
}

}  // namespace
