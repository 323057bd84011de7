// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What the topology engine is measured against: programs that do the same without its layers.
//
//   bare_rcl messages NODES SUBSCRIPTIONS PERIOD_MS  nodes with one publisher each and so many
//                                                    subscriptions to their neighbours', one wait
//                                                    set
//   bare_rcl queue PERIOD_MS                         two threads, a queue and a condition variable
//
// Runs until standard input ends and prints the number of messages and their median latency in ns.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "clock.hpp"
#include "nav2_composition_bench/msg/stamped10b.hpp"
#include "rcl/error_handling.h"
#include "rcl/rcl.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace {

using Message = nav2_composition_bench::msg::Stamped10b;
using topology::NowNs;

constexpr std::int64_t kMsNs = 1'000'000;

void Check(rcl_ret_t status) {
  if (status == RCL_RET_OK) return;
  std::fprintf(stderr, "bare_rcl: %s\n", rcl_get_error_string().str);
  std::exit(1);
}

bool HasEnded() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

int Print(std::vector<std::int64_t> latencies) {
  std::sort(latencies.begin(), latencies.end());
  std::printf("%zu %lld\n", latencies.size(),
              latencies.empty() ? 0LL : static_cast<long long>(latencies[latencies.size() / 2]));
  return 0;
}

struct BareNode {
  rcl_node_t node = rcl_get_zero_initialized_node();
  rcl_publisher_t publisher = rcl_get_zero_initialized_publisher();
  std::vector<rcl_subscription_t> subscriptions;
  std::int64_t next_ns = 0;
};

void Make(BareNode* made, int number, int nodes, int subscriptions, rcl_context_t* context) {
  const auto* const type = rosidl_typesupport_cpp::get_message_type_support_handle<Message>();
  rcl_node_options_t options = rcl_node_get_default_options();
  options.enable_rosout = false;
  Check(rcl_node_init(&made->node, ("bare_" + std::to_string(number)).c_str(), "/", context,
                      &options));
  const rcl_publisher_options_t publisher = rcl_publisher_get_default_options();
  Check(rcl_publisher_init(&made->publisher, &made->node, type,
                           ("/t" + std::to_string(number)).c_str(), &publisher));
  made->subscriptions.resize(static_cast<std::size_t>(subscriptions),
                             rcl_get_zero_initialized_subscription());
  const rcl_subscription_options_t subscription = rcl_subscription_get_default_options();
  for (int place = 0; place < subscriptions; ++place) {
    Check(rcl_subscription_init(&made->subscriptions[static_cast<std::size_t>(place)], &made->node,
                                type, ("/t" + std::to_string((number + place) % nodes)).c_str(),
                                &subscription));
  }
}

int RunMessages(int nodes, int subscriptions, std::int64_t period_ns) {
  rcl_init_options_t init = rcl_get_zero_initialized_init_options();
  Check(rcl_init_options_init(&init, rcl_get_default_allocator()));
  rcl_context_t context = rcl_get_zero_initialized_context();
  Check(rcl_init(0, nullptr, &init, &context));
  std::vector<BareNode> made(static_cast<std::size_t>(nodes));
  for (int number = 0; number < nodes; ++number) {
    BareNode& node = made[static_cast<std::size_t>(number)];
    Make(&node, number, nodes, subscriptions, &context);
    // Each at its own time, as nodes that were made one after the other do.
    node.next_ns = NowNs() + period_ns;
  }
  const auto places = static_cast<std::size_t>(nodes) * static_cast<std::size_t>(subscriptions);
  rcl_wait_set_t set = rcl_get_zero_initialized_wait_set();
  Check(rcl_wait_set_init(&set, places, 0, 0, 0, 0, 0, &context, rcl_get_default_allocator()));
  std::vector<std::int64_t> latencies;
  latencies.reserve(1'000'000);
  Message out;
  Message in;
  while (!HasEnded()) {
    Check(rcl_wait_set_clear(&set));
    for (BareNode& node : made) {
      for (rcl_subscription_t& subscription : node.subscriptions) {
        Check(rcl_wait_set_add_subscription(&set, &subscription, nullptr));
      }
    }
    std::int64_t next_ns = made[0].next_ns;
    for (const BareNode& node : made) next_ns = std::min(next_ns, node.next_ns);
    const rcl_ret_t status = rcl_wait(&set, std::max<std::int64_t>(0, next_ns - NowNs()));
    if (status != RCL_RET_TIMEOUT) Check(status);
    for (BareNode& node : made) {
      if (NowNs() < node.next_ns) continue;
      node.next_ns += period_ns;
      out.data.fill(7);
      out.header.stamp_ns = NowNs();
      Check(rcl_publish(&node.publisher, &out, nullptr));
    }
    for (std::size_t place = 0; place < places; ++place) {
      if (set.subscriptions[place] == nullptr) continue;
      if (rcl_take(set.subscriptions[place], &in, nullptr, nullptr) != RCL_RET_OK) {
        rcl_reset_error();
        continue;
      }
      latencies.push_back(NowNs() - in.header.stamp_ns);
    }
  }
  return Print(std::move(latencies));
}

int RunQueue(std::int64_t period_ns) {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<Message>> queue;
  bool has_ended = false;
  std::vector<std::int64_t> latencies;
  std::thread receiver([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return has_ended || !queue.empty(); });
      if (has_ended) return;
      const std::unique_ptr<Message> message = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      latencies.push_back(NowNs() - message->header.stamp_ns);
      lock.lock();
    }
  });
  while (!HasEnded()) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(period_ns));
    auto message = std::make_unique<Message>();
    message->header.stamp_ns = NowNs();
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
  return Print(std::move(latencies));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "messages" && argc == 5) {
    return RunMessages(std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]) * kMsNs);
  }
  if (mode == "queue" && argc == 3) return RunQueue(std::atoi(argv[2]) * kMsNs);
  std::fputs("usage: bare_rcl messages NODES SUBSCRIPTIONS PERIOD_MS | queue PERIOD_MS\n", stderr);
  return 2;
}
