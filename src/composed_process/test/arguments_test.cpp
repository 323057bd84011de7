// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "expect.hpp"
#include "own_arguments.hpp"

namespace {

using composed_process::ExecutorKind;
using composed_process::ExecutorKindNamed;

std::string Own(std::vector<const char*> words) {
  words.insert(words.begin(), "program");
  std::string joined;
  for (const std::string& word :
       composed_process::OwnArguments(static_cast<int>(words.size()), words.data())) {
    joined += word + " ";
  }
  return joined;
}

TEST_CASE(WhatStandsBetweenRosArgsAndTheNextDashesIsNotTheProgramsOwn) {
  EXPECT_EQ(Own({"--isolated", "--ros-args", "-r", "__node:=a", "--", "--help"}),
            "--isolated --help ");
  EXPECT_EQ(Own({"--ros-args", "--help", "--", "--ros-args", "--isolated"}), "");
}

TEST_CASE(EveryExecutorHasAName) {
  for (const ExecutorKind kind :
       {ExecutorKind::kSingleThreaded, ExecutorKind::kStaticSingleThreaded,
        ExecutorKind::kMultiThreaded, ExecutorKind::kRclcppEvents, ExecutorKind::kEvents,
        ExecutorKind::kRingBuffer, ExecutorKind::kIntraProcessEvents,
        ExecutorKind::kGuardConditionThreads, ExecutorKind::kConditionVariableThreads,
        ExecutorKind::kTimerThreads}) {
    EXPECT_TRUE(ExecutorKindNamed(NameOf(kind)) == kind);
  }
  EXPECT_FALSE(ExecutorKindNamed("event").has_value());
}

TEST_CASE(AnExecutorThatAProgramLacksIsAnsweredWithThoseItHas) {
  const std::vector<ExecutorKind> kinds{ExecutorKind::kSingleThreaded, ExecutorKind::kEvents};
  ExecutorKind kind = ExecutorKind::kSingleThreaded;
  std::string error;
  EXPECT_TRUE(composed_process::ParseExecutorKind("events", kinds, &kind, &error));
  EXPECT_TRUE(kind == ExecutorKind::kEvents);
  EXPECT_FALSE(composed_process::ParseExecutorKind("ring_buffer", kinds, &kind, &error));
  EXPECT_EQ(error, "unknown executor ring_buffer; known: single_threaded, events");
  EXPECT_FALSE(composed_process::ParseExecutorKind("", kinds, &kind, &error));
  EXPECT_EQ(error, "--executor without a name; known: single_threaded, events");
}

}  // namespace
