// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__INTRA_PROCESS_HPP_
#define TOPOLOGY__RCL__INTRA_PROCESS_HPP_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "description.hpp"
#include "rmw/types.h"
#include "ros/message_operations.hpp"

namespace topology {

/// One that takes messages by pointer.
class PointerReceiver {
 public:
  virtual ~PointerReceiver() = default;
  /// True if it wants to change the message, and so must be the only one to have it.
  virtual bool wants_to_own() const = 0;
  /// True if it gets nothing from a publisher that is best effort, as in the middleware.
  virtual bool is_reliable() const = 0;
  virtual void receive(std::shared_ptr<void> message) = 0;
};

/// The publishers and subscriptions of this process that pass messages of one type by pointer on
/// one topic.
class PointerTopic {
 public:
  explicit PointerTopic(const MessageOperations& operations) : operations_(operations) {}

  void add_receiver(PointerReceiver* receiver);
  void remove_receiver(PointerReceiver* receiver);
  void add_publisher(const rmw_gid_t& gid);
  void remove_publisher(const rmw_gid_t& gid);

  /// Gives the message to every receiver that its publisher reaches. Those that want to own it get
  /// copies, but for the last one of a message that `is_given_away`.
  void deliver(std::shared_ptr<void> message, bool is_given_away, bool from_best_effort);

  /// How many a publisher reaches.
  std::size_t receivers(bool from_best_effort) const {
    return (from_best_effort ? best_effort_count_ : receiver_count_)
        .load(std::memory_order_acquire);
  }
  /// Whether a message that came through the middleware was passed by pointer as well.
  bool is_publisher(const rmw_gid_t& gid);

 private:
  /// With the lock.
  void count_receivers();

  const MessageOperations& operations_;
  std::mutex mutex_;
  std::vector<PointerReceiver*> receivers_;
  std::atomic<std::size_t> receiver_count_{0};
  std::atomic<std::size_t> best_effort_count_{0};  ///< Of them.
  std::vector<rmw_gid_t> publishers_;
};

/// All topics of the process on which messages pass by pointer.
class IntraProcess {
 public:
  /// Lives as long as this.
  PointerTopic* topic(const std::string& name, const MessageKind& kind);

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<PointerTopic>> topics_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__INTRA_PROCESS_HPP_
