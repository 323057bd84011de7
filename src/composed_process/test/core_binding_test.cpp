// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "core_binding.hpp"

#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "expect.hpp"

namespace {

using composed_process::call_on_core;
using composed_process::usable_cores;

TEST_CASE(AThreadThatIsMadeThereRunsOnTheCoreAndItsMakerWhereItDid) {
  const std::vector<int> before = usable_cores();
  std::vector<int> cores;
  std::thread thread;
  call_on_core(before.back(), [&] { thread = std::thread([&] { cores = usable_cores(); }); });
  thread.join();
  EXPECT_TRUE(cores == std::vector<int>{before.back()});
  EXPECT_TRUE(usable_cores() == before);
}

TEST_CASE(WhatIsThrownThereIsThrownToWhoCalled) {
  std::string said;
  try {
    call_on_core({}, [] { throw std::runtime_error("no executor"); });
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "no executor");
}

TEST_CASE(ACoreThatIsNotThereIsNamed) {
  std::string said;
  bool is_called = false;
  try {
    call_on_core(1000, [&] { is_called = true; });
  } catch (const std::system_error& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "core 1000: Invalid argument");
  EXPECT_FALSE(is_called);
}

}  // namespace
