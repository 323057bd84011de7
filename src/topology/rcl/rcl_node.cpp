// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "rcl_node.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "actions.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "publisher_port.hpp"
#include "rcl/arguments.h"
#include "rcl/graph.h"
#include "rcl/node_options.h"
#include "rmw/rmw.h"
#include "service_ports.hpp"
#include "subscription_port.hpp"

namespace topology {

namespace {

class TimerEntity : public Entity {
 public:
  TimerEntity(Group* group, std::int64_t period_ns, TimerCallback callback)
      : Entity(group), timer_(this, period_ns, std::move(callback)) {}

  EntityTimer* timer() override { return &timer_; }
  void run() override {
    timer_.next_ns = timer_.next_after(monotonic_now_ns());
    timer_.fire();
  }

 private:
  EntityTimer timer_;
};

/// Holds entities on behalf of the node's logic.
template <typename Held>
struct HeldPort : Port {
  explicit HeldPort(std::unique_ptr<Held> entity) : held(std::move(entity)) {}
  std::unique_ptr<Held> held;
};

class HeldTimer : public TimerPort {
 public:
  HeldTimer(std::unique_ptr<TimerEntity> entity, Executor* executor)
      : entity_(std::move(entity)), executor_(executor) {}

  void renew() override { executor_->renew(entity_->timer()); }

