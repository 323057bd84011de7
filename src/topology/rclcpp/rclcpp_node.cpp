// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "rclcpp_node.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <set>
#include <utility>

#include "action_ports.hpp"
#include "clock.hpp"
#include "message_ports.hpp"
#include "periodic_timer.hpp"
#include "rclcpp/version.h"
#include "rmw/rmw.h"

namespace topology {

namespace {

/// A timer of rclcpp. How many periods it skipped follows from when it was due and when an executor
/// took it, not from when it calls back: an executor may take it every period and call back later.
class RclcppTimer : public TimerPort {
 public:
  RclcppTimer(rclcpp::Node* node, rclcpp::CallbackGroup::SharedPtr group, std::int64_t period_ns,
              TimerCallback callback)
      : node_(node), group_(std::move(group)), due_(period_ns, std::move(callback)) {
    RclcppTimer::renew();
  }

  void renew() override {
#if RCLCPP_VERSION_GTE(28, 0, 1)
    const auto fire = [this](const rclcpp::TimerInfo& times) {
      due_.next_ns = times.expected_call_time.nanoseconds();
      due_.next_after(times.actual_call_time.nanoseconds());
      due_.fire();
    };
#else
    due_.next_ns = monotonic_now_ns() + due_.period_ns();
    const auto fire = [this] {
      const std::int64_t now_ns = monotonic_now_ns();
      // The timer does not tell its times. Where it calls back for periods that are counted as
      // skipped, the time that it is due next must not run away.
      due_.next_ns = std::min(due_.next_after(now_ns), now_ns + due_.period_ns());
      due_.fire();
    };
#endif
    timer_ = node_->create_wall_timer(std::chrono::nanoseconds(due_.period_ns()), fire, group_);
  }

 private:
  rclcpp::Node* const node_;
  const rclcpp::CallbackGroup::SharedPtr group_;  ///< None: the node's.
  PeriodicTimer due_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

RclcppNode::RclcppNode(rclcpp::Node* node, std::string executor, bool intra_process, bool is_apart)
    : node_(node),
      executor_(std::move(executor)),
      intra_process_(intra_process),
      is_apart_(is_apart) {}

std::string RclcppNode::middleware() const { return rmw_get_implementation_identifier(); }

Discovered RclcppNode::discover(const std::vector<std::string>& topics) {
  Discovered discovered;
  std::set<std::string> participants;
  const auto add = [&](const std::vector<rclcpp::TopicEndpointInfo>& endpoints) {
    discovered.endpoints += endpoints.size();
    for (const rclcpp::TopicEndpointInfo& endpoint : endpoints) {
      const auto& gid = endpoint.endpoint_gid();
      participants.emplace(gid.begin(), gid.begin() + kParticipantPrefix);
    }
  };
  try {
    for (const std::string& topic : topics) {
      add(node_->get_publishers_info_by_topic(topic));
      add(node_->get_subscriptions_info_by_topic(topic));
    }
  } catch (const std::exception&) {
    return discovered;  // The context is gone.
  }
  discovered.participants = participants.size();
  return discovered;
}

rclcpp::CallbackGroup::SharedPtr RclcppNode::group_for(bool is_apart) {
  return is_apart || is_apart_ ? made(&apart_) : nullptr;
}

rclcpp::CallbackGroup::SharedPtr RclcppNode::made(rclcpp::CallbackGroup::SharedPtr* group) {
  if (*group == nullptr) {
    *group = node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  }
  return *group;
}

std::unique_ptr<PublisherPort> RclcppNode::make_publisher(const PublisherDescription& description) {
  return ports_of(*description.kind).make_publisher(node_, description, intra_process_);
}

std::unique_ptr<SubscriptionPort> RclcppNode::make_subscription(
    const SubscriptionDescription& description, MessageCallback callback) {
  // What is to stay in the middleware must come by it.
  return ports_of(*description.kind)
      .make_subscription(node_, description, intra_process_,
                         description.taken ? group_for(description.own_executor) : made(&untaken_),
                         std::move(callback));
}

std::unique_ptr<TimerPort> RclcppNode::make_timer(std::int64_t period_ns, bool is_apart,
                                                  TimerCallback callback) {
  return std::make_unique<RclcppTimer>(node_, group_for(is_apart), period_ns, std::move(callback));
}

std::unique_ptr<Port> RclcppNode::make_server(const ServerDescription& description,
                                              RequestCallback callback) {
  return service_ports_of(*description.kind)
      .make_server(node_, description, group_for(false), std::move(callback));
}

std::unique_ptr<ClientPort> RclcppNode::make_client(const ClientDescription& description,
                                                    AnswerCallback callback) {
  return service_ports_of(*description.kind)
      .make_client(node_, description, group_for(description.own_executor), std::move(callback));
}

std::unique_ptr<Port> RclcppNode::make_action_server(const ActionServerDescription& description,
                                                     GoalCallback callback) {
  return make_action_server_port(node_, description, group_for(description.own_executor),
                                 std::move(callback));
}

std::unique_ptr<ClientPort> RclcppNode::make_action_client(
    const ActionClientDescription& description, AnswerCallback callback) {
  return make_action_client_port(node_, description, group_for(false), std::move(callback));
}

}  // namespace topology
