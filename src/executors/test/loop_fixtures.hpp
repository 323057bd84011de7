// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What tests of event loops share.
#ifndef EXECUTORS__TEST__LOOP_FIXTURES_HPP_
#define EXECUTORS__TEST__LOOP_FIXTURES_HPP_

#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

#include "loop.hpp"
#include "monotonic_clock.hpp"

namespace executors {

constexpr std::int64_t kMsNs = 1'000'000;

class CallingSource : public Source {
 public:
  explicit CallingSource(std::function<void(std::uint32_t)> callback)
      : callback_(std::move(callback)) {}
  void run(std::uint32_t events) override { callback_(events); }

 private:
  const std::function<void(std::uint32_t)> callback_;
};

class CallingTimer : public Timer {
 public:
  CallingTimer(std::int64_t period_ns, std::function<void()> callback)
      : period_ns_(period_ns), callback_(std::move(callback)) {}
  std::int64_t next_after(std::int64_t now_ns) override {
    std::int64_t next = next_ns;
    advance(period_ns_, now_ns, &next);
    return next;
  }
  bool fire() override {
    callback_();
    return true;
  }

 private:
  const std::int64_t period_ns_;
  const std::function<void()> callback_;
};

/// Spins a loop in a thread of its own.
class Spun {
 public:
  explicit Spun(EventLoop* loop) : loop_(loop), thread_([loop] { loop->spin(); }) {}
  ~Spun() {
    loop_->stop();
    thread_.join();
  }

 private:
  EventLoop* const loop_;
  std::thread thread_;
};

template <typename Condition>
bool becomes(Condition&& condition) {
  const std::int64_t end_ns = monotonic_now_ns() + 60'000 * kMsNs;
  while (!condition()) {
    if (monotonic_now_ns() > end_ns) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace executors

#endif  // EXECUTORS__TEST__LOOP_FIXTURES_HPP_
