// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__COUNTS_HPP_
#define TOPOLOGY__COUNTS_HPP_

#include <cstdint>

#include "cache_line.hpp"
#include "histogram.hpp"

namespace topology {

// Of one period each.

struct PublisherCounts {
  std::uint64_t sent = 0;
  std::uint64_t failed = 0;
  std::uint64_t missed = 0;  ///< Periods of the timer that were skipped because it fell behind.
  std::uint64_t bytes = 0;

  void clear() { *this = {}; }
};

/// What every message writes is in the first cache line: a process has hundreds of these, and its
/// messages come to each of them in turn.
struct alignas(executors::kCacheLine) SubscriptionCounts {
  std::uint64_t bytes = 0;
  Histogram latency;  ///< Of all that were received.
  std::uint64_t late = 0;
  std::uint64_t too_late = 0;
  std::int64_t lost = 0;  ///< Negative where a message of an earlier period came after all.
  std::uint64_t reordered = 0;
  std::uint64_t decode_failed = 0;

  std::uint64_t received() const { return latency.count; }

  void clear() {
    late = too_late = reordered = bytes = decode_failed = 0;
    lost = 0;
    latency.clear();
  }
};

struct PathCounts {
  Histogram latency;

  void clear() { latency.clear(); }
};

struct TimerCounts {
  Histogram interval;  ///< From one callback's entry to the next one's, counted where it ends.

  void clear() { interval.clear(); }
};

/// Of a service's or an action's client.
struct ClientCounts {
  std::uint64_t sent = 0;
  std::uint64_t answered = 0;  ///< Of an action: succeeded.
  Histogram latency;

  void clear() {
    sent = answered = 0;
    latency.clear();
  }
};

/// Of a service's or an action's server, and of the callbacks of a node but those of its
/// subscriptions, whose messages tell as much.
struct Tally {
  std::uint64_t count = 0;

  void clear() { count = 0; }
};

}  // namespace topology

#endif  // TOPOLOGY__COUNTS_HPP_
