// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__NODE_PARTS_HPP_
#define TOPOLOGY__NODE_PARTS_HPP_

#include <cstdint>
#include <memory>
#include <vector>

#include "cache_line.hpp"
#include "client.hpp"
#include "description.hpp"
#include "node.hpp"
#include "publisher.hpp"
#include "sequence.hpp"
#include "statistics.hpp"

namespace topology {

/// What every message reads comes first, in as few cache lines as it goes.
struct alignas(executors::kCacheLine) Node::Subscription {
  explicit Subscription(const SubscriptionDescription& described)
      : late_ns(described.late_ns),
        too_late_ns(described.too_late_ns),
        decode(described.decode),
        fused(described.fused),
        works(described.work.is_any()),
        description(described) {}

  Swapped<SubscriptionCounts>* counts = nullptr;  ///< Of one that is not tracked.
  const std::int64_t late_ns;
  const std::int64_t too_late_ns;
  const bool decode;
  const bool fused;
  const bool works;
  bool waits = false;  ///< It is fused, and its message has not been fused yet.
  Sequence sequence;
  std::vector<Publisher*> publishes;
  std::vector<Swapped<PathCounts>*> paths;
  const SubscriptionDescription& description;
  std::int64_t root_stamp_ns = 0;  ///< Of the message that waits.
  std::vector<std::uint8_t> picture;
  std::unique_ptr<SubscriptionPort> port;
};

struct Node::Timer {
  TimerDescription description;
  std::vector<Publisher*> publishes;
  Swapped<TimerCounts>* counts = nullptr;
  std::int64_t last_ns = 0;  ///< When it was called before; 0: never.
  std::vector<std::unique_ptr<TimerPort>> renewed{};
};

/// A service's or an action's client.
struct Node::Caller {
  Swapped<ClientCounts>* counts = nullptr;
  std::uint32_t number = 0;
  bool server_was_there = false;
  std::unique_ptr<ClientPort> port;
};

}  // namespace topology

#endif  // TOPOLOGY__NODE_PARTS_HPP_
