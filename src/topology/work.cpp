// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

#include <time.h>

#include <cerrno>

#include "clock.hpp"

namespace topology {

namespace {

void sleep(std::int64_t duration_ns) {
  const std::int64_t end_ns = monotonic_now_ns() + duration_ns;
  const timespec end{end_ns / 1'000'000'000, end_ns % 1'000'000'000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr) == EINTR) {
  }
}

}  // namespace

std::uint64_t count_primes(std::int64_t up_to) {
  std::uint64_t primes = 0;
  for (std::int64_t number = 2; number <= up_to; ++number) {
    bool is_prime = true;
    // By every smaller number, as ros-realtime's reference system does: there and here the same
    // limit is to be the same work.
    for (std::int64_t divisor = 2; divisor < number && is_prime; ++divisor) {
      is_prime = number % divisor != 0;
    }
    primes += is_prime;
  }
  return primes;
}

void be_busy(std::int64_t cpu_ns) {
  // The clock is a system call of half a microsecond, in which the thread is as busy as in the
  // loop.
  const std::int64_t end_ns = read_clock_ns(CLOCK_THREAD_CPUTIME_ID) + cpu_ns;
  volatile std::uint64_t sink = 0;
  while (read_clock_ns(CLOCK_THREAD_CPUTIME_ID) < end_ns) {
    for (int turn = 0; turn < 200; ++turn) sink = sink * 3 + 1;
  }
}

void perform(const Work& work) {
  if (work.sleep_us > 0) sleep(work.sleep_us * 1000);
  if (work.busy_us > 0) be_busy(work.busy_us * 1000);
  if (work.primes > 0) {
    volatile std::uint64_t sink = count_primes(work.primes);
    static_cast<void>(sink);
  }
}

}  // namespace topology
