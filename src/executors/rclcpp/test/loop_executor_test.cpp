// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_executor.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rcutils/logging.h"
#include "rosgraph_msgs/msg/clock.hpp"
#include "std_srvs/srv/trigger.hpp"

namespace executors {

namespace {

using Message = rosgraph_msgs::msg::Clock;
using Trigger = std_srvs::srv::Trigger;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kPatience{10};

struct InRos {
  InRos() { rclcpp::init(0, nullptr); }
  ~InRos() { rclcpp::shutdown(); }
};

std::shared_ptr<rclcpp::Node> MakeNode(const std::string& name, bool intra_process = false) {
  static const InRos in_ros;
  return std::make_shared<rclcpp::Node>(
      name + "_" + std::to_string(getpid()),
      rclcpp::NodeOptions().use_intra_process_comms(intra_process));
}

// Spins until the condition holds.
template <typename Condition>
bool SpinUntil(rclcpp::Executor* executor, Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    executor->spin_once(milliseconds(10));
  }
  return true;
}

/// Spins an executor in a thread of its own.
class Spun {
 public:
  explicit Spun(rclcpp::Executor* executor)
      : executor_(executor), thread_([executor] { executor->spin(); }) {
    while (!executor->is_spinning()) std::this_thread::yield();
  }
  ~Spun() {
    executor_->cancel();
    thread_.join();
  }

