// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__PUBLISHER_HPP_
#define TOPOLOGY__PUBLISHER_HPP_

#include <cstdint>
#include <memory>
#include <string>

#include "client.hpp"
#include "description.hpp"
#include "payload_maker.hpp"
#include "statistics.hpp"

namespace topology {

/// One publisher of a node: makes, numbers and stamps messages.
class Publisher {
 public:
  /// `description` must live longer. `counts` is nullptr where nothing is to be counted.
  Publisher(const PublisherDescription& description, const std::string& node, ClientNode* client,
            Swapped<PublisherCounts>* counts);

  /// Root stamp of a message that begins a chain.
  static constexpr std::int64_t kBeginsChain = 0;

  /// Does nothing until as many subscriptions as are expected have been discovered.
  void publish(std::int64_t root_stamp_ns, std::uint64_t missed = 0);

  bool is_matched() const;
  /// Subscriptions that it is matched with now.
  std::size_t match_count() const { return port_->match_count(); }
  const PublisherDescription& description() const { return description_; }

 private:
  void count(std::uint64_t sent, std::uint64_t failed, std::uint64_t missed, std::size_t bytes);

  const PublisherDescription& description_;
  const std::uint32_t id_;
  const float frequency_;
  PayloadMaker payload_;
  std::unique_ptr<PublisherPort> port_;
  Swapped<PublisherCounts>* const counts_;
  std::uint32_t number_ = 0;
  std::uint64_t sent_ = 0;
  bool was_matched_ = false;
};

/// The same for the same publisher everywhere, and different for different ones.
std::uint32_t publisher_id(const std::string& node, const std::string& publisher);

}  // namespace topology

#endif  // TOPOLOGY__PUBLISHER_HPP_
