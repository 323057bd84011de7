// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes that leave while something comes for them, or while a callback waits for that.
#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "rcutils/logging.h"
#include "ros_test.hpp"

namespace executors {

namespace {

/// Asks a service without a pause and for no answer.
class Flood {
 public:
  explicit Flood(const std::string& service)
      : node_(make_node("floods")), client_(node_->create_client<Trigger>(service)) {
    EXPECT_TRUE(client_->wait_for_service(kPatience));
    requests_.emplace([this] {
      client_->async_send_request(std::make_shared<Trigger::Request>());
      client_->prune_pending_requests();
    });
  }

 private:
  const std::shared_ptr<rclcpp::Node> node_;
  const rclcpp::Client<Trigger>::SharedPtr client_;
  std::optional<Ceaseless> requests_;
};

template <typename Executor>
void expect_a_node_to_come_and_go(const std::string& name) {
  const auto node = make_node(name);
  const auto service = node->create_service<Trigger>(
      "~/ask",
      [](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
  Executor executor;
  const Spun spun(&executor);
  const Flood flood(service->get_service_name());
  const auto end = std::chrono::steady_clock::now() + seconds(5);
  while (std::chrono::steady_clock::now() < end) {
    executor.add_node(node);
    executor.remove_node(node);
  }
}

TEST_CASE(ANodeComesAndGoesUnderAFloodOfRequests) {
  expect_a_node_to_come_and_go<LoopExecutor>("comes_and_goes");
  expect_a_node_to_come_and_go<IntraProcessLoopExecutor>("comes_and_goes_watched");
}

/// Whether another thread does something while a callback of the executor waits for it.
template <typename Do>
bool is_done_for_a_callback(rclcpp::Executor* executor, Do&& work) {
  const auto node = make_node("waits");
  std::promise<void> done;
  auto is_done = done.get_future();
  std::thread other;
  bool is_in_time = false;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    if (other.joinable()) return;
    other = std::thread([&] {
      work();
      done.set_value();
    });
    is_in_time = is_done.wait_for(seconds(20)) == std::future_status::ready;
    executor->cancel();
  });
  executor->add_node(node);
  executor->spin();
  other.join();
  executor->remove_node(node);
  return is_in_time;
}

template <typename Executor>
void expect_nodes_to_change_for_a_callback(const std::string& name) {
  Executor executor;
  const auto node = make_node(name);
  const auto service = node->create_service<Trigger>(
      "~/ask",
      [](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
  auto timer = node->create_wall_timer(milliseconds(1), [] {});
  EXPECT_TRUE(is_done_for_a_callback(&executor, [&] { executor.add_node(node); }));
  // Something has gone since.
  EXPECT_TRUE(is_done_for_a_callback(&executor, [&] {
    timer.reset();
    const auto other = make_node(name + "_other");
    executor.add_node(other);
    executor.remove_node(other);
  }));
  EXPECT_TRUE(is_done_for_a_callback(&executor, [&] { executor.remove_node(node); }));
}

TEST_CASE(ACallbackMayWaitUntilAnotherNodeIsLoadedOrUnloaded) {
  expect_nodes_to_change_for_a_callback<LoopExecutor>("is_changed");
  expect_nodes_to_change_for_a_callback<IntraProcessLoopExecutor>("is_changed_watched");
}

std::mutex errors_mutex;
std::string errors;

// Keeps what is logged, for there is no other way to see it.
void keep_error(const rcutils_log_location_t*, int severity, const char*,
                rcutils_time_point_value_t, const char* format, va_list* arguments) {
  if (severity < RCUTILS_LOG_SEVERITY_ERROR) return;
  char line[512];
  std::vsnprintf(line, sizeof(line), format, *arguments);
  const std::lock_guard<std::mutex> lock(errors_mutex);
  errors += std::string(line) + "\n";
}

/// What is logged as an error while this lives.
class Errors {
 public:
  Errors() : before_(rcutils_logging_get_output_handler()) {
    const std::lock_guard<std::mutex> lock(errors_mutex);
    errors.clear();
    rcutils_logging_set_output_handler(keep_error);
  }
  ~Errors() { rcutils_logging_set_output_handler(before_); }

  bool have(const std::string& part) const {
    const std::lock_guard<std::mutex> lock(errors_mutex);
    return errors.find(part) != std::string::npos;
  }

 private:
  const rcutils_logging_output_handler_t before_;
};

template <typename Executor>
void expect_an_error_of_a_node_that_waits_for_its_own_removal(const std::string& name) {
  const Errors errors;
  Executor executor;
  const auto serving = make_node(name);
  std::thread other;
  std::atomic<bool> is_over{false};
  std::atomic<bool> has_waited{false};
  const auto service = serving->create_service<Trigger>(
      "~/leave",
      [&](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {
        other = std::thread([&] {
          executor.remove_node(serving);
          has_waited = is_over.load();
        });
        EXPECT_TRUE(becomes([&] { return errors.have("is being removed from the executor"); }));
        is_over = true;
      });
  executor.add_node(serving);
  const auto asking = make_node(name + "_asks");
  const auto client = asking->create_client<Trigger>(service->get_service_name());
  EXPECT_TRUE(client->wait_for_service(kPatience));
  const Spun spun(&executor);
  client->async_send_request(std::make_shared<Trigger::Request>());
  EXPECT_TRUE(becomes([&] { return is_over.load(); }));
  other.join();
  EXPECT_TRUE(has_waited.load());
}

TEST_CASE(TheLogTellsOfACallbackThatKeepsItsOwnNodeFromBeingRemovedAndTheRemovalWaits) {
  expect_an_error_of_a_node_that_waits_for_its_own_removal<LoopExecutor>("leaves_itself");
  expect_an_error_of_a_node_that_waits_for_its_own_removal<IntraProcessLoopExecutor>(
      "leaves_itself_watched");
}

TEST_CASE(AWaitableThatCannotTellAndComesLaterDoesNotEndTheExecutor) {
  const Errors errors;
  const auto node = make_node("gets_a_silent_one");
  int fired = 0;
  LoopExecutor executor;
  executor.add_node(node);
  rclcpp::TimerBase::SharedPtr later;
  std::shared_ptr<SilentWaitable> waitable;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    if (waitable != nullptr) return;
    waitable = std::make_shared<SilentWaitable>();
    node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
    later = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  });
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 2; }));
  EXPECT_TRUE(errors.have("does not tell"));
  // Others are added and refused as ever.
  const auto other = make_node("comes_beside_a_silent_one");
  executor.add_node(other);
  EXPECT_EQ(what_of([&] { executor.remove_node(node); }), "");
  EXPECT_EQ(what_of([&] { executor.add_node(node); }), "does not tell");
}

}  // namespace

}  // namespace executors
