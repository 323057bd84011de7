// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__RCL_NODE_HPP_
#define TOPOLOGY__RCL__RCL_NODE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "client.hpp"
#include "context.hpp"
#include "entity.hpp"
#include "executor.hpp"
#include "rcl/node.h"

namespace topology {

/// The rules by which a node's names are changed.
struct Remapping {
  std::vector<std::string> rules{};
  bool takes_process_rules = false;  ///< Those of the command line too, but for names of nodes.
};

/// A node of rcl.
class RclNode : public ClientNode {
 public:
  /// `apart` runs the entities that a thread of the node's own runs; nullptr where there are none.
  RclNode(Context* context, Executor* executor, Executor* apart, const std::string& full_name,
          bool intra_process, const Remapping& remapping);
  ~RclNode() override;
  RclNode(const RclNode&) = delete;
  RclNode& operator=(const RclNode&) = delete;

  /// Callbacks come from now on.
  void start();
  /// No callback comes any more. To be called before anything that was made is destroyed.
  void stop();

  std::string full_name() const override;
  std::string binding() const override { return "rcl"; }
  std::string executor_name() const override { return main_.executor->kind(); }
  std::string middleware() const override;
  std::optional<std::uint64_t> take_wake_ups() override;
  Discovered discover(const std::vector<std::string>& topics) override;

  std::unique_ptr<PublisherPort> make_publisher(const PublisherDescription& description) override;
  std::unique_ptr<SubscriptionPort> make_subscription(const SubscriptionDescription& description,
                                                      MessageCallback callback) override;
  std::unique_ptr<TimerPort> make_timer(std::int64_t period_ns, bool is_apart,
                                        TimerCallback callback) override;
  std::unique_ptr<Port> make_server(const ServerDescription& description,
                                    RequestCallback callback) override;
  std::unique_ptr<ClientPort> make_client(const ClientDescription& description,
                                          AnswerCallback callback) override;
  std::unique_ptr<Port> make_action_server(const ActionServerDescription& description,
                                           GoalCallback callback) override;
  std::unique_ptr<ClientPort> make_action_client(const ActionClientDescription& description,
                                                 AnswerCallback callback) override;

 private:
  /// Entities of which no two run at a time, and what runs them.
  struct Share {
    Executor* executor;
    Group group{};
    std::vector<Entity*> entities{};
  };

  /// What a topic is named after all remappings.
  std::string resolved(const std::string& topic) const;
  PointerTopic* pointer_topic(const std::string& topic, const MessageKind& kind, const Qos& qos);
  static void add(const Share& share);
  Share* share_of(bool is_apart) { return is_apart ? &apart_ : &main_; }

  Context* const context_;
  const bool intra_process_;
  Share main_;
  Share apart_;
  rcl_node_t node_;
  bool is_started_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__RCL_NODE_HPP_
