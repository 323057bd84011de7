// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__STATISTICS_HPP_
#define TOPOLOGY__STATISTICS_HPP_

#include <cstddef>
#include <list>
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
  // Elements of a list stay where they are.
  std::list<Counted<PublisherCounts>> publishers;
  std::list<Counted<SubscriptionCounts>> subscriptions;
  std::list<Counted<PathCounts>> paths;
  std::list<Counted<TimerCounts>> timers;
  std::list<Counted<ClientCounts>> clients;
  std::list<Counted<Tally>> servers;
  std::list<Counted<ClientCounts>> action_clients;
  std::list<Counted<Tally>> action_servers;
  Swapped<Tally> callbacks;
  Swapped<Tally> callbacks_apart;  ///< By the thread of what has an executor of its own.
};

/// A node as the thread that writes statistics sees it.
class StatisticsSource {
 public:
  virtual ~StatisticsSource() = default;
  virtual NodeStatistics& statistics() = 0;
  virtual ClientNode& client() = 0;
  /// True when the node's entities have found all that they are to find.
  virtual bool is_discovered() = 0;
  virtual Discovered discover() = 0;
  /// Endpoints that the node's publishers and subscriptions are matched with now.
  virtual std::size_t match_count() = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__STATISTICS_HPP_
