// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "after.hpp"
#include "attached.hpp"
#include "monotonic_clock.hpp"
#include "rcl/error_handling.h"
#include "rcl/timer.h"
#include "rclcpp/clock.hpp"
#include "tracing.hpp"

namespace executors {

namespace {

class AttachedTimer : public Attached, public Timer {
 public:
  AttachedTimer(EventLoop* loop, const rclcpp::TimerBase::SharedPtr& timer)
      : Attached(timer),
        timer_(timer),
        handle_(timer->get_timer_handle()),
        clock_((*timer).*(&OpenTimer::clock_)),
        is_ros_time_(clock_->get_clock_type() == RCL_ROS_TIME),
        is_steady_(clock_->get_clock_type() == RCL_STEADY_TIME) {
    const auto set = [loop, this](rclcpp::TimerBase* reset) {
      const std::int64_t now_ns = monotonic_now_ns();
      // The loop itself finds out whether one of simulated time is due, so that no jump comes
      // between that and this.
      loop->set_timer(this, is_simulated() ? now_ns : next_look(now_ns, *reset));
    };
    timer->set_on_reset_callback([set, timer = timer.get()](std::size_t) { set(timer); });
    if (is_ros_time_) {
      jumps_ = clock_->create_jump_callback(
          nullptr,
          [loop, this](const rcl_time_jump_t& jump) {
            const bool is_other_time = jump.clock_change != RCL_ROS_TIME_NO_CHANGE;
            // One that is told already is looked at when its loop comes to it.
            if ((is_other_time || is_due()) && !is_told_.exchange(true)) {
              loop->set_timer(this, monotonic_now_ns());
            }
          },
          kEveryJump);
    }
    set(timer.get());
  }

  void add_to(EventLoop::Members* members) override { members->timers.push_back(this); }

  std::int64_t next_after(std::int64_t now_ns) override {
    auto timer = timer_.lock();
    if (timer == nullptr) return kNever;
    is_told_ = false;
    // It is not due where it was reset or cancelled, or where its clock goes at another pace.
    if (is_due()) data_ = timer->call();
    std::int64_t next = next_look(now_ns, *timer);
    // However long simulated time takes until then, a jump tells.
    if (next > now_ns && is_simulated()) next = kNever;
    if (data_ != nullptr) due_ = std::move(timer);
    return next;
  }

  bool fire() override {
    const auto timer = std::move(due_);
    const auto data = std::move(data_);
    if (timer == nullptr) return false;
    trace_execution(timer->get_timer_handle().get());
    // It may be detached by its own callback.
    OpenExecutor::execute_timer(timer, data);
    return true;
  }

 protected:
  void ignore() override {
    jumps_.reset();
    if (const auto timer = timer_.lock()) timer->clear_on_reset_callback();
  }

 private:
  /// For a member that is protected.
  struct OpenTimer : rclcpp::TimerBase {
    using TimerBase::clock_;
  };
  static constexpr std::int64_t kLookPeriodNs = 1'000'000'000;
  static constexpr rcl_jump_threshold_t kEveryJump{true, {1}, {-1}};

  /// When it is due, or earlier where that depends on a clock that is set, which nobody tells of.
  /// All timers look at the same times, so that the loop wakes once for them.
  std::int64_t next_look(std::int64_t now_ns, rclcpp::TimerBase& timer) const {
    const std::int64_t due = time_after(now_ns, timer.time_until_trigger());
    if (is_steady_ || due == kNever) return due;
    return std::min(due, (now_ns / kLookPeriodNs + 1) * kLookPeriodNs);
  }

  bool is_simulated() const { return is_ros_time_ && clock_->ros_time_is_active(); }

  bool is_due() const {
    bool is_due = false;
    if (rcl_timer_is_ready(handle_.get(), &is_due) != RCL_RET_OK) rcl_reset_error();
    return is_due;
  }

  const std::weak_ptr<rclcpp::TimerBase> timer_;
  /// The end of a timer takes its clock's mutex, which is held when a jump is told. So that may not
  /// be the last to hold the timer, and looks at this.
  const std::shared_ptr<const rcl_timer_t> handle_;
  const rclcpp::Clock::SharedPtr clock_;
  const bool is_ros_time_;
  const bool is_steady_;
  std::atomic<bool> is_told_{false};  ///< Its loop has yet to look whether it is due after a jump.
  rclcpp::JumpHandler::SharedPtr jumps_;
  rclcpp::TimerBase::SharedPtr due_;
  std::shared_ptr<void> data_;
};

}  // namespace

std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::TimerBase::SharedPtr& entity) {
  return std::make_unique<AttachedTimer>(loop.loop, entity);
}

}  // namespace executors
