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
  void Run() override {
    timer_.next_ns = timer_.NextAfter(NowNs());
    timer_.Fire();
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

struct HeldSubscription : SubscriptionPort {
  std::size_t Matches() override { return subscription->Matches(); }
  std::unique_ptr<RclSubscription> subscription;
  std::unique_ptr<PointerSubscription> pointers;
};

template <typename Held>
struct HeldClient : ClientPort {
  explicit HeldClient(std::unique_ptr<Held> entity) : held(std::move(entity)) {}
  bool IsServerThere() override { return held->IsServerThere(); }
  bool Send(const MessageHeader& header) override { return held->Send(header); }
  std::unique_ptr<Held> held;
};

rcl_arguments_t Remappings(const std::vector<std::string>& rules) {
  std::vector<const char*> words{RCL_ROS_ARGS_FLAG};
  for (const std::string& rule : rules) {
    words.push_back(RCL_REMAP_FLAG);
    words.push_back(rule.c_str());
  }
  rcl_arguments_t arguments = rcl_get_zero_initialized_arguments();
  Check(rcl_parse_arguments(static_cast<int>(words.size()), words.data(),
                            rcl_get_default_allocator(), &arguments),
        "remap rules");
  return arguments;
}

// Which participant an endpoint is of: the prefix of its identifier.
std::string ParticipantOf(const rmw_topic_endpoint_info_t& endpoint) {
  constexpr std::size_t kPrefix = 12;
  return std::string(reinterpret_cast<const char*>(endpoint.endpoint_gid), kPrefix);
}

using InfoFunction = decltype(&rcl_get_publishers_info_by_topic);

void AddEndpoints(InfoFunction get_info, rcl_node_t* node, const std::string& topic,
                  std::set<std::string>* participants, std::size_t* endpoints) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  rmw_topic_endpoint_info_array_t infos = rmw_get_zero_initialized_topic_endpoint_info_array();
  if (get_info(node, &allocator, topic.c_str(), false, &infos) != RCL_RET_OK) {
    return rcl_reset_error();
  }
  for (std::size_t at = 0; at < infos.size; ++at) {
    participants->insert(ParticipantOf(infos.info_array[at]));
  }
  *endpoints += infos.size;
  if (rmw_topic_endpoint_info_array_fini(&infos, &allocator) != RMW_RET_OK) rcl_reset_error();
}

}  // namespace

RclNode::RclNode(Context* context, Executor* executor, const std::string& full_name,
                 bool intra_process, const std::vector<std::string>& remap_rules)
    : context_(context),
      executor_(executor),
      intra_process_(intra_process),
      node_(rcl_get_zero_initialized_node()) {
  const std::size_t slash = full_name.rfind('/');
  const std::string space = slash == 0 ? "/" : full_name.substr(0, slash);
  rcl_node_options_t options = rcl_node_get_default_options();
  options.use_global_arguments = false;
  options.enable_rosout = false;
  options.arguments = Remappings(remap_rules);
  const rcl_ret_t status = rcl_node_init(&node_, full_name.substr(slash + 1).c_str(), space.c_str(),
                                         context->handle(), &options);
  if (rcl_node_options_fini(&options) != RCL_RET_OK) rcl_reset_error();
  Check(status, "node " + full_name);
}

RclNode::~RclNode() {
  Stop();
  if (rcl_node_fini(&node_) != RCL_RET_OK) rcl_reset_error();
}

void RclNode::Start() {
  executor_->Add(entities_);
  is_started_ = true;
}

void RclNode::Stop() {
  if (is_started_) executor_->Remove(entities_);
  is_started_ = false;
}

std::string RclNode::FullName() const { return rcl_node_get_fully_qualified_name(&node_); }

std::string RclNode::Middleware() const { return rmw_get_implementation_identifier(); }

Discovered RclNode::Discover(const std::vector<std::string>& topics) {
  std::set<std::string> participants;
  Discovered discovered;
  for (const std::string& topic : topics) {
    AddEndpoints(rcl_get_publishers_info_by_topic, &node_, topic, &participants,
                 &discovered.endpoints);
    AddEndpoints(rcl_get_subscriptions_info_by_topic, &node_, topic, &participants,
                 &discovered.endpoints);
  }
  discovered.participants = participants.size();
  return discovered;
}

PointerTopic* RclNode::Pointers(const std::string& topic, const MessageKind& kind, const Qos& qos) {
  // A message for those who come later is the middleware's to keep.
  if (!intra_process_ || qos.transient_local) return nullptr;
  return context_->intra_process().Topic(topic, kind);
}

std::unique_ptr<PublisherPort> RclNode::MakePublisher(const PublisherDescription& description) {
  // A loan is the middleware's memory, which it wants back.
  PointerTopic* const pointers =
      description.pass_by == PassBy::kLoanedMsg
          ? nullptr
          : Pointers(description.topic, *description.kind, description.qos);
  return std::make_unique<RclPublisher>(&node_, description, pointers);
}

std::unique_ptr<SubscriptionPort> RclNode::MakeSubscription(
    const SubscriptionDescription& description, MessageCallback callback) {
  PointerTopic* const pointers = Pointers(description.topic, *description.kind, description.qos);
  auto port = std::make_unique<HeldSubscription>();
  port->subscription =
      std::make_unique<RclSubscription>(&node_, &group_, description, pointers, callback);
  entities_.push_back(port->subscription.get());
  if (pointers != nullptr) {
    port->pointers = std::make_unique<PointerSubscription>(&group_, executor_, description,
                                                           pointers, std::move(callback));
    entities_.push_back(port->pointers.get());
  }
  return port;
}

std::unique_ptr<Port> RclNode::MakeTimer(std::int64_t period_ns, TimerCallback callback) {
  auto timer = std::make_unique<TimerEntity>(&group_, period_ns, std::move(callback));
  entities_.push_back(timer.get());
  return std::make_unique<HeldPort<TimerEntity>>(std::move(timer));
}

std::unique_ptr<Port> RclNode::MakeServer(const ServerDescription& description,
                                          RequestCallback callback) {
  auto server = std::make_unique<RclServer>(&node_, &group_, description, std::move(callback));
  entities_.push_back(server.get());
  return std::make_unique<HeldPort<RclServer>>(std::move(server));
}

std::unique_ptr<ClientPort> RclNode::MakeClient(const ClientDescription& description,
                                                AnswerCallback callback) {
  auto client =
      std::make_unique<RclServiceClient>(&node_, &group_, description, std::move(callback));
  entities_.push_back(client.get());
  return std::make_unique<HeldClient<RclServiceClient>>(std::move(client));
}

std::unique_ptr<Port> RclNode::MakeActionServer(const ActionServerDescription& description,
                                                GoalCallback callback) {
  auto server = LoadActions().make_server(&node_, &group_, description, std::move(callback));
  entities_.push_back(server.get());
  return std::make_unique<HeldPort<Entity>>(std::move(server));
}

std::unique_ptr<ClientPort> RclNode::MakeActionClient(const ActionClientDescription& description,
                                                      AnswerCallback callback) {
  auto client = LoadActions().make_client(&node_, &group_, description, std::move(callback));
  entities_.push_back(client.get());
  return std::make_unique<HeldClient<ActionClient>>(std::move(client));
}

}  // namespace topology
