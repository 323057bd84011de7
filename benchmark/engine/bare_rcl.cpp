// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What the topology engine is measured against: programs that do the same without its layers.
//
//   bare_rcl messages NODES SUBSCRIPTIONS PERIOD_MS  nodes with one publisher each and so many
//                                                    subscriptions to their neighbours', one wait
//                                                    set; the last node publishes every period,
//                                                    each other one when the next one has
//   bare_rcl queue PERIOD_MS                         two threads, a queue and a condition variable
//
// Runs until standard input ends and prints the number of messages, their median latency in ns and
// the number of waits. Latencies are counted in the engine's histogram, so that a run takes no more
// memory the longer it lasts, and medians are compared at one resolution.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "clock.hpp"
#include "histogram.hpp"
#include "nav2_composition_bench/msg/stamped10b.hpp"
#include "rcl/error_handling.h"
#include "rcl/rcl.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace {

using Message = nav2_composition_bench::msg::Stamped10b;
using topology::monotonic_now_ns;

constexpr std::int64_t kMsNs = 1'000'000;

void check(rcl_ret_t status) {
  if (status == RCL_RET_OK) return;
  std::fprintf(stderr, "bare_rcl: %s\n", rcl_get_error_string().str);
  std::exit(1);
}

/// True from the end of standard input on. Waited for in a thread, as the engine waits for signals:
/// a look at every turn would be a system call that the engine does not make.
class InputEnd {
 public:
  InputEnd() {
    std::thread([this] {
      char byte = 0;
      while (read(STDIN_FILENO, &byte, 1) > 0) {
      }
      has_come_.store(true, std::memory_order_relaxed);
    }).detach();
  }
  bool has_come() const { return has_come_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> has_come_{false};
};

InputEnd& input_end() {
  static InputEnd end;
  return end;
}

int print(const topology::Histogram& latencies, std::uint64_t waits) {
  std::uint64_t seen = 0;
  std::size_t bin = 0;
  while (bin + 1 < topology::kBins && (seen += latencies.in_bin(bin)) * 2 < latencies.count) ++bin;
  const std::uint64_t middle = topology::low_of(bin) + topology::width_of(bin) / 2;
  std::printf("%llu %llu %llu\n", static_cast<unsigned long long>(latencies.count),
              static_cast<unsigned long long>(latencies.count == 0 ? 0 : middle),
              static_cast<unsigned long long>(waits));
  return 0;
}

struct BareNode {
  rcl_node_t node = rcl_get_zero_initialized_node();
  rcl_publisher_t publisher = rcl_get_zero_initialized_publisher();
  std::vector<rcl_subscription_t> subscriptions;
};

void make(BareNode* made, int number, int nodes, int subscriptions, rcl_context_t* context) {
  const auto* const type = rosidl_typesupport_cpp::get_message_type_support_handle<Message>();
  rcl_node_options_t options = rcl_node_get_default_options();
  options.enable_rosout = false;
  check(rcl_node_init(&made->node, ("bare_" + std::to_string(number)).c_str(), "/", context,
                      &options));
  const rcl_publisher_options_t publisher = rcl_publisher_get_default_options();
  check(rcl_publisher_init(&made->publisher, &made->node, type,
                           ("/t" + std::to_string(number)).c_str(), &publisher));
  made->subscriptions.resize(static_cast<std::size_t>(subscriptions),
                             rcl_get_zero_initialized_subscription());
  const rcl_subscription_options_t subscription = rcl_subscription_get_default_options();
  for (int place = 0; place < subscriptions; ++place) {
    check(rcl_subscription_init(&made->subscriptions[static_cast<std::size_t>(place)], &made->node,
                                type, ("/t" + std::to_string((number + place) % nodes)).c_str(),
                                &subscription));
  }
}

void publish(BareNode* node, Message* message) {
  message->data.fill(7);
  message->header.stamp_ns = monotonic_now_ns();
  check(rcl_publish(&node->publisher, message, nullptr));
}

int run_messages(int nodes, int subscriptions, std::int64_t period_ns) {
  InputEnd& end = input_end();
  rcl_init_options_t init = rcl_get_zero_initialized_init_options();
  check(rcl_init_options_init(&init, rcl_get_default_allocator()));
  rcl_context_t context = rcl_get_zero_initialized_context();
  check(rcl_init(0, nullptr, &init, &context));
  std::vector<BareNode> made(static_cast<std::size_t>(nodes));
  for (int number = 0; number < nodes; ++number) {
    make(&made[static_cast<std::size_t>(number)], number, nodes, subscriptions, &context);
  }
  const auto each = static_cast<std::size_t>(subscriptions);
  rcl_wait_set_t set = rcl_get_zero_initialized_wait_set();
  check(rcl_wait_set_init(&set, made.size() * each, 0, 0, 0, 0, 0, &context,
                          rcl_get_default_allocator()));
  topology::Histogram latencies;
  std::uint64_t waits = 0;
  Message out;
  Message in;
  std::int64_t next_ns = monotonic_now_ns() + period_ns;
  while (!end.has_come()) {
    check(rcl_wait_set_clear(&set));
    for (BareNode& node : made) {
      for (rcl_subscription_t& subscription : node.subscriptions) {
        check(rcl_wait_set_add_subscription(&set, &subscription, nullptr));
      }
    }
    const rcl_ret_t status =
        rcl_wait(&set, std::max<std::int64_t>(0, next_ns - monotonic_now_ns()));
    if (status != RCL_RET_TIMEOUT) check(status);
    ++waits;
    if (monotonic_now_ns() >= next_ns) {
      next_ns += period_ns;
      publish(&made.back(), &out);
    }
    if (status == RCL_RET_TIMEOUT) continue;
    for (std::size_t place = 0; place < made.size() * each; ++place) {
      if (set.subscriptions[place] == nullptr) continue;
      if (rcl_take(set.subscriptions[place], &in, nullptr, nullptr) != RCL_RET_OK) {
        rcl_reset_error();
        continue;
      }
      latencies.add(monotonic_now_ns() - in.header.stamp_ns);
      // The second subscription of a node is to the next node's topic.
      const bool is_trigger = place % each == 1 && place / each + 1 < made.size();
      if (is_trigger) publish(&made[place / each], &out);
    }
  }
  return print(latencies, waits);
}

int run_queue(std::int64_t period_ns) {
  InputEnd& end = input_end();
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Message>> queue;
  bool has_ended = false;
  topology::Histogram latencies;
  std::uint64_t waits = 0;
  std::thread receiver([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return has_ended || !queue.empty(); });
      if (has_ended) return;
      const std::unique_ptr<Message> message = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      ++waits;
      latencies.add(monotonic_now_ns() - message->header.stamp_ns);
      lock.lock();
    }
  });
  while (!end.has_come()) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(period_ns));
    auto message = std::make_unique<Message>();
    message->header.stamp_ns = monotonic_now_ns();
    const std::lock_guard<std::mutex> lock(mutex);
    queue.push_back(std::move(message));
    changed.notify_one();
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    has_ended = true;
  }
  changed.notify_one();
  receiver.join();
  return print(latencies, waits);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "messages" && argc == 5) {
    return run_messages(std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]) * kMsNs);
  }
  if (mode == "queue" && argc == 3) return run_queue(std::atoi(argv[2]) * kMsNs);
  std::fputs("usage: bare_rcl messages NODES SUBSCRIPTIONS PERIOD_MS | queue PERIOD_MS\n", stderr);
  return 2;
}
