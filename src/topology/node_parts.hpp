// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__NODE_PARTS_HPP_
#define TOPOLOGY__NODE_PARTS_HPP_

#include <cstdint>
#include <memory>
#include <vector>

#include "client.hpp"
#include "description.hpp"
#include "node.hpp"
#include "publisher.hpp"
#include "sequence.hpp"
#include "statistics.hpp"

namespace topology {

struct Node::Subscription {
  explicit Subscription(const SubscriptionDescription& described) : description(described) {}

  const SubscriptionDescription& description;
  std::vector<Publisher*> publishes;
  Swapped<SubscriptionCounts>* counts = nullptr;
  std::vector<Swapped<PathCounts>*> paths;
  Sequence sequence;
  std::vector<std::uint8_t> picture;
  bool waits = false;              ///< It is fused, and its message has not been fused yet.
  std::int64_t root_stamp_ns = 0;  ///< Of that message.
  std::unique_ptr<SubscriptionPort> port;
};

struct Node::Timer {
  TimerDescription description;
  std::vector<Publisher*> publishes;
  Swapped<TimerCounts>* counts = nullptr;
  std::int64_t last_ns = 0;  ///< When it was called before; 0: never.
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
