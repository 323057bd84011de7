// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What a server of goals does not tell of: that results have been kept for long enough, and what
// has come while nobody listened.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "action_msgs/msg/goal_status_array.hpp"
#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "nav2_msgs/action/wait.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

using Action = nav2_msgs::action::Wait;
using Send = Action::Impl::SendGoalService;
using GetResult = Action::Impl::GetResultService;
using ServerGoal = rclcpp_action::ServerGoalHandle<Action>;
using action_msgs::msg::GoalStatus;
using action_msgs::msg::GoalStatusArray;

/// A server that ends every goal at once and keeps results for a moment.
rclcpp_action::Server<Action>::SharedPtr make_server(const std::shared_ptr<rclcpp::Node>& node) {
  rcl_action_server_options_t options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = std::chrono::nanoseconds(milliseconds(200)).count();
  return rclcpp_action::create_server<Action>(
      node, "~/wait",
      [](const rclcpp_action::GoalUUID&, const std::shared_ptr<const Action::Goal>&) {
        return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](const std::shared_ptr<ServerGoal>&) { return rclcpp_action::CancelResponse::REJECT; },
      [](const std::shared_ptr<ServerGoal>& goal) {
        goal->succeed(std::make_shared<Action::Result>());
      },
      options);
}

/// Asks a server by the services and the topic that an action is made of.
class Asker {
 public:
  explicit Asker(const std::shared_ptr<rclcpp::Node>& server)
      : node_(make_node("asks_" + std::string(server->get_name()))) {
    const std::string action = std::string(server->get_fully_qualified_name()) + "/wait/_action/";
    send_ = node_->create_client<Send>(action + "send_goal");
    get_result_ = node_->create_client<GetResult>(action + "get_result");
    subscription_ = node_->create_subscription<GoalStatusArray>(
        action + "status", rclcpp::QoS(1).transient_local(),
        [this](const GoalStatusArray& status) { status_ = status; });
    executor_.add_node(node_);
    EXPECT_TRUE(send_->wait_for_service(kPatience));
    EXPECT_TRUE(get_result_->wait_for_service(kPatience));
    EXPECT_TRUE(becomes([&] { return subscription_->get_publisher_count() == 1; }));
  }

  auto send(std::uint8_t goal) {
    auto request = std::make_shared<Send::Request>();
    request->goal_id.uuid[0] = goal;
    return send_->async_send_request(request).future.share();
  }
  bool is_accepted(std::shared_future<Send::Response::SharedPtr> sent) {
    return complete(sent) && sent.get()->accepted;
  }

  /// Whether the server still has it.
  bool has_result(std::uint8_t goal) {
    auto request = std::make_shared<GetResult::Request>();
    request->goal_id.uuid[0] = goal;
    auto result = get_result_->async_send_request(request).future.share();
    return complete(result) && result.get()->status == GoalStatus::STATUS_SUCCEEDED;
  }

  /// How many goals the server lists beside this one once it lists that.
  std::size_t others_listed_with(std::uint8_t goal) {
    EXPECT_TRUE(spin_until(&executor_, [&] {
      return std::any_of(
          status_.status_list.begin(), status_.status_list.end(),
          [&](const GoalStatus& status) { return status.goal_info.goal_id.uuid[0] == goal; });
    }));
    return status_.status_list.size() - 1;
  }

 private:
  template <typename Future>
  bool complete(Future& future) {
    return executor_.spin_until_future_complete(future, kPatience) ==
           rclcpp::FutureReturnCode::SUCCESS;
  }

  const std::shared_ptr<rclcpp::Node> node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Client<Send>::SharedPtr send_;
  rclcpp::Client<GetResult>::SharedPtr get_result_;
  rclcpp::Subscription<GoalStatusArray>::SharedPtr subscription_;
  GoalStatusArray status_;
};

template <typename Executor, typename... Arguments>
void expect_results_to_be_forgotten(const std::string& name, const Arguments&... arguments) {
  const auto node = make_node(name);
  const auto server = make_server(node);
  Executor executor(arguments...);
  executor.add_node(node);
  Asker asker(node);
  const Spun spun(&executor);
  for (std::uint8_t goal = 1; goal <= 3; ++goal) {
    EXPECT_TRUE(asker.is_accepted(asker.send(goal)));
  }
  EXPECT_EQ(asker.others_listed_with(3), std::size_t{2});
  for (std::uint8_t goal = 1; goal <= 3; ++goal) {
    EXPECT_TRUE(becomes([&] { return !asker.has_result(goal); }));
  }
  EXPECT_TRUE(asker.is_accepted(asker.send(4)));
  EXPECT_EQ(asker.others_listed_with(4), std::size_t{0});
  EXPECT_TRUE(asker.has_result(4));
}

TEST_CASE(AServerOfGoalsForgetsResultsThatItHasKeptForLongEnough) {
  expect_results_to_be_forgotten<LoopExecutor>("forgets_in_a_loop");
  expect_results_to_be_forgotten<LoopExecutor>("forgets_in_a_ring", 64);
  expect_results_to_be_forgotten<IntraProcessLoopExecutor>("forgets_by_a_wait_set");
  expect_results_to_be_forgotten<rclcpp::executors::SingleThreadedExecutor>("forgets_upstream");
}

TEST_CASE(AServerOfGoalsMayGoWhileItKeepsResults) {
  const auto node = make_node("goes_with_results");
  auto server = make_server(node);
  LoopExecutor executor;
  executor.add_node(node);
  Asker asker(node);
  const Spun spun(&executor);
  for (std::uint8_t goal = 1; goal <= 10; ++goal) {
    EXPECT_TRUE(asker.is_accepted(asker.send(goal)));
  }
  std::this_thread::sleep_for(milliseconds(190));
  server.reset();
  std::this_thread::sleep_for(milliseconds(20));
  executor.remove_node(node);
}

TEST_CASE(AServerOfGoalsComesAndGoesUnderAFloodOfRequestsAndStillForgetsResults) {
  const auto node = make_node("comes_and_goes_with_goals");
  const auto server = make_server(node);
  LoopExecutor executor;
  const Spun spun(&executor);
  const auto flooding = make_node("floods_goals");
  const auto client = flooding->create_client<GetResult>(
      std::string(node->get_fully_qualified_name()) + "/wait/_action/get_result");
  EXPECT_TRUE(client->wait_for_service(kPatience));
  {
    // For results of a goal that there is not.
    const Ceaseless flood([&] {
      client->async_send_request(std::make_shared<GetResult::Request>());
      client->prune_pending_requests();
    });
    const auto end = std::chrono::steady_clock::now() + seconds(5);
    while (std::chrono::steady_clock::now() < end) {
      executor.add_node(node);
      executor.remove_node(node);
    }
  }
  executor.add_node(node);
  Asker asker(node);
  EXPECT_TRUE(asker.is_accepted(asker.send(1)));
  EXPECT_TRUE(becomes([&] { return !asker.has_result(1); }));
}

TEST_CASE(AGoalThatWaitsIsTakenByTheExecutorThatItsServerMovesTo) {
  const auto node = make_node("moves_with_a_goal");
  const auto server = make_server(node);
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(node);
  Asker asker(node);
  first.spin_all(seconds(1));
  const auto one = asker.send(1);
  const auto two = asker.send(2);
  // Long enough for both to be waiting.
  std::this_thread::sleep_for(milliseconds(100));
  first.remove_node(node);
  second.add_node(node);
  const Spun spun(&second);
  EXPECT_TRUE(asker.is_accepted(one));
  EXPECT_TRUE(asker.is_accepted(two));
}

}  // namespace

}  // namespace executors
