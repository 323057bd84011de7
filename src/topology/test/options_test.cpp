// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <vector>

#include "expect.hpp"

namespace topology {

namespace {

template <typename Options>
std::string Mistake(std::vector<const char*> words, Options* options) {
  words.insert(words.begin(), "program");
  std::string error;
  ParseOptions(static_cast<int>(words.size()), words.data(), options, &error);
  return error;
}

TEST_CASE(NodesAreNamedInFull) {
  ProcessOptions options;
  EXPECT_EQ(
      Mistake({"--node", "scan", "--node", "/robot/map", "--ros-args", "-p", "a:=1"}, &options),
      "");
  EXPECT_EQ(options.nodes.size(), std::size_t{2});
  EXPECT_EQ(options.nodes[0], "/scan");
  EXPECT_EQ(options.nodes[1], "/robot/map");
}

TEST_CASE(AnUnknownExecutorIsNamedWithTheChoices) {
  ProcessOptions options;
  EXPECT_EQ(Mistake({"--executor", "fast"}, &options),
            "unknown executor fast; known: single_threaded, multi_threaded, events, ring_buffer");
  EXPECT_EQ(Mistake({"--executor"}, &options),
            "--executor without a name; known: single_threaded, multi_threaded, events, "
            "ring_buffer");
}

TEST_CASE(OneExecutorPerNodeHasOneThread) {
  ProcessOptions options;
  EXPECT_EQ(Mistake({"--per-node", "--executor", "multi_threaded"}, &options),
            "--per-node and --executor multi_threaded exclude each other");
}

TEST_CASE(AContainerIsOfOneKind) {
  ContainerOptions options;
  EXPECT_EQ(Mistake({"--isolated", "--executor", "multi_threaded"}, &options),
            "--isolated and --executor multi_threaded exclude each other");
  ContainerOptions isolated;
  EXPECT_EQ(Mistake({"--isolated", "--executor", "events"}, &isolated), "");
  EXPECT_TRUE(isolated.isolated);
  EXPECT_TRUE(isolated.executor == composed_process::ExecutorKind::kEvents);
}

}  // namespace

}  // namespace topology
