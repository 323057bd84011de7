// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "executor_kind.hpp"
#include "expect.hpp"
#include "own_arguments.hpp"

namespace {

using composed_process::executor_kind_named;
using composed_process::ExecutorKind;

std::string own(std::vector<const char*> words) {
  words.insert(words.begin(), "program");
  std::string joined;
  for (const std::string& word :
       composed_process::own_arguments(static_cast<int>(words.size()), words.data())) {
    joined += word + " ";
  }
  return joined;
}

TEST_CASE(WhatStandsBetweenRosArgsAndTheNextDashesIsNotTheProgramsOwn) {
  EXPECT_EQ(own({"--isolated", "--ros-args", "-r", "__node:=a", "--", "--help"}),
            "--isolated --help ");
  EXPECT_EQ(own({"--ros-args", "--help", "--", "--ros-args", "--isolated"}), "");
}

TEST_CASE(EveryExecutorHasAName) {
  for (const ExecutorKind kind :
       {ExecutorKind::kSingleThreaded, ExecutorKind::kStaticSingleThreaded,
        ExecutorKind::kMultiThreaded, ExecutorKind::kRclcppEvents, ExecutorKind::kEventsCbg,
        ExecutorKind::kEventsCbgMultiThreaded, ExecutorKind::kEvents, ExecutorKind::kRingBuffer,
        ExecutorKind::kIntraProcessEvents, ExecutorKind::kGuardConditionThreads,
        ExecutorKind::kConditionVariableThreads, ExecutorKind::kTimerThreads}) {
    EXPECT_TRUE(executor_kind_named(name_of(kind)) == kind);
  }
  EXPECT_FALSE(executor_kind_named("event").has_value());
}

TEST_CASE(AnExecutorThatAProgramLacksIsAnsweredWithThoseItHas) {
  const std::vector<ExecutorKind> kinds{ExecutorKind::kSingleThreaded, ExecutorKind::kEvents};
  ExecutorKind kind = ExecutorKind::kSingleThreaded;
  std::string error;
  EXPECT_TRUE(composed_process::parse_executor_kind("events", kinds, &kind, &error));
  EXPECT_TRUE(kind == ExecutorKind::kEvents);
  EXPECT_FALSE(composed_process::parse_executor_kind("ring_buffer", kinds, &kind, &error));
  EXPECT_EQ(error, "unknown executor ring_buffer; known: single_threaded, events");
  EXPECT_FALSE(composed_process::parse_executor_kind("", kinds, &kind, &error));
  EXPECT_EQ(error, "--executor without a name; known: single_threaded, events");
}

}  // namespace
