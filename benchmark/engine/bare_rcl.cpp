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
using topology::NowNs;

constexpr std::int64_t kMsNs = 1'000'000;

void Check(rcl_ret_t status) {
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
  bool HasCome() const { return has_come_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> has_come_{false};
};

InputEnd& End() {
  static InputEnd end;
  return end;
}

int Print(const topology::Histogram& latencies, std::uint64_t waits) {
  std::uint64_t seen = 0;
  std::size_t bin = 0;
  while (bin + 1 < topology::kBins && (seen += latencies.InBin(bin)) * 2 < latencies.count) ++bin;
  const std::uint64_t middle = topology::LowOf(bin) + topology::WidthOf(bin) / 2;
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

void Publish(BareNode* node, Message* message) {
  message->data.fill(7);
  message->header.stamp_ns = NowNs();
  Check(rcl_publish(&node->publisher, message, nullptr));
}

int RunMessages(int nodes, int subscriptions, std::int64_t period_ns) {
  InputEnd& end = End();
  rcl_init_options_t init = rcl_get_zero_initialized_init_options();
  Check(rcl_init_options_init(&init, rcl_get_default_allocator()));
  rcl_context_t context = rcl_get_zero_initialized_context();
  Check(rcl_init(0, nullptr, &init, &context));
  std::vector<BareNode> made(static_cast<std::size_t>(nodes));
  for (int number = 0; number < nodes; ++number) {
    Make(&made[static_cast<std::size_t>(number)], number, nodes, subscriptions, &context);
  }
  const auto each = static_cast<std::size_t>(subscriptions);
  rcl_wait_set_t set = rcl_get_zero_initialized_wait_set();
  Check(rcl_wait_set_init(&set, made.size() * each, 0, 0, 0, 0, 0, &context,
                          rcl_get_default_allocator()));
  topology::Histogram latencies;
  std::uint64_t waits = 0;
  Message out;
  Message in;
  std::int64_t next_ns = NowNs() + period_ns;
  while (!end.HasCome()) {
    Check(rcl_wait_set_clear(&set));
    for (BareNode& node : made) {
      for (rcl_subscription_t& subscription : node.subscriptions) {
        Check(rcl_wait_set_add_subscription(&set, &subscription, nullptr));
      }
    }
    const rcl_ret_t status = rcl_wait(&set, std::max<std::int64_t>(0, next_ns - NowNs()));
    if (status != RCL_RET_TIMEOUT) Check(status);
    ++waits;
    if (NowNs() >= next_ns) {
      next_ns += period_ns;
      Publish(&made.back(), &out);
    }
    if (status == RCL_RET_TIMEOUT) continue;
    for (std::size_t place = 0; place < made.size() * each; ++place) {
      if (set.subscriptions[place] == nullptr) continue;
      if (rcl_take(set.subscriptions[place], &in, nullptr, nullptr) != RCL_RET_OK) {
        rcl_reset_error();
        continue;
      }
      latencies.Add(NowNs() - in.header.stamp_ns);
      // The second subscription of a node is to the next node's topic.
      const bool is_trigger = place % each == 1 && place / each + 1 < made.size();
      if (is_trigger) Publish(&made[place / each], &out);
    }
  }
  return Print(latencies, waits);
}

int RunQueue(std::int64_t period_ns) {
  InputEnd& end = End();
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
      latencies.Add(NowNs() - message->header.stamp_ns);
      lock.lock();
    }
  });
  while (!end.HasCome()) {
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
  return Print(latencies, waits);
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
