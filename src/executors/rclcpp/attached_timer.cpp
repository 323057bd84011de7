// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>
#include <vector>

#include "after.hpp"
#include "attached.hpp"
#include "monotonic_clock.hpp"
#include "rclcpp/clock.hpp"

namespace executors {

namespace {

using std::chrono::nanoseconds;

class AttachedTimer : public Attached, public Timer {
 public:
  AttachedTimer(EventLoop* loop, const rclcpp::TimerBase::SharedPtr& timer)
      : Attached(timer), timer_(timer) {
    const auto set = [loop, this](const rclcpp::TimerBase& reset) {
      loop->set_timer(this, time_after(monotonic_now_ns(),
                                       const_cast<rclcpp::TimerBase&>(reset).time_until_trigger()));
    };
    timer->set_on_reset_callback([set, timer = timer.get()](std::size_t) { set(*timer); });
    const auto clock = (*timer).*(&OpenTimer::clock_);
    if (clock->get_clock_type() == RCL_ROS_TIME) {
      // Simulated time may be faster than the loop waits.
      jumps_ = clock->create_jump_callback(
          nullptr,
          [loop, this](const rcl_time_jump_t&) {
            const auto waiting = timer_.lock();
            if (waiting == nullptr || waiting->time_until_trigger() > nanoseconds(0)) return;
            loop->set_timer(this, monotonic_now_ns());
          },
          kEveryJump);
    }
    set(*timer);
  }

  void add_to(std::vector<const Source*>*, std::vector<const Timer*>* timers) override {
    timers->push_back(this);
  }

  std::int64_t next_after(std::int64_t now_ns) override {
    due_ = timer_.lock();
    if (due_ == nullptr || due_->is_canceled()) {
      due_.reset();
      return kNever;
    }
    // Reset, or of a clock that goes at another pace.
    if (!due_->is_ready()) {
      const std::int64_t next = time_after(now_ns, due_->time_until_trigger());
      due_.reset();
      return next;
    }
    data_ = due_->call();
    if (data_ == nullptr) {
      due_.reset();
      return kNever;
    }
    return time_after(now_ns, due_->time_until_trigger());
  }

  void fire() override {
    const auto timer = std::move(due_);
    const auto data = std::move(data_);
    // It may be detached by its own callback.
    if (timer != nullptr) OpenExecutor::execute_timer(timer, data);
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
  static constexpr rcl_jump_threshold_t kEveryJump{true, {1}, {-1}};

  const std::weak_ptr<rclcpp::TimerBase> timer_;
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
