// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What waits when its node leaves an executor, for the next one.
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include "expect.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

// Long enough for what was sent to be waiting.
void let_it_come() { std::this_thread::sleep_for(milliseconds(100)); }

// Publishes messages that the node's executor hears of and does not run before the node leaves it.
void leave_waiting(const rclcpp::Node::SharedPtr& node,
                   const rclcpp::Publisher<Message>::SharedPtr& publisher, int messages) {
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.spin_all(seconds(1));
  for (int time = 0; time < messages; ++time) publisher->publish(Message());
  let_it_come();
  executor.remove_node(node);
}

TEST_CASE(OfMessagesThatWaitEachSpinOfTheNodeRunsOne) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("spun_by_the_piece", intra_process);
    const auto publisher = node->create_publisher<Message>("~/pieces", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("~/pieces", 100, [&](const Message&) { ++received; });
    LoopExecutor executor;
    EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
    // What its parameters tell.
    executor.add_node(node);
    executor.spin_all(seconds(1));
    executor.remove_node(node);
    for (int time = 0; time < 3; ++time) publisher->publish(Message());
    let_it_come();
    for (int time = 1; time <= 3; ++time) {
      executor.spin_node_once(node, seconds(10));
      EXPECT_EQ(received, time);
    }
    // One that finds nothing waits for as long as it may.
    const auto begin = std::chrono::steady_clock::now();
    executor.spin_node_once(node, milliseconds(20));
    EXPECT_TRUE(std::chrono::steady_clock::now() - begin >= milliseconds(20));
    EXPECT_EQ(received, 3);
  }
}

TEST_CASE(AGenericSubscriptionWithoutMessagesDoesNotEndTheWait) {
  const auto node = make_node("of_serialized_messages");
  const auto publisher = node->create_publisher<Message>("~/raw", 10);
  int received = 0;
  const auto subscription = node->create_generic_subscription(
      "~/raw", rosidl_generator_traits::name<Message>(), 10,
      [&](std::shared_ptr<rclcpp::SerializedMessage>) { ++received; });
  LoopExecutor executor;
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.add_node(node);
  executor.spin_all(seconds(1));
  executor.remove_node(node);
  const auto begin = std::chrono::steady_clock::now();
  executor.spin_node_once(node, milliseconds(20));
  EXPECT_TRUE(std::chrono::steady_clock::now() - begin >= milliseconds(20));
  publisher->publish(Message());
  executor.spin_node_once(node, seconds(10));
  EXPECT_EQ(received, 1);
}

TEST_CASE(ASubscriptionThatItsCallbackEndsKeepsNoMessage) {
  const auto node = make_node("of_one_message");
  const auto publisher = node->create_publisher<Message>("~/once", 10);
  std::weak_ptr<const Message> last;
  rclcpp::Subscription<Message>::SharedPtr subscription;
  subscription =
      node->create_subscription<Message>("~/once", 10, [&](Message::ConstSharedPtr message) {
        last = message;
        subscription.reset();
      });
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_TRUE(spin_until(&executor, [&] { return subscription == nullptr; }));
  EXPECT_TRUE(last.expired());
  executor.remove_node(node);
}

TEST_CASE(MessagesThatWaitMoveWithTheirNodeToTheNextExecutor) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("moves", intra_process);
    const auto publisher = node->create_publisher<Message>("~/moved", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("~/moved", 100, [&](const Message&) { ++received; });
    leave_waiting(node, publisher, 5);
    // Tells of those that come meanwhile, but not of those before.
    publisher->publish(Message());
    let_it_come();
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(spin_until(&executor, [&] { return received == 6; }));
    executor.spin_all(seconds(1));
    EXPECT_EQ(received, 6);
  }
}

TEST_CASE(MessagesBehindOneThatAlsoComesInsideTheProcessMoveToo) {
  const auto node = make_node("moves_with_copies", true);
  const auto other = make_node("publishes_from_elsewhere");
  int received = 0;
  const auto subscription =
      node->create_subscription<Message>("~/moved", 100, [&](const Message&) { ++received; });
  const char* const topic = subscription->get_topic_name();
  const auto inside = node->create_publisher<Message>(topic, 100);
  const auto outside = other->create_publisher<Message>(topic, 100);
  // For its sake every message goes to the middleware as well.
  const auto outsider = other->create_subscription<Message>(topic, 100, [](const Message&) {});
  LoopExecutor first;
  first.add_node(node);
  EXPECT_TRUE(becomes([&] {
    return inside->get_subscription_count() == 2 && outside->get_subscription_count() == 2;
  }));
  first.spin_all(seconds(1));
  for (int time = 0; time < 3; ++time) inside->publish(Message());
  let_it_come();
  outside->publish(Message());
  let_it_come();
  first.remove_node(node);
  LoopExecutor second;
  second.add_node(node);
  EXPECT_TRUE(spin_until(&second, [&] { return received == 4; }));
  second.spin_all(seconds(1));
  EXPECT_EQ(received, 4);
}

TEST_CASE(MessagesThatAreTakenSerializedMoveToo) {
  const auto node = make_node("moves_serialized");
  const auto publisher = node->create_publisher<Message>("~/moved", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>(
      "~/moved", 100, [&](const std::shared_ptr<const rclcpp::SerializedMessage>&) { ++received; });
  leave_waiting(node, publisher, 5);
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(spin_until(&executor, [&] { return received == 5; }));
}

TEST_CASE(MessagesBehindOneWhoseCallbackThrowsAreCaughtUpWith) {
  const auto node = make_node("moves_and_throws");
  const auto publisher = node->create_publisher<Message>("~/moved", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>("~/moved", 100, [&](const Message&) {
    if (++received == 1) throw std::runtime_error("broken");
  });
  leave_waiting(node, publisher, 3);
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_EQ(what_of([&] { executor.spin(); }), "broken");
  EXPECT_TRUE(spin_until(&executor, [&] { return received == 3; }));
}

TEST_CASE(RequestsAndAnswersThatWaitMoveWithTheirNodes) {
  const auto serving = make_node("moves_with_requests");
  const auto asking = make_node("moves_with_answers");
  const auto service = serving->create_service<Trigger>(
      "~/ask", [](const std::shared_ptr<Trigger::Request>,
                  const std::shared_ptr<Trigger::Response> response) { response->success = true; });
  const auto client = asking->create_client<Trigger>(service->get_service_name());
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(serving);
  first.add_node(asking);
  EXPECT_TRUE(client->wait_for_service(kPatience));
  first.spin_all(seconds(1));
  auto one = client->async_send_request(std::make_shared<Trigger::Request>());
  auto two = client->async_send_request(std::make_shared<Trigger::Request>());
  let_it_come();
  first.remove_node(serving);
  second.add_node(serving);
  // Both are answered, and the answers wait in the executor that does not spin.
  second.spin_all(seconds(5));
  let_it_come();
  first.remove_node(asking);
  second.add_node(asking);
  EXPECT_TRUE(second.spin_until_future_complete(one, kPatience) ==
              rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_TRUE(second.spin_until_future_complete(two, kPatience) ==
              rclcpp::FutureReturnCode::SUCCESS);
}

}  // namespace

}  // namespace executors
