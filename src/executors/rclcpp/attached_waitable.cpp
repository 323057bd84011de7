// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "attached.hpp"
#include "monotonic_clock.hpp"
#include "rclcpp/experimental/subscription_intra_process_base.hpp"
#include "ready_look.hpp"

namespace executors {

namespace {

using InsideProcess = rclcpp::experimental::SubscriptionIntraProcessBase;

/// From rclcpp 29 on a waitable names its timers.
template <typename Waitable, typename = void>
struct NamesTimers : std::false_type {};
template <typename Waitable>
struct NamesTimers<Waitable, std::void_t<decltype(std::declval<Waitable&>().get_timers())>>
    : std::true_type {};

/// The messages that wait in a queue inside the process, of a waitable that has one.
class InsideQueue {
 public:
  explicit InsideQueue(const rclcpp::Waitable& waitable)
      : subscription_(dynamic_cast<const InsideProcess*>(&waitable)),
        depth_(subscription_ == nullptr ? 0 : subscription_->get_actual_qos().depth()) {}

  bool exists() const { return subscription_ != nullptr; }

  /// kUnknown without one, and of one that has not the length that the subscription says.
  std::size_t count() const {
    const std::size_t free = exists() ? subscription_->available_capacity() : kUnknown;
    return free > depth_ ? kUnknown : depth_ - free;
  }

  /// How many may wait; without a limit where their number is unknown.
  std::uint32_t most() const { return count() == kUnknown ? UINT32_MAX : most_of_depth(depth_); }

  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();

 private:
  const InsideProcess* subscription_;  ///< Lives as long as the waitable.
  std::size_t depth_;
};

/// Runs one thing that a waitable has ready and may not tell of.
class Look : public Source {
 public:
  Look(EventLoop* loop, rclcpp::Context::SharedPtr context,
       std::weak_ptr<rclcpp::Waitable> waitable)
      : loop_(loop), look_(std::move(context)), waitable_(std::move(waitable)) {}

  void run(std::uint32_t) override {
    const auto waitable = waitable_.lock();
    std::shared_ptr<void> data;
    if (waitable == nullptr || !look_.take(*waitable, &data)) return loop_->found_nothing();
    // There may be more. Before the callback, which may throw, or destroy this.
    loop_->post(this);
    waitable->execute(std::as_const(data));
  }

  bool has_due_timer() const {
    const auto waitable = waitable_.lock();
    return waitable != nullptr && look_.has_due_timer(*waitable);
  }

 private:
  EventLoop* const loop_;
  const ReadyLook look_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
};

/// Lets timers of a waitable be looked for that it tells of in no other way: those of action
/// servers, which forget goals by them.
class TimerPoll : public Timer {
 public:
  TimerPoll(EventLoop* loop, Look* look) : loop_(loop), look_(look) {}

  /// Of all waitables at the same times, so that the loop wakes once for them.
  std::int64_t next_after(std::int64_t now_ns) override {
    return (now_ns / kPeriodNs + 1) * kPeriodNs;
  }
  bool fire() override {
    if (look_->has_due_timer()) loop_->post(look_);
    return false;
  }

 private:
  static constexpr std::int64_t kPeriodNs = 1'000'000'000;

  EventLoop* const loop_;
  Look* const look_;
};

/// Anything else that can be waited for. It tells by a number which of its parts is ready.
class AttachedWaitable : public Attached {
 public:
  AttachedWaitable(const LoopOfExecutor& loop, const rclcpp::Waitable::SharedPtr& waitable)
      : Attached(waitable),
        loop_(loop.loop),
        waitable_(waitable),
        queue_(*waitable),
        look_(loop.loop, loop.context, waitable),
        poll_(loop.loop, &look_),
        messages_(queue_.exists() ? source_of(kMessages) : nullptr) {
    waitable->set_on_ready_callback([this, attached = attachment()](std::size_t events, int part) {
      attached->tell([&] {
        const bool is_message = messages_ != nullptr && part == kMessages;
        loop_->post(is_message ? messages_ : source_of(part), static_cast<std::uint32_t>(events));
      });
    });
    attach_timers(loop, waitable);
    // What another loop was told of and has not run is not told of again.
    if (queue_.exists()) {
      const std::size_t events = queue_.count();
      if (events > 0 && events != InsideQueue::kUnknown) {
        loop_->post(messages_, static_cast<std::uint32_t>(events));
      }
    } else if (ReadyLook::is_harmless(*waitable)) {
      loop_->post(&look_);
    }
  }

