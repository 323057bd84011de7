// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "rcutils/logging.h"
#include "ros_test.hpp"

namespace executors {

namespace {

std::mutex warnings_mutex;
std::string warnings;

// Keeps what is logged, for there is no other way to see it.
void keep_warning(const rcutils_log_location_t*, int severity, const char*,
                  rcutils_time_point_value_t, const char* format, va_list* arguments) {
  if (severity < RCUTILS_LOG_SEVERITY_WARN) return;
  char line[512];
  std::vsnprintf(line, sizeof(line), format, *arguments);
  const std::lock_guard<std::mutex> lock(warnings_mutex);
  warnings += std::string(line) + "\n";
}

std::string shown_warnings() {
  const std::lock_guard<std::mutex> lock(warnings_mutex);
  return warnings;
}

// A callback that waits for an answer until there is a warning, or for long.
void ask_in_a_callback(rclcpp::Executor* asking, const std::shared_ptr<rclcpp::Node>& node,
                       const rclcpp::Client<Trigger>::SharedPtr& client) {
  const auto before = rcutils_logging_get_output_handler();
  warnings.clear();
  rcutils_logging_set_output_handler(keep_warning);
  std::atomic<bool> is_over{false};
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    auto future = client->async_send_request(std::make_shared<Trigger::Request>());
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (shown_warnings().empty() && std::chrono::steady_clock::now() < end) {
      future.wait_for(milliseconds(10));
    }
    is_over = true;
    asking->cancel();
  });
  asking->spin();
  EXPECT_TRUE(is_over.load());
  rcutils_logging_set_output_handler(before);
}

// A callback of an executor of ours waits for an answer of a server there, or elsewhere.
template <typename Executor>
void expect_a_warning(bool is_server_here) {
  const auto serving = make_node("serves");
  const auto asking = make_node("asks");
  const auto service = serving->create_service<Trigger>(
      "~/wait",
      [](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
  const std::string name = service->get_service_name();
  const auto client = asking->create_client<Trigger>(name);
  EXPECT_TRUE(client->wait_for_service(kPatience));
  Executor executor;
  LoopExecutor other;
  executor.add_node(asking);
  if (is_server_here) executor.add_node(serving);
  if (!is_server_here) other.add_node(serving);
  const Spun spun(&other);
  ask_in_a_callback(&executor, asking, client);
  const std::string what = is_server_here ? "a request" : "the answer";
  EXPECT_EQ(shown_warnings(), "a callback has run for a second while " + what + " of service " +
                                  name +
                                  " waits for it to end: if it waits for the answer, it waits for "
                                  "ever; wait in another executor, or not at all\n");
}

TEST_CASE(ACallbackThatWaitsForAnAnswerThatItsOwnExecutorHasToTakeIsWarnedOf) {
  expect_a_warning<LoopExecutor>(true);
  expect_a_warning<LoopExecutor>(false);
}

TEST_CASE(SoIsOneOfAnExecutorThatTakesAnswersWithAWaitSet) {
  expect_a_warning<IntraProcessLoopExecutor>(true);
  expect_a_warning<IntraProcessLoopExecutor>(false);
}

TEST_CASE(CallbacksThatTakeLongOnlyTogetherAreNotWarnedOf) {
  const auto node = make_node("takes_turns");
  const auto other = make_node("is_answered");
  const auto service = other->create_service<Trigger>(
      "~/turn",
      [](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
  const auto client = node->create_client<Trigger>(service->get_service_name());
  const auto publisher = node->create_publisher<Message>("~/turns", 100);
  std::atomic<int> received{0};
  LoopExecutor executor;
  const auto subscription = node->create_subscription<Message>("~/turns", 100, [&](const Message&) {
    if (++received == 1) client->async_send_request(std::make_shared<Trigger::Request>());
    std::this_thread::sleep_for(milliseconds(400));
    if (received == 5) executor.cancel();
  });
  EXPECT_TRUE(client->wait_for_service(kPatience));
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.add_node(node);
  for (int time = 0; time < 5; ++time) publisher->publish(Message());
  LoopExecutor answers;
  answers.add_node(other);
  const Spun spun(&answers);
  const auto before = rcutils_logging_get_output_handler();
  warnings.clear();
  rcutils_logging_set_output_handler(keep_warning);
  // Long enough for all of them to be waiting.
  std::this_thread::sleep_for(milliseconds(100));
  executor.spin();
  rcutils_logging_set_output_handler(before);
  EXPECT_EQ(shown_warnings(), "");
}

}  // namespace

}  // namespace executors
