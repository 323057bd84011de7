// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__SUBSCRIPTION_PORT_HPP_
#define TOPOLOGY__RCL__SUBSCRIPTION_PORT_HPP_

#include <deque>
#include <memory>
#include <mutex>

#include "cache_line.hpp"
#include "client.hpp"
#include "entity.hpp"
#include "executor.hpp"
#include "intra_process.hpp"
#include "rcl/subscription.h"

namespace topology {

/// A subscription of rcl. The message is made once and used again.
class alignas(executors::kCacheLine) RclSubscription : public Entity {
 public:
  /// `pointers` is nullptr where messages do not pass by pointer.
  RclSubscription(rcl_node_t* node, Group* group, const SubscriptionDescription& description,
                  PointerTopic* pointers, MessageCallback callback);
  ~RclSubscription() override;

  Places places() const override { return {1, 0, 0, 0}; }
  void add_to(rcl_wait_set_t* set) override;
  bool is_ready(const rcl_wait_set_t& set) override { return set.subscriptions[index_] != nullptr; }
  std::vector<EventPart> event_parts() override;
  void run() override;
  std::size_t match_count();

 private:
  void run_loaned();
  void call_back(void* message, const rmw_message_info_t& info);

  rcl_node_t* const node_;
  const MessageOperations& operations_;
  const bool is_loaned_;
  const std::uint32_t most_waiting_;
  rcl_subscription_t subscription_;
  PointerTopic* const pointers_;
  const MessageCallback callback_;
  std::shared_ptr<void> message_;
  std::size_t index_ = 0;
};

/// Takes the messages of one subscription that pass by pointer; its own queue, of the depth of the
/// subscription.
class PointerSubscription : public Entity, public PointerReceiver {
 public:
  PointerSubscription(Group* group, Executor* executor, const SubscriptionDescription& description,
                      PointerTopic* topic, MessageCallback callback);
  ~PointerSubscription() override;

  void run() override;
  bool wants_to_own() const override { return wants_to_own_; }
  bool is_reliable() const override { return is_reliable_; }
  void receive(std::shared_ptr<void> message) override;

 private:
  const MessageOperations& operations_;
  const bool wants_to_own_;
  const bool is_reliable_;
  const std::size_t depth_;  ///< 0: no limit.
  Executor* const executor_;
  PointerTopic* const topic_;
  const MessageCallback callback_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<void>> queue_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__SUBSCRIPTION_PORT_HPP_