  void add_to(std::vector<const Source*>* sources, std::vector<const Timer*>* timers) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [part, source] : parts_) sources->push_back(source.get());
    sources->push_back(&look_);
    timers->push_back(&poll_);
    for (const auto& timer : timers_) timer->add_to(sources, timers);
  }

 protected:
  void ignore() override {
    for (const auto& timer : timers_) timer->detach();
    if (const auto waitable = waitable_.lock()) waitable->clear_on_ready_callback();
  }

 private:
  static constexpr int kMessages = static_cast<int>(InsideProcess::EntityType::Subscription);

  class Part : public Source {
   public:
    Part(EventLoop* loop, std::weak_ptr<rclcpp::Waitable> waitable, const InsideQueue& queue,
         std::shared_ptr<Attachment> attachment, int number)
        : loop_(loop),
          waitable_(std::move(waitable)),
          queue_(queue),
          attachment_(std::move(attachment)),
          number_(number),
          most_waiting_(number == kMessages ? queue_.most() : UINT32_MAX) {}

    void run(std::uint32_t events) override {
      const auto waitable = waitable_.lock();
      if (waitable == nullptr) return;
      const auto attached = attachment_;
      const auto number = static_cast<std::size_t>(number_);
      // A queue inside the process may be taken from only while there is something in it.
      std::size_t waiting = queue_.count();
      run_events(loop_, this, *attached, events, [&] {
        if (waiting == 0) return false;
        --waiting;
        waitable->execute(waitable->take_data_by_entity_id(number));
        return true;
      });
    }

   private:
    std::uint32_t most_waiting() const override { return most_waiting_; }

    EventLoop* const loop_;
    const std::weak_ptr<rclcpp::Waitable> waitable_;
    const InsideQueue queue_;
    const std::shared_ptr<Attachment> attachment_;
    const int number_;
    const std::uint32_t most_waiting_;
  };

  Source* source_of(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Part>& part = parts_[number];
    if (part == nullptr) {
      part = std::make_unique<Part>(loop_, waitable_, queue_, attachment(), number);
    }
    return part.get();
  }

  template <typename Waitable>
  void attach_timers(const LoopOfExecutor& loop, const std::shared_ptr<Waitable>& waitable) {
    if constexpr (NamesTimers<Waitable>::value) {
      for (const auto& timer : waitable->get_timers()) {
        // It calls the waitable back, which has to live meanwhile, and keeps it.
        timers_.push_back(attach(loop, rclcpp::TimerBase::SharedPtr(waitable, timer.get())));
      }
    } else if (waitable->get_number_of_ready_timers() > 0 && ReadyLook::is_harmless(*waitable)) {
      loop_->set_timer(&poll_, poll_.next_after(monotonic_now_ns()));
    }
  }

  EventLoop* const loop_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
  const InsideQueue queue_;
  Look look_;
  TimerPoll poll_;
  std::vector<std::unique_ptr<Attached>> timers_;
  std::mutex mutex_;
  std::map<int, std::unique_ptr<Part>> parts_;
  Source* const messages_;  ///< The part of a queue inside the process; nullptr without one.
};

}  // namespace

std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::Waitable::SharedPtr& entity) {
  return std::make_unique<AttachedWaitable>(loop, entity);
}

}  // namespace executors