 private:
  const std::unique_ptr<TimerEntity> entity_;
  Executor* const executor_;
};

struct HeldSubscription : SubscriptionPort {
  std::size_t match_count() override { return subscription->match_count(); }
  std::unique_ptr<RclSubscription> subscription;
  std::unique_ptr<PointerSubscription> pointers;
};

template <typename Held>
struct HeldClient : ClientPort {
  explicit HeldClient(std::unique_ptr<Held> entity) : held(std::move(entity)) {}
  bool is_server_there() override { return held->is_server_there(); }
  bool send(const MessageHeader& header) override { return held->send(header); }
  std::unique_ptr<Held> held;
};

rcl_arguments_t parsed(const std::vector<std::string>& rules) {
  std::vector<const char*> words{RCL_ROS_ARGS_FLAG};
  for (const std::string& rule : rules) {
    words.push_back(RCL_REMAP_FLAG);
    words.push_back(rule.c_str());
  }
  rcl_arguments_t arguments = rcl_get_zero_initialized_arguments();
  check(rcl_parse_arguments(static_cast<int>(words.size()), words.data(),
                            rcl_get_default_allocator(), &arguments),
        "remap rules");
  return arguments;
}

using InfoFunction = decltype(&rcl_get_publishers_info_by_topic);

void add_endpoints(InfoFunction get_info, rcl_node_t* node, const std::string& topic,
                   std::set<std::string>* participants, std::size_t* endpoints) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  rmw_topic_endpoint_info_array_t infos = rmw_get_zero_initialized_topic_endpoint_info_array();
  if (get_info(node, &allocator, topic.c_str(), false, &infos) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  for (std::size_t at = 0; at < infos.size; ++at) {
    participants->emplace(reinterpret_cast<const char*>(infos.info_array[at].endpoint_gid),
                          kParticipantPrefix);
  }
  *endpoints += infos.size;
  if (rmw_topic_endpoint_info_array_fini(&infos, &allocator) != RMW_RET_OK) rcl_reset_error();
}

}  // namespace

RclNode::RclNode(Context* context, Executor* executor, Executor* apart,
                 const std::string& full_name, bool intra_process, const Remapping& remapping)
    : context_(context),
      intra_process_(intra_process),
      main_{executor},
      apart_{apart},
      node_(rcl_get_zero_initialized_node()) {
  const std::size_t slash = full_name.rfind('/');
  const std::string base = full_name.substr(slash + 1);
  const std::string space = slash == 0 ? "/" : full_name.substr(0, slash);
  rcl_node_options_t options = rcl_node_get_default_options();
  options.use_global_arguments = remapping.takes_process_rules;
  options.enable_rosout = false;
  std::vector<std::string> rules = remapping.rules;
  if (remapping.takes_process_rules) {
    // Those of the process would name all of its nodes. A node's own come before them.
    rules.push_back("__node:=" + base);
    rules.push_back("__ns:=" + space);
  }
  options.arguments = parsed(rules);
  const rcl_ret_t status =
      rcl_node_init(&node_, base.c_str(), space.c_str(), context->handle(), &options);
  if (rcl_node_options_fini(&options) != RCL_RET_OK) rcl_reset_error();
  check(status, "node " + full_name);
}

RclNode::~RclNode() {
  stop();
  if (rcl_node_fini(&node_) != RCL_RET_OK) rcl_reset_error();
}

void RclNode::start() {
  // Before the first of them, for one may be added and the next fail.
  is_started_ = true;
  add(main_);
  if (apart_.executor != nullptr) add(apart_);
}

void RclNode::add(const Share& share) {
  share.executor->add(share.entities);
  // Messages by pointer come from the making of a subscription on, and have not been run so far.
  for (Entity* entity : share.entities) {
    if (entity->runs_when_queued()) share.executor->queue(entity);
  }
}

void RclNode::stop() {
  if (is_started_) {
    if (apart_.executor != nullptr) apart_.executor->remove(apart_.entities);
    main_.executor->remove(main_.entities);
  }
  is_started_ = false;
}

std::string RclNode::full_name() const { return rcl_node_get_fully_qualified_name(&node_); }

std::string RclNode::middleware() const { return rmw_get_implementation_identifier(); }

std::optional<std::uint64_t> RclNode::take_wake_ups() {
  std::uint64_t wake_ups = main_.executor->take_wake_ups();
  const bool has_another = apart_.executor != nullptr && apart_.executor != main_.executor;
  if (has_another) wake_ups += apart_.executor->take_wake_ups();
  return wake_ups;
}

Discovered RclNode::discover(const std::vector<std::string>& topics) {
  std::set<std::string> participants;
  Discovered discovered;
  // Two may be remapped to one.
  std::set<std::string> names;
  for (const std::string& topic : topics) names.insert(resolved(topic));
  for (const std::string& topic : names) {
    add_endpoints(rcl_get_publishers_info_by_topic, &node_, topic, &participants,
                  &discovered.endpoints);
    add_endpoints(rcl_get_subscriptions_info_by_topic, &node_, topic, &participants,
                  &discovered.endpoints);
  }
  discovered.participants = participants.size();
  return discovered;
}

std::string RclNode::resolved(const std::string& topic) const {
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  char* name = nullptr;
  check(rcl_node_resolve_name(&node_, topic.c_str(), allocator, false, false, &name),
        "topic " + topic);
  std::string resolved = name;
  allocator.deallocate(name, allocator.state);
  return resolved;
}

PointerTopic* RclNode::pointer_topic(const std::string& topic, const MessageKind& kind,
                                     const Qos& qos) {
  // A message for those who come later is the middleware's to keep.
  if (!intra_process_ || qos.transient_local) return nullptr;
  return context_->intra_process().topic(resolved(topic), kind);
}

std::unique_ptr<PublisherPort> RclNode::make_publisher(const PublisherDescription& description) {
  // A loan is the middleware's memory, which it wants back.
  PointerTopic* const pointers =
      description.pass_by == PassBy::kLoanedMsg
          ? nullptr
          : pointer_topic(description.topic, *description.kind, description.qos);
  return std::make_unique<RclPublisher>(&node_, description, pointers);
}

std::unique_ptr<SubscriptionPort> RclNode::make_subscription(
    const SubscriptionDescription& description, MessageCallback callback) {
  // What is to stay in the middleware must come by it.
  PointerTopic* const pointers =
      description.taken ? pointer_topic(description.topic, *description.kind, description.qos)
                        : nullptr;
  Share* const share = share_of(description.own_executor);
  auto port = std::make_unique<HeldSubscription>();
  port->subscription =
      std::make_unique<RclSubscription>(&node_, &share->group, description, pointers, callback);
  if (!description.taken) return port;
  share->entities.push_back(port->subscription.get());
  if (pointers != nullptr) {
    port->pointers = std::make_unique<PointerSubscription>(
        &share->group, share->executor, description, pointers, std::move(callback));
    share->entities.push_back(port->pointers.get());
  }
  return port;
}

std::unique_ptr<TimerPort> RclNode::make_timer(std::int64_t period_ns, bool is_apart,
                                               TimerCallback callback) {
  Share* const share = share_of(is_apart);
  auto timer = std::make_unique<TimerEntity>(&share->group, period_ns, std::move(callback));
  share->entities.push_back(timer.get());
  return std::make_unique<HeldTimer>(std::move(timer), share->executor);
}

std::unique_ptr<Port> RclNode::make_server(const ServerDescription& description,
                                           RequestCallback callback) {
  auto server = std::make_unique<RclServer>(&node_, &main_.group, description, std::move(callback));
  main_.entities.push_back(server.get());
  return std::make_unique<HeldPort<RclServer>>(std::move(server));
}

std::unique_ptr<ClientPort> RclNode::make_client(const ClientDescription& description,
                                                 AnswerCallback callback) {
  Share* const share = share_of(description.own_executor);
  auto client =
      std::make_unique<RclServiceClient>(&node_, &share->group, description, std::move(callback));
  share->entities.push_back(client.get());
  return std::make_unique<HeldClient<RclServiceClient>>(std::move(client));
}

std::unique_ptr<Port> RclNode::make_action_server(const ActionServerDescription& description,
                                                  GoalCallback callback) {
  Share* const share = share_of(description.own_executor);
  auto server = load_actions().make_server(&node_, &share->group, description, std::move(callback));
  share->entities.push_back(server.get());
  return std::make_unique<HeldPort<Entity>>(std::move(server));
}

std::unique_ptr<ClientPort> RclNode::make_action_client(const ActionClientDescription& description,
                                                        AnswerCallback callback) {
  auto client = load_actions().make_client(&node_, &main_.group, description, std::move(callback));
  main_.entities.push_back(client.get());
  return std::make_unique<HeldClient<ActionClient>>(std::move(client));
}

}  // namespace topology
