// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Ways in which spinning ends, and what does not end it.
#include <atomic>
#include <csignal>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "each_executor.hpp"

namespace executors {

namespace {

/// The default context is there again for the next test.
struct Revived {
  ~Revived() {
    if (!rclcpp::ok()) rclcpp::init(0, nullptr);
  }
};

/// Whether spinning ends in time for what `end` does, be the executor busy or waiting.
bool ends_a_spin(rclcpp::Executor* executor, const rclcpp::Node::SharedPtr& node, bool is_busy,
                 const std::function<void()>& end) {
  std::atomic<int> fired{0};
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(milliseconds(1), [&] {
    if (!is_busy) timer->cancel();
    ++fired;
  });
  executor->add_node(node);
  auto spinning = std::async(std::launch::async, [&] { executor->spin(); });
  EXPECT_TRUE(becomes([&] { return fired > 0; }));
  end();
  const bool has_ended = spinning.wait_for(kPatience) == std::future_status::ready;
  executor->cancel();
  return has_ended;
}

void expect_to_end_a_spin(MakeExecutor make, const std::string& name,
                          const std::function<void()>& end) {
  for (const bool is_busy : {false, true}) {
    const Revived revived;
    const auto node = make_node(name);
    const auto executor = make(nullptr);
    EXPECT_TRUE(ends_a_spin(executor.get(), node, is_busy, end));
    EXPECT_FALSE(executor->is_spinning());
  }
}

EXECUTOR_TEST_CASE(SpinningEndsWhenAnotherThreadShutsRosDown) {
  expect_to_end_a_spin(make, "is_shut_down", [] { rclcpp::shutdown(); });
}

EXECUTOR_TEST_CASE(SpinningEndsWithASignal) {
  expect_to_end_a_spin(make, "is_interrupted", [] { kill(getpid(), SIGINT); });
}

EXECUTOR_TEST_CASE(NoCallbackRunsAfterOneThatShutsRosDown) {
  const Revived revived;
  const auto node = make_node("shuts_down");
  int fired = 0;
  const auto shut_down = [&] {
    ++fired;
    rclcpp::shutdown();
  };
  const auto one = node->create_wall_timer(milliseconds(1), shut_down);
  const auto two = node->create_wall_timer(milliseconds(1), shut_down);
  const auto executor = make(nullptr);
  executor->add_node(node);
  std::this_thread::sleep_for(milliseconds(5));
  executor->spin();
  EXPECT_EQ(fired, 1);
  // Nor does another spin run any.
  executor->spin();
  executor->spin_once(seconds(1000));
  executor->spin_some();
  executor->spin_all(seconds(0));
  EXPECT_EQ(fired, 1);
}

/// A node in a context of its own.
struct Elsewhere {
  explicit Elsewhere(const std::string& name) {
    context->init(0, nullptr);
    node = std::make_shared<rclcpp::Node>(name, rclcpp::NodeOptions().context(context));
  }
  ~Elsewhere() { context->shutdown("the test is over"); }

  const rclcpp::Context::SharedPtr context = std::make_shared<rclcpp::Context>();
  rclcpp::Node::SharedPtr node;
};

EXECUTOR_TEST_CASE(AContextThatIsShutDownEndsTheSpinsOfItsOwnExecutorsAlone) {
  const auto node = make_node("stays_up");
  Elsewhere one("one");
  Elsewhere two("two");
  const auto staying = make(nullptr);
  const auto first = make(one.context);
  const auto second = make(two.context);
  std::atomic<int> stayed{0};
  std::atomic<int> fired{0};
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++stayed; });
  const auto other = two.node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  staying->add_node(node);
  second->add_node(two.node);
  const Spun spun(staying.get());
  const Spun spun_too(second.get());
  EXPECT_TRUE(ends_a_spin(first.get(), one.node, false, [&] { one.context->shutdown("over"); }));
  const int stayed_before = stayed;
  const int fired_before = fired;
  EXPECT_TRUE(becomes([&] { return stayed > stayed_before + 5 && fired > fired_before + 5; }));
  EXPECT_TRUE(staying->is_spinning() && second->is_spinning());
}

EXECUTOR_TEST_CASE(AWaitForAFutureIsInterrupted) {
  const std::vector<std::function<void(rclcpp::Executor*)>> ways{
      [](rclcpp::Executor* executor) { executor->cancel(); },
      [](rclcpp::Executor*) { rclcpp::shutdown(); }};
  for (const auto& interrupt : ways) {
    const Revived revived;
    const auto node = make_node("waits_for_a_future");
    const auto executor = make(nullptr);
    executor->add_node(node);
    std::promise<void> never;
    auto waiting = std::async(std::launch::async, [&] {
      return executor->spin_until_future_complete(never.get_future().share());
    });
    EXPECT_TRUE(becomes([&] { return executor->is_spinning(); }));
    interrupt(executor.get());
    const bool has_ended = waiting.wait_for(kPatience) == std::future_status::ready;
    EXPECT_TRUE(has_ended);
    if (!has_ended) never.set_value();
    EXPECT_TRUE(waiting.get() == rclcpp::FutureReturnCode::INTERRUPTED);
  }
}

EXECUTOR_TEST_CASE(AnExecutorMayGoWhenItsSpinHasEndedWhateverComesForItsNodes) {
  const auto node = make_node("outlives_executors");
  const auto talker = make_node("talks_to_executors");
  std::atomic<int> received{0};
  const auto subscription =
      node->create_subscription<Message>("~/talk", 10, [&](const Message&) { ++received; });
  const auto timer = node->create_wall_timer(milliseconds(1), [] {});
  const auto publisher = talker->create_publisher<Message>(subscription->get_topic_name(), 10);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  const Ceaseless talking([&] { publisher->publish(Message()); });
  for (int time = 0; time < 20; ++time) {
    const auto executor = make(nullptr);
    executor->add_node(node);
    const int before = received;
    const Spun spun(executor.get());
    EXPECT_TRUE(becomes([&] { return received > before; }));
  }
}

}  // namespace

}  // namespace executors
