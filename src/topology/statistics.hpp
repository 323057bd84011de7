// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__STATISTICS_HPP_
#define TOPOLOGY__STATISTICS_HPP_

#include <deque>
#include <string>

#include "client.hpp"
#include "counts.hpp"
#include "swapped.hpp"

namespace topology {

/// What is counted of one entity of a node.
template <typename Counts>
struct Counted {
  explicit Counted(std::string entity) : name(std::move(entity)) {}

  const std::string name;
  Swapped<Counts> counts;
};

/// What is counted of a node. Counted in its callbacks, taken by the thread that writes it down.
struct NodeStatistics {
  // Elements of a deque stay where they are.
  std::deque<Counted<PublisherCounts>> publishers;
  std::deque<Counted<SubscriptionCounts>> subscriptions;
  std::deque<Counted<PathCounts>> paths;
  std::deque<Counted<ClientCounts>> clients;
  std::deque<Counted<Tally>> servers;
  std::deque<Counted<ClientCounts>> action_clients;
  std::deque<Counted<Tally>> action_servers;
  Swapped<Tally> callbacks;
};

/// A node as the thread that writes statistics sees it.
class StatisticsSource {
 public:
  virtual ~StatisticsSource() = default;
  virtual NodeStatistics& statistics() = 0;
  virtual ClientNode& client() = 0;
  /// True when the node's entities have found all that they are to find.
  virtual bool IsDiscovered() = 0;
  virtual Discovered Discover() = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__STATISTICS_HPP_
