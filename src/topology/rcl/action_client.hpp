// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ACTION_CLIENT_HPP_
#define TOPOLOGY__RCL__ACTION_CLIENT_HPP_

#include <array>
#include <cstdint>
#include <map>

#include "actions.hpp"
#include "nav2_composition_bench/action/stamped.hpp"
#include "rcl_action/action_client.h"

namespace topology {

/// An action's client of rcl: sends goals and asks for each one's result.
class RclActionClient : public ActionClient {
 public:
  RclActionClient(rcl_node_t* node, Group* group, const ActionClientDescription& description,
                  AnswerCallback callback);
  ~RclActionClient() override;

  Places places() const override;
  void add_to(rcl_wait_set_t* set) override;
  bool is_ready(const rcl_wait_set_t& set) override;
  void run() override;
  std::vector<EventPart> event_parts() override;

  bool is_server_there() override;
  bool send(const MessageHeader& header) override;

 private:
  using Action = nav2_composition_bench::action::Stamped;
  using GoalId = std::array<std::uint8_t, 16>;

  void take_goal_response();
  void take_result();
  void take_feedback();
  void take_status();

  rcl_node_t* const node_;
  const AnswerCallback callback_;
  const std::size_t size_bytes_;
  rcl_action_client_t client_;
  std::map<std::int64_t, GoalId> sent_;  ///< By the request's number; not answered yet.
  std::uint64_t goals_ = 0;
  bool has_goal_response_ = false;
  bool has_result_ = false;
  bool has_feedback_ = false;
  bool has_status_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__ACTION_CLIENT_HPP_
