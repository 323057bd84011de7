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
            "--executor is fast; it must be single_threaded or multi_threaded");
  EXPECT_EQ(Mistake({"--executor"}, &options), "--executor needs a value; see --help");
}

TEST_CASE(OneExecutorPerNodeHasOneThread) {
  ProcessOptions options;
  EXPECT_EQ(Mistake({"--per-node", "--executor", "multi_threaded"}, &options),
            "--per-node has a thread for each node; it goes with --executor single_threaded only");
}

TEST_CASE(AContainerIsOfOneKind) {
  ContainerOptions options;
  EXPECT_EQ(Mistake({"--isolated", "--multi-threaded"}, &options),
            "--isolated and --multi-threaded exclude each other");
  ContainerOptions isolated;
  EXPECT_EQ(Mistake({"--isolated"}, &isolated), "");
  EXPECT_TRUE(isolated.isolated);
}

}  // namespace

}  // namespace topology
