// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__PERIODIC_TIMER_HPP_
#define TOPOLOGY__PERIODIC_TIMER_HPP_

#include <cstdint>
#include <functional>
#include <utility>

#include "timer_queue.hpp"

namespace topology {

/// A timer that fires every period, or at every look when the period is zero. Phases are kept.
class PeriodicTimer : public executors::Timer {
 public:
  PeriodicTimer(std::int64_t period_ns, std::function<void(std::uint64_t missed)> callback)
      : period_ns_(period_ns), callback_(std::move(callback)) {}

  std::int64_t period_ns() const { return period_ns_; }

  std::int64_t next_after(std::int64_t now_ns) override {
    std::int64_t next = next_ns;
    missed_ = executors::advance(period_ns_, now_ns, &next);
    return next;
  }

  /// Calls back with the periods that were skipped because the callback before took too long.
  bool fire() override {
    callback_(missed_);
    return true;
  }

 private:
  const std::int64_t period_ns_;
  const std::function<void(std::uint64_t missed)> callback_;
  std::uint64_t missed_ = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__PERIODIC_TIMER_HPP_
