// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What nodes bring along: services of parameters and of the lifecycle, messages on loan.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "each_executor.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_msgs/msg/transition.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"

namespace executors {

namespace {

using lifecycle_msgs::msg::State;
using lifecycle_msgs::msg::Transition;
using lifecycle_msgs::srv::ChangeState;

EXECUTOR_TEST_CASE(ANodeGoesThroughItsLifecycleAndPublishesOnlyWhileItIsActive) {
  const auto asking = make_node("manages");
  const auto node =
      std::make_shared<rclcpp_lifecycle::LifecycleNode>("managed_" + std::to_string(getpid()));
  const auto publisher = node->create_publisher<Message>("~/active", 10);
  int received = 0;
  const auto subscription = asking->create_subscription<Message>(
      publisher->get_topic_name(), 10, [&](const Message&) { ++received; });
  const auto client = asking->create_client<ChangeState>(
      std::string(node->get_fully_qualified_name()) + "/change_state");
  const auto executor = make(nullptr);
  executor->add_node(node->get_node_base_interface());
  executor->add_node(asking);
  EXPECT_TRUE(client->wait_for_service(kPatience));
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  struct Step {
    std::uint8_t transition;
    std::uint8_t state;
  };
  for (const Step& step : std::vector<Step>{
           {Transition::TRANSITION_CONFIGURE, State::PRIMARY_STATE_INACTIVE},
           {Transition::TRANSITION_ACTIVATE, State::PRIMARY_STATE_ACTIVE},
           {Transition::TRANSITION_DEACTIVATE, State::PRIMARY_STATE_INACTIVE},
           {Transition::TRANSITION_CLEANUP, State::PRIMARY_STATE_UNCONFIGURED},
           {Transition::TRANSITION_UNCONFIGURED_SHUTDOWN, State::PRIMARY_STATE_FINALIZED}}) {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = step.transition;
    auto done = client->async_send_request(request);
    EXPECT_TRUE(executor->spin_until_future_complete(done, kPatience) ==
                rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_TRUE(done.get()->success);
    EXPECT_EQ(int{node->get_current_state().id()}, int{step.state});
    const int before = received;
    publisher->publish(Message());
    if (step.state == State::PRIMARY_STATE_ACTIVE) {
      EXPECT_TRUE(spin_until(executor.get(), [&] { return received > before; }));
    } else {
      executor->spin_all(milliseconds(50));
      EXPECT_EQ(received, before);
    }
  }
}

EXECUTOR_TEST_CASE(ParametersAreReadAndSetThroughTheirServicesAndTheirChangesHeardOf) {
  const auto node = make_node("has_parameters");
  const auto asking = make_node("asks_for_parameters");
  node->declare_parameter("size", 1);
  const std::shared_ptr<rclcpp::Executor> executor = make(nullptr);
  executor->add_node(node);
  rclcpp::ParameterEventHandler events(asking);
  std::int64_t heard = 0;
  const auto handle = events.add_parameter_callback(
      "size", [&](const rclcpp::Parameter& parameter) { heard = parameter.as_int(); },
      node->get_fully_qualified_name());
  {
    rclcpp::AsyncParametersClient client(asking, node->get_fully_qualified_name());
    EXPECT_TRUE(client.wait_for_service(kPatience));
    executor->add_node(asking);
    // Events of parameters find their subscriptions later than services do.
    EXPECT_TRUE(spin_until(executor.get(), [&] {
      return node->count_subscribers("/parameter_events") >=
             node->count_publishers("/parameter_events");
    }));
    auto set = client.set_parameters({rclcpp::Parameter("size", 7)});
    EXPECT_TRUE(executor->spin_until_future_complete(set, kPatience) ==
                rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_TRUE(set.get().at(0).successful);
    EXPECT_TRUE(spin_until(executor.get(), [&] { return heard == 7; }));
    executor->remove_node(asking);
  }
  // This one spins its node in the executor for as long as it waits.
  rclcpp::SyncParametersClient client(executor, asking, node->get_fully_qualified_name());
  EXPECT_TRUE(client.wait_for_service(kPatience));
  EXPECT_EQ(client.get_parameter<std::int64_t>("size"), std::int64_t{7});
  EXPECT_TRUE(client.describe_parameters({"size"}, kPatience).at(0).name == "size");
  EXPECT_FALSE(
      client.set_parameters({rclcpp::Parameter("size", "large")}, kPatience).at(0).successful);
  EXPECT_TRUE(client.has_parameter("size"));
}

/// Subscriptions that are made while this lives may take messages on loan.
struct Loans {
  Loans() { setenv("ROS_DISABLE_LOANED_MESSAGES", "0", 1); }
  ~Loans() { unsetenv("ROS_DISABLE_LOANED_MESSAGES"); }
};

EXECUTOR_TEST_CASE(MessagesOnLoanAreReceivedAndGivenBack) {
  const Loans loans;
  const auto node = make_node("borrows");
  const auto publisher = node->create_publisher<Message>("~/lent", 5);
  int received = 0;
  int last = 0;
  const auto subscription =
      node->create_subscription<Message>("~/lent", 5, [&](const Message& message) {
        ++received;
        last = message.clock.sec;
      });
  const auto executor = make(nullptr);
  executor->add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  // Many times more than may be lent at once.
  for (int time = 1; time <= 200; ++time) {
    auto message = publisher->borrow_loaned_message();
    message.get().clock.sec = time;
    publisher->publish(std::move(message));
    EXPECT_TRUE(spin_until(executor.get(), [&] { return received == time; }));
    EXPECT_EQ(last, time);
  }
}

}  // namespace

}  // namespace executors
