// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace topology {

namespace {

bool is_same(const rmw_gid_t& left, const rmw_gid_t& right) {
  return std::memcmp(left.data, right.data, sizeof(left.data)) == 0;
}

bool is_reached(const PointerReceiver& receiver, bool from_best_effort) {
  return !from_best_effort || !receiver.is_reliable();
}

}  // namespace

void PointerTopic::add_receiver(PointerReceiver* receiver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  receivers_.push_back(receiver);
  count_receivers();
}

void PointerTopic::remove_receiver(PointerReceiver* receiver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  receivers_.erase(std::remove(receivers_.begin(), receivers_.end(), receiver), receivers_.end());
  count_receivers();
}

void PointerTopic::count_receivers() {
  const auto best_effort =
      std::count_if(receivers_.begin(), receivers_.end(),
                    [](const PointerReceiver* receiver) { return is_reached(*receiver, true); });
  best_effort_count_.store(static_cast<std::size_t>(best_effort), std::memory_order_release);
  receiver_count_.store(receivers_.size(), std::memory_order_release);
}

void PointerTopic::add_publisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  publishers_.push_back(gid);
}

void PointerTopic::remove_publisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  publishers_.erase(std::remove_if(publishers_.begin(), publishers_.end(),
                                   [&](const rmw_gid_t& each) { return is_same(each, gid); }),
                    publishers_.end());
}

bool PointerTopic::is_publisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(publishers_.begin(), publishers_.end(),
                     [&](const rmw_gid_t& each) { return is_same(each, gid); });
}

void PointerTopic::deliver(std::shared_ptr<void> message, bool is_given_away,
                           bool from_best_effort) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::size_t owners = 0;
  std::size_t others = 0;
  for (const PointerReceiver* receiver : receivers_) {
    if (is_reached(*receiver, from_best_effort)) ++(receiver->wants_to_own() ? owners : others);
  }
  const bool is_shared = others > 0 || !is_given_away;
  std::size_t copies = is_shared ? owners : owners - 1;
  for (PointerReceiver* receiver : receivers_) {
    if (!is_reached(*receiver, from_best_effort)) continue;
    if (receiver->wants_to_own() && copies > 0) {
      --copies;
      receiver->receive(
          std::shared_ptr<void>(operations_.copy(message.get()), operations_.destroy));
    } else {
      receiver->receive(message);
    }
  }
}

PointerTopic* IntraProcess::topic(const std::string& name, const MessageKind& kind) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto& topic = topics_[name + " " + kind.name];
  if (topic == nullptr) topic = std::make_unique<PointerTopic>(operations_of(kind));
  return topic.get();
}

}  // namespace topology
