// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "intra_process.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace topology {

namespace {

bool IsSame(const rmw_gid_t& left, const rmw_gid_t& right) {
  return std::memcmp(left.data, right.data, sizeof(left.data)) == 0;
}

}  // namespace

void PointerTopic::AddReceiver(PointerReceiver* receiver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  receivers_.push_back(receiver);
  receiver_count_.store(receivers_.size(), std::memory_order_release);
}

void PointerTopic::RemoveReceiver(PointerReceiver* receiver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  receivers_.erase(std::remove(receivers_.begin(), receivers_.end(), receiver), receivers_.end());
  receiver_count_.store(receivers_.size(), std::memory_order_release);
}

void PointerTopic::AddPublisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  publishers_.push_back(gid);
}

void PointerTopic::RemovePublisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  publishers_.erase(std::remove_if(publishers_.begin(), publishers_.end(),
                                   [&](const rmw_gid_t& each) { return IsSame(each, gid); }),
                    publishers_.end());
}

bool PointerTopic::IsPublisher(const rmw_gid_t& gid) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(publishers_.begin(), publishers_.end(),
                     [&](const rmw_gid_t& each) { return IsSame(each, gid); });
}

void PointerTopic::Deliver(std::shared_ptr<void> message, bool is_given_away) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto owners = static_cast<std::size_t>(
      std::count_if(receivers_.begin(), receivers_.end(),
                    [](const PointerReceiver* receiver) { return receiver->WantsToOwn(); }));
  const bool is_shared = owners < receivers_.size() || !is_given_away;
  std::size_t copies = is_shared ? owners : owners - 1;
  for (PointerReceiver* receiver : receivers_) {
    if (receiver->WantsToOwn() && copies > 0) {
      --copies;
      receiver->Receive(
          std::shared_ptr<void>(operations_.copy(message.get()), operations_.destroy));
    } else {
      receiver->Receive(message);
    }
  }
}

PointerTopic* IntraProcess::Topic(const std::string& name, const MessageKind& kind) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto& topic = topics_[name + " " + kind.name];
  if (topic == nullptr) topic = std::make_unique<PointerTopic>(OperationsOf(kind));
  return topic.get();
}

}  // namespace topology
