// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__COUNTS_HPP_
#define TOPOLOGY__COUNTS_HPP_

#include <cstdint>

#include "histogram.hpp"

namespace topology {

// Of one period each; empty when all bytes are zero.

struct PublisherCounts {
  std::uint64_t sent;
  std::uint64_t failed;
  std::uint64_t missed;  ///< Periods of the timer that were skipped because it fell behind.
  std::uint64_t bytes;

  void Clear() { *this = {}; }
};

struct SubscriptionCounts {
  std::uint64_t received;
  std::uint64_t late;
  std::uint64_t too_late;
  std::int64_t lost;  ///< Negative where a message of an earlier period came after all.
  std::uint64_t reordered;
  std::uint64_t bytes;
  std::uint64_t decode_failed;
  Histogram latency;

  void Clear() {
    received = late = too_late = reordered = bytes = decode_failed = 0;
    lost = 0;
    latency.Clear();
  }
};

struct PathCounts {
  Histogram latency;

  void Clear() { latency.Clear(); }
};

/// Of a service's or an action's client.
struct ClientCounts {
  std::uint64_t sent;
  std::uint64_t answered;  ///< Of an action: succeeded.
  Histogram latency;

  void Clear() {
    sent = answered = 0;
    latency.Clear();
  }
};

/// Of a service's or an action's server, and of the callbacks of a node.
struct Tally {
  std::uint64_t count;

  void Clear() { count = 0; }
};

}  // namespace topology

#endif  // TOPOLOGY__COUNTS_HPP_
