// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "notifier.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace executors {

namespace {

constexpr std::int64_t kNsPerS = 1'000'000'000;

}  // namespace

void Notifier::wait(std::int64_t until_ns) {
  // FUTEX_WAIT_BITSET takes an absolute time of CLOCK_MONOTONIC.
  const timespec until{until_ns / kNsPerS, until_ns % kNsPerS};
  // Interrupted or woken by chance, the thread looks for itself.
  syscall(SYS_futex, reinterpret_cast<std::int32_t*>(&state_), FUTEX_WAIT_BITSET_PRIVATE, kWaiting,
          until_ns == kNever ? nullptr : &until, nullptr, FUTEX_BITSET_MATCH_ANY);
  state_.store(kAwake, std::memory_order_relaxed);
}

void Notifier::wake() {
  // Whoever is first makes the system call.
  std::int32_t waiting = kWaiting;
  if (!state_.compare_exchange_strong(waiting, kAwake)) return;
  syscall(SYS_futex, reinterpret_cast<std::int32_t*>(&state_), FUTEX_WAKE_PRIVATE, 1, nullptr,
          nullptr, 0);
}

}  // namespace executors
