// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "expect.hpp"

namespace {

using composed_process::call_placed;
using composed_process::usable_cores;

int own_niceness() { return getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid))); }

TEST_CASE(AThreadThatIsMadeThereHasThePlacementAndItsMakerHasNot) {
  const std::vector<int> cores_before = usable_cores();
  const int niceness_before = own_niceness();
  std::vector<int> cores;
  int niceness = 0;
  std::thread thread;
  call_placed({cores_before.back(), 3}, [&] {
    thread = std::thread([&] {
      cores = usable_cores();
      niceness = own_niceness();
    });
  });
  thread.join();
  EXPECT_TRUE(cores == std::vector<int>{cores_before.back()});
  EXPECT_EQ(niceness, std::min(niceness_before + 3, 19));
  EXPECT_TRUE(usable_cores() == cores_before);
  EXPECT_EQ(own_niceness(), niceness_before);
}

TEST_CASE(WhatIsThrownThereIsThrownToWhoCalled) {
  std::string said;
  try {
    call_placed({}, [] { throw std::runtime_error("no executor"); });
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "no executor");
}

TEST_CASE(ACoreThatIsNotThereIsNamed) {
  std::string said;
  bool is_called = false;
  try {
    call_placed({1000, 0}, [&] { is_called = true; });
  } catch (const std::system_error& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "core 1000: Invalid argument");
  EXPECT_FALSE(is_called);
}

}  // namespace