 private:
  rclcpp::Executor* const executor_;
  std::thread thread_;
};

template <typename Condition>
bool Becomes(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

template <typename Function>
std::string WhatOf(Function&& function) {
  try {
    function();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST_CASE(MessagesReachSubscriptionsThroughTheMiddlewareAndWithoutIt) {
  for (const bool intra_process : {false, true}) {
    const auto node = MakeNode("talker", intra_process);
    const auto publisher = node->create_publisher<Message>("chatter", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("chatter", 100, [&](const Message&) { ++received; });
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(SpinUntil(&executor, [&] {
      publisher->publish(Message());
      return received >= 20;
    }));
    executor.remove_node(node);
  }
}

TEST_CASE(AMessageThatACallbackKeepsIsNotWrittenAgain) {
  const auto node = MakeNode("keeper");
  const auto publisher = node->create_publisher<Message>("kept", 100);
  std::vector<std::shared_ptr<const Message>> kept;
  std::set<const Message*> let_go;
  int received = 0;
  const auto subscription = node->create_subscription<Message>(
      "kept", 100, [&](const std::shared_ptr<const Message>& message) {
        ++received;
        if (received <= 10) kept.push_back(message);
        if (received > 20) let_go.insert(message.get());
      });
  LoopExecutor executor;
  executor.add_node(node);
  Message message;
  EXPECT_TRUE(SpinUntil(&executor, [&] {
    ++message.clock.sec;
    publisher->publish(message);
    return received >= 40;
  }));
  for (std::size_t at = 1; at < kept.size(); ++at) {
    EXPECT_TRUE(kept[at]->clock.sec > kept[at - 1]->clock.sec);
  }
  EXPECT_EQ(let_go.size(), std::size_t{1});
}

TEST_CASE(ASubscriptionMayGoInItsOwnCallbackWhileMoreMessagesWait) {
  for (const bool intra_process : {false, true}) {
    const auto node = MakeNode("leaves", intra_process);
    const auto publisher = node->create_publisher<Message>("farewell", 100);
    LoopExecutor executor;
    int received = 0;
    rclcpp::SubscriptionBase::SharedPtr subscription;
    subscription = node->create_subscription<Message>("farewell", 100, [&](const Message&) {
      ++received;
      executor.remove_node(node);
      subscription.reset();
    });
    executor.add_node(node);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (publisher->get_subscription_count() == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    const auto has_received = [&] { return received > 0; };
    EXPECT_TRUE(SpinUntil(&executor, has_received));
    executor.spin_all(milliseconds(10));
    EXPECT_EQ(received, 1);
  }
}

TEST_CASE(AServiceIsAnsweredAndAFutureWaitedFor) {
  const auto node = MakeNode("server");
  const auto service = node->create_service<Trigger>(
      "ask", [](const std::shared_ptr<Trigger::Request>,
                const std::shared_ptr<Trigger::Response> response) { response->success = true; });
  const auto client = node->create_client<Trigger>("ask");
  LoopExecutor executor({64, WhenFull::kBlock});
  executor.add_node(node);
  EXPECT_TRUE(client->wait_for_service(kPatience));
  auto future = client->async_send_request(std::make_shared<Trigger::Request>());
  EXPECT_TRUE(executor.spin_until_future_complete(future, kPatience) ==
              rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_TRUE(future.get()->success);
  std::promise<void> never;
  auto nothing = never.get_future().share();
  EXPECT_TRUE(executor.spin_until_future_complete(nothing, milliseconds(20)) ==
              rclcpp::FutureReturnCode::TIMEOUT);
}

std::mutex warnings_mutex;
std::string warnings;

// Keeps what is logged, for there is no other way to see it.
void KeepWarning(const rcutils_log_location_t*, int severity, const char*,
                 rcutils_time_point_value_t, const char* format, va_list* arguments) {
  if (severity < RCUTILS_LOG_SEVERITY_WARN) return;
  char line[512];
  std::vsnprintf(line, sizeof(line), format, *arguments);
  const std::lock_guard<std::mutex> lock(warnings_mutex);
  warnings += std::string(line) + "\n";
}

std::string Warnings() {
  const std::lock_guard<std::mutex> lock(warnings_mutex);
  return warnings;
}

// A callback that waits for an answer until there is a warning, or for long.
void AskInACallback(rclcpp::Executor* asking, const std::shared_ptr<rclcpp::Node>& node,
                    const rclcpp::Client<Trigger>::SharedPtr& client) {
  const auto before = rcutils_logging_get_output_handler();
  warnings.clear();
  rcutils_logging_set_output_handler(KeepWarning);
  std::atomic<bool> is_over{false};
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    auto future = client->async_send_request(std::make_shared<Trigger::Request>());
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (Warnings().empty() && std::chrono::steady_clock::now() < end) {
      future.wait_for(milliseconds(10));
    }
    is_over = true;
    asking->cancel();
  });
  asking->spin();
  EXPECT_TRUE(is_over.load());
  rcutils_logging_set_output_handler(before);
}

TEST_CASE(ACallbackThatWaitsForAnAnswerThatItsOwnExecutorHasToTakeIsWarnedOf) {
  for (const bool is_server_here : {true, false}) {
    const auto serving = MakeNode("serves");
    const auto asking = MakeNode("asks");
    const auto service = serving->create_service<Trigger>(
        "~/wait",
        [](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
    const std::string name = service->get_service_name();
    const auto client = asking->create_client<Trigger>(name);
    EXPECT_TRUE(client->wait_for_service(kPatience));
    LoopExecutor executor;
    LoopExecutor other;
    executor.add_node(asking);
    if (is_server_here) executor.add_node(serving);
    if (!is_server_here) other.add_node(serving);
    const Spun spun(&other);
    AskInACallback(&executor, asking, client);
    const std::string what = is_server_here ? "a request" : "the answer";
    EXPECT_EQ(Warnings(), "a callback has run for a second while " + what + " of service " + name +
                              " waits for it to end: if it waits for the answer, it waits for "
                              "ever; wait in another executor, or not at all\n");
  }
}

TEST_CASE(ANodeMayGoWhileItsMessagesWaitInTheRing) {
  const auto node = MakeNode("stays");
  const auto publisher = node->create_publisher<Message>("~/gone", 100);
  auto listener = MakeNode("goes_meanwhile");
  int received = 0;
  auto subscription = listener->create_subscription<Message>(publisher->get_topic_name(), 100,
                                                             [&](const Message&) { ++received; });
  LoopExecutor executor({4, WhenFull::kBlock});
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    if (++fired > 1) return;
    for (int time = 0; time < 10; ++time) publisher->publish(Message());
    std::this_thread::sleep_for(milliseconds(50));
    executor.remove_node(listener);
    subscription.reset();
    listener.reset();
  });
  EXPECT_TRUE(Becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.add_node(node);
  executor.add_node(listener);
  EXPECT_TRUE(SpinUntil(&executor, [&] { return fired >= 3; }));
  EXPECT_EQ(received, 0);
}

TEST_CASE(AnExecutorWithAWaitSetForTheRestServesAllKindsOfEntities) {
  for (const bool intra_process : {false, true}) {
    const auto node = MakeNode("mixed", intra_process);
    const auto publisher = node->create_publisher<Message>("~/mixed", 100);
    std::atomic<int> received{0};
    std::atomic<int> inside{0};
    std::atomic<int> at_once{0};
    const auto enter = [&] {
      if (++inside > 1) ++at_once;
      --inside;
    };
    const auto subscription =
        node->create_subscription<Message>("~/mixed", 100, [&](const Message&) {
          enter();
          ++received;
        });
    const auto service = node->create_service<Trigger>(
        "~/ask", [&](const std::shared_ptr<Trigger::Request>,
                     const std::shared_ptr<Trigger::Response> response) {
          enter();
          response->success = true;
        });
    const auto client = node->create_client<Trigger>("~/ask");
    const auto timer = node->create_wall_timer(milliseconds(1), [&] {
      enter();
      publisher->publish(Message());
    });
    IntraProcessLoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(client->wait_for_service(kPatience));
    auto future = client->async_send_request(std::make_shared<Trigger::Request>());
    EXPECT_TRUE(executor.spin_until_future_complete(future, kPatience) ==
                rclcpp::FutureReturnCode::SUCCESS);
    const Spun spun(&executor);
    EXPECT_TRUE(Becomes([&] { return received >= 50; }));
    executor.remove_node(node);
    const int at_removal = received;
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(received.load(), at_removal);
    EXPECT_EQ(at_once.load(), 0);
  }
}

TEST_CASE(WhatACallbackThrowsComesOutOfAnExecutorWithAWaitSetToo) {
  const auto node = MakeNode("throwing");
  const auto publisher = node->create_publisher<Message>("~/bad", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>("~/bad", 100, [&](const Message&) {
    if (++received == 1) throw std::runtime_error("broken");
  });
  IntraProcessLoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(Becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  EXPECT_EQ(WhatOf([&] { executor.spin(); }), "broken");
  publisher->publish(Message());
  EXPECT_TRUE(SpinUntil(&executor, [&] { return received >= 2; }));
}

TEST_CASE(ATimerFiresIsCancelledAndReset) {
  const auto node = MakeNode("timer");
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(2), [&] { ++fired; });
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(SpinUntil(&executor, [&] { return fired >= 3; }));
  timer->cancel();
  executor.spin_all(milliseconds(20));
  const int at_cancel = fired;
  executor.spin_once(milliseconds(20));
  EXPECT_EQ(fired, at_cancel);
  timer->reset();
  EXPECT_TRUE(SpinUntil(&executor, [&] { return fired > at_cancel; }));
}

TEST_CASE(ATimerOfSimulatedTimeFiresWithItHoweverFastItGoes) {
  MakeNode("context");
  const std::string name = "simulated_" + std::to_string(getpid());
  const auto node = std::make_shared<rclcpp::Node>(
      name, rclcpp::NodeOptions().append_parameter_override("use_sim_time", true));
  const auto world = MakeNode("world");
  const auto publisher = world->create_publisher<Message>("/clock", rclcpp::ClockQoS());
  std::atomic<int> fired{0};
  const auto timer = rclcpp::create_timer(node, node->get_clock(), seconds(1), [&] { ++fired; });
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  Message time;
  time.clock.sec = 1000;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(Becomes([&] {
    ++time.clock.sec;
    publisher->publish(time);
    return fired >= 20;
  }));
  EXPECT_TRUE(std::chrono::steady_clock::now() - begin < seconds(10));
}

TEST_CASE(WhatIsAddedToANodeOrToTheExecutorWhileItSpinsIsSpun) {
  const auto first = MakeNode("first");
  const auto second = MakeNode("second");
  LoopExecutor executor;
  executor.add_node(first);
  const Spun spun(&executor);
  std::atomic<int> one{0};
  std::atomic<int> two{0};
  const auto timer = first->create_wall_timer(milliseconds(1), [&] { ++one; });
  EXPECT_TRUE(Becomes([&] { return one > 2; }));
  const auto other = second->create_wall_timer(milliseconds(1), [&] { ++two; });
  executor.add_node(second);
  EXPECT_TRUE(Becomes([&] { return two > 2; }));
  executor.remove_node(second);
  const int at_removal = two;
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(two.load(), at_removal);
  executor.remove_node(first);
}

TEST_CASE(AnEntityMayGoInItsOwnCallback) {
  const auto node = MakeNode("goes");
  LoopExecutor executor;
  executor.add_node(node);
  int fired = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(milliseconds(1), [&] {
    ++fired;
    timer.reset();
  });
  EXPECT_TRUE(SpinUntil(&executor, [&] { return fired > 0; }));
  executor.spin_all(milliseconds(10));
  EXPECT_EQ(fired, 1);
}

TEST_CASE(ACallbackMayCancelAndTheExecutorSpinAgain) {
  const auto node = MakeNode("cancels");
  LoopExecutor executor;
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    ++fired;
    executor.cancel();
  });
  executor.add_node(node);
  executor.spin();
  executor.spin();
  EXPECT_EQ(fired, 2);
}

TEST_CASE(WhatACallbackThrowsComesOutOfSpin) {
  const auto node = MakeNode("throws");
  LoopExecutor executor;
  const auto timer =
      node->create_wall_timer(milliseconds(1), [] { throw std::runtime_error("broken"); });
  executor.add_node(node);
  EXPECT_EQ(WhatOf([&] { executor.spin(); }), "broken");
  EXPECT_FALSE(executor.is_spinning());
}

TEST_CASE(ANodeIsOfOneExecutor) {
  const auto node = MakeNode("twice");
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(node);
  EXPECT_TRUE(WhatOf([&] { second.add_node(node); }).find("already been added to an executor") !=
              std::string::npos);
}

TEST_CASE(OneThreadSpins) {
  const auto node = MakeNode("spun");
  LoopExecutor executor;
  executor.add_node(node);
  const Spun spun(&executor);
  EXPECT_EQ(WhatOf([&] { executor.spin(); }), "spin() called while already spinning");
  EXPECT_EQ(WhatOf([&] { executor.spin_some(); }), "spin_some() called while already spinning");
  EXPECT_EQ(WhatOf([&] { executor.spin_all(milliseconds(0)); }), "max_duration must be positive");
}

TEST_CASE(AGroupOfCallbacksMayHaveAnExecutorOfItsOwn) {
  const auto node = MakeNode("grouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  int in_group = 0;
  int beside = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++in_group; }, group);
  const auto other = node->create_wall_timer(milliseconds(1), [&] { ++beside; });
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  EXPECT_TRUE(SpinUntil(&executor, [&] { return in_group > 2; }));
  EXPECT_EQ(beside, 0);
  EXPECT_EQ(executor.get_manually_added_callback_groups().size(), std::size_t{1});
  executor.remove_callback_group(group);
}

TEST_CASE(AGroupThatComesBackWithItsNodeIsHeardOfStill) {
  const auto node = MakeNode("regrouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, true);
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  executor.add_node(node);
  executor.remove_callback_group(group);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; }, group);
  EXPECT_TRUE(SpinUntil(&executor, [&] { return fired > 2; }));
}

TEST_CASE(OneCallbackIsRunAtATimeHoweverManyMessagesWait) {
  for (const bool intra_process : {false, true}) {
    const auto node = MakeNode("single", intra_process);
    const auto publisher = node->create_publisher<Message>("one", 100);
    int received = 0;
    const auto subscription =
        node->create_subscription<Message>("one", 100, [&](const Message&) { ++received; });
    LoopExecutor executor;
    executor.add_node(node);
    EXPECT_TRUE(SpinUntil(&executor, [&] {
      if (received == 0) publisher->publish(Message());
      return received > 0;
    }));
    executor.spin_all(milliseconds(100));
    const int before = received;
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    EXPECT_TRUE(SpinUntil(&executor, [&] { return received > before; }));
    EXPECT_EQ(received, before + 1);
    EXPECT_TRUE(SpinUntil(&executor, [&] { return received >= before + 5; }));
  }
}

}  // namespace

}  // namespace executors
