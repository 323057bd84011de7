// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// How many events a queue passes on in a second, from two producers on a core each to a consumer.
//
//   ring_throughput ring | locked | moodycamel
//
// Prints events per second; moodycamel exits with 3 where its header was not found at build time.
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

#include "monotonic_clock.hpp"
#include "ring.hpp"
#if __has_include(<concurrentqueue/moodycamel/concurrentqueue.h>)
#include <concurrentqueue/moodycamel/concurrentqueue.h>
#define HAS_MOODYCAMEL
#elif __has_include(<concurrentqueue/concurrentqueue.h>)
#include <concurrentqueue/concurrentqueue.h>
#define HAS_MOODYCAMEL
#endif

namespace {

constexpr int kProducers = 2;
constexpr std::uint64_t kEvents = 10'000'000;  // of each producer

struct RingOfEvents {
  executors::Ring<std::uint64_t> ring{4096};
  bool push(std::uint64_t event) { return ring.try_push(event); }
  bool pop(std::uint64_t* event) { return ring.try_pop(event); }
};

/// As rclcpp's SimpleEventsQueue, without its condition variable.
struct LockedQueue {
  std::mutex mutex;
  std::queue<std::uint64_t> queue;
  bool push(std::uint64_t event) {
    const std::lock_guard<std::mutex> lock(mutex);
    queue.push(event);
    return true;
  }
  bool pop(std::uint64_t* event) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (queue.empty()) return false;
    *event = queue.front();
    queue.pop();
    return true;
  }
};

#ifdef HAS_MOODYCAMEL
struct Moodycamel {
  moodycamel::ConcurrentQueue<std::uint64_t> queue{4096};
  bool push(std::uint64_t event) { return queue.enqueue(event); }
  bool pop(std::uint64_t* event) { return queue.try_dequeue(*event); }
};
#endif

void pin(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  pthread_setaffinity_np(pthread_self(), sizeof(cores), &cores);
}

template <typename Queue>
int run() {
  Queue queue;
  std::vector<std::thread> producers;
  std::atomic<int> ready{0};
  for (int number = 0; number < kProducers; ++number) {
    producers.emplace_back([&queue, &ready, number] {
      pin(number);
      ++ready;
      while (ready < kProducers) std::this_thread::yield();
      for (std::uint64_t event = 0; event < kEvents; ++event) {
        while (!queue.push(event)) std::this_thread::yield();
      }
    });
  }
  while (ready < kProducers) std::this_thread::yield();
  const std::int64_t begin_ns = executors::monotonic_now_ns();
  std::uint64_t sum = 0;
  for (std::uint64_t count = 0; count < kProducers * kEvents;) {
    std::uint64_t event = 0;
    if (!queue.pop(&event)) {
      std::this_thread::yield();
      continue;
    }
    sum += event;
    ++count;
  }
  const double seconds = static_cast<double>(executors::monotonic_now_ns() - begin_ns) * 1e-9;
  for (std::thread& producer : producers) producer.join();
  if (sum != kProducers * (kEvents * (kEvents - 1) / 2)) {
    std::fputs("ring_throughput: events were lost or doubled\n", stderr);
    return 1;
  }
  std::printf("%.0f\n", kProducers * static_cast<double>(kEvents) / seconds);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string queue = argc == 2 ? argv[1] : "";
  if (queue == "ring") return run<RingOfEvents>();
  if (queue == "locked") return run<LockedQueue>();
  if (queue == "moodycamel") {
#ifdef HAS_MOODYCAMEL
    return run<Moodycamel>();
#else
    return 3;
#endif
  }
  std::fputs("usage: ring_throughput ring | locked | moodycamel\n", stderr);
  return 2;
}
