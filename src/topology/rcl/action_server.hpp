// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ACTION_SERVER_HPP_
#define TOPOLOGY__RCL__ACTION_SERVER_HPP_

#include <array>
#include <cstdint>
#include <map>

#include "client.hpp"
#include "entity.hpp"
#include "nav2_composition_bench/action/stamped.hpp"
#include "rcl/time.h"
#include "rcl_action/action_server.h"

namespace topology {

/// An action's server of rcl. A goal is done in the callback that takes it; its result carries the
/// goal's header.
class RclActionServer : public Entity {
 public:
  RclActionServer(rcl_node_t* node, Group* group, const ActionServerDescription& description,
                  GoalCallback callback);
  ~RclActionServer() override;

  Places places() const override;
  void add_to(rcl_wait_set_t* set) override;
  bool is_ready(const rcl_wait_set_t& set) override;
  void run() override;
  std::vector<EventPart> event_parts() override;

 private:
  using Action = nav2_composition_bench::action::Stamped;
  using GoalId = std::array<std::uint8_t, 16>;
  struct Goal {
    rcl_action_goal_handle_t handle;
    Action::Result result;
  };

  void take_goal();
  void do_goal(const GoalId& id, const MessageHeader& header, Goal* goal);
  void take_result_request();
  void take_cancel_request();
  void forget_expired();
  void advance(Goal* goal, rcl_action_goal_event_t event);
  void publish_status();

  rcl_node_t* const node_;
  const GoalCallback callback_;
  const std::size_t size_bytes_;
  rcl_clock_t clock_;
  rcl_action_server_t server_;
  std::map<GoalId, Goal> goals_;
  bool has_goal_ = false;
  bool has_cancel_ = false;
  bool has_result_request_ = false;
  bool has_expired_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__ACTION_SERVER_HPP_
