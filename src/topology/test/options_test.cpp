// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <vector>

#include "expect.hpp"

namespace topology {

namespace {

std::string mistake(const Program& program, std::vector<const char*> words, Options* options) {
  words.insert(words.begin(), program.name);
  std::string error;
  parse_options(program, static_cast<int>(words.size()), words.data(), options, &error);
  return error;
}

TEST_CASE(NodesAreNamedInFull) {
  Options options;
  EXPECT_EQ(
      mistake(kProcess, {"--node", "scan", "--node", "/robot/map", "--ros-args", "-p", "a:=1"},
              &options),
      "");
  EXPECT_EQ(options.nodes.size(), std::size_t{2});
  EXPECT_EQ(options.nodes[0], "/scan");
  EXPECT_EQ(options.nodes[1], "/robot/map");
  EXPECT_EQ(mistake(kContainer, {"--node", "scan"}, &options),
            "unknown argument --node; see --help");
}

TEST_CASE(AProcessIsAskedWhatItWasBuiltWith) {
  Options options;
  EXPECT_EQ(mistake(kProcess, {"--features"}, &options), "");
  EXPECT_TRUE(options.features);
  EXPECT_EQ(mistake(kContainer, {"--features"}, &options),
            "unknown argument --features; see --help");
}

TEST_CASE(AnUnknownExecutorIsNamedWithTheChoices) {
  Options options;
  const std::string known =
      "single_threaded, static_single_threaded, multi_threaded, rclcpp_events, events_cbg, "
      "events_cbg_multi_threaded, events, ring_buffer, intra_process_events, "
      "guard_condition_threads, condition_variable_threads, timer_threads";
  EXPECT_EQ(mistake(kProcess, {"--executor", "fast"}, &options),
            "unknown executor fast; known: " + known);
  EXPECT_EQ(mistake(kProcess, {"--executor"}, &options),
            "--executor without a name; known: " + known);
}

TEST_CASE(AContainerIsOfOneKind) {
  Options isolated;
  EXPECT_EQ(mistake(kContainer, {"--isolated", "--executor", "events"}, &isolated), "");
  EXPECT_TRUE(isolated.is_separate);
  EXPECT_TRUE(isolated.executor == composed_process::ExecutorKind::kEvents);
}

TEST_CASE(LoopsAreWhatAnExecutorPerNodeIsNot) {
  Options process;
  EXPECT_EQ(mistake(kProcess, {"--loop", "scan,map", "--executor", "events", "--loop", "/plan"},
                    &process),
            "");
  EXPECT_EQ(process.placement.loops().size(), std::size_t{2});
  EXPECT_EQ(*process.placement.loop_of("/map"), std::size_t{0});
  EXPECT_EQ(mistake(kProcess, {"--per-node"}, &process),
            "--per-node and --loop exclude each other");
  Options isolated;
  EXPECT_EQ(mistake(kContainer, {"--loop", "map", "--isolated"}, &isolated),
            "--isolated and --loop exclude each other");
  Options incomplete;
  EXPECT_EQ(mistake(kContainer, {"--loop", "scan,"}, &incomplete),
            "--loop scan,: a node's name is empty; give NODE[,NODE]...[@CORE]");
  EXPECT_EQ(mistake(kContainer, {"--loop"}, &incomplete), "--loop needs a value; see --help");
}

}  // namespace

}  // namespace topology
