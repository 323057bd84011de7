// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attached.hpp"
#include "monotonic_clock.hpp"
#include "rcl/event.h"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/experimental/subscription_intra_process_base.hpp"
#include "rclcpp/version.h"
#include "ready_look.hpp"
#include "rmw/rmw.h"

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

/// Whether who is told of an event may wait for ever for whoever takes it. rmw_fastrtps tells of
/// these with the lock of its reader or writer held, for which its function that takes an event of
/// any kind waits with the lock that telling wants (rmw_fastrtps#890). Nobody listens to these
/// there, so that it never tells.
bool is_perilous(const rclcpp::Waitable& waitable) {
  struct OpenHandler : rclcpp::EventHandlerBase {
    using EventHandlerBase::event_handle_;
  };
  const auto* const handler = dynamic_cast<const rclcpp::EventHandlerBase*>(&waitable);
  if (handler == nullptr) return false;
  const std::string middleware = rmw_get_implementation_identifier();
  if (middleware.rfind("rmw_fastrtps", 0) != 0) return false;
  const rmw_event_t* const event =
      rcl_event_get_rmw_handle(&(handler->*(&OpenHandler::event_handle_)));
  if (event == nullptr) return false;
  switch (event->event_type) {
    case RMW_EVENT_LIVELINESS_CHANGED:
    case RMW_EVENT_REQUESTED_DEADLINE_MISSED:
    case RMW_EVENT_MESSAGE_LOST:
    case RMW_EVENT_LIVELINESS_LOST:
    case RMW_EVENT_OFFERED_DEADLINE_MISSED:
      return true;
    default:
      return false;
  }
}

/// What tells for a waitable, for as long as that lives: a server of goals whose results expire
/// keeps the first callback that it gets (rclcpp 28.1.7 and newer), and must not lose it while
/// requests come.
class Line {
 public:
  using Callback = std::function<void(std::size_t, int)>;

  static std::shared_ptr<Line> of(const rclcpp::Waitable::SharedPtr& waitable) {
    static std::mutex mutex;
    static std::map<std::weak_ptr<rclcpp::Waitable>, std::weak_ptr<Line>, std::owner_less<>> lines;
    const std::lock_guard<std::mutex> lock(mutex);
    for (auto at = lines.begin(); at != lines.end();) {
      at = at->first.expired() ? lines.erase(at) : std::next(at);
    }
    std::weak_ptr<Line>& known = lines[waitable];
    std::shared_ptr<Line> line = known.lock();
    if (line == nullptr) known = line = std::make_shared<Line>();
    return line;
  }

  void lead_to(Callback callback) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callback_ = std::move(callback);
  }
  void tell(std::size_t events, int part) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (callback_) callback_(events, part);
  }

 private:
  std::mutex mutex_;
  Callback callback_;
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

  std::vector<const rcl_service_t*> services_of(rclcpp::Waitable& waitable) const {
    return look_.services_of(waitable);
  }

 private:
  EventLoop* const loop_;
  const ReadyLook look_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
};

/// Lets what a waitable tells of in no other way be looked for: events that nobody listens to, and
/// timers of action servers, which forget goals by them.
class Poll : public Timer {
 public:
  Poll(EventLoop* loop, Look* look, bool is_of_timers)
      : loop_(loop), look_(look), is_of_timers_(is_of_timers) {}

  /// Of all waitables at the same times, so that the loop wakes once for them.
  std::int64_t next_after(std::int64_t now_ns) override {
    const std::int64_t period_ns = is_of_timers_ ? 1'000'000'000 : 100'000'000;
    return (now_ns / period_ns + 1) * period_ns;
  }
  bool is_of_timers() const { return is_of_timers_; }

  bool fire() override {
    if (!is_of_timers_ || look_->has_due_timer()) loop_->post(look_);
    return false;
  }

 private:
  EventLoop* const loop_;
  Look* const look_;
  const bool is_of_timers_;
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
        poll_(loop.loop, &look_, !is_perilous(*waitable)),
        services_(look_.services_of(*waitable)),
        messages_(queue_.exists() ? source_of(kMessages) : nullptr) {
    if (is_perilous(*waitable)) {
      poll();
      return;
    }
    const auto tell = [this, attached = attachment()](std::size_t events, int part) {
      attached->tell([&] {
        const bool is_message = messages_ != nullptr && part == kMessages;
        loop_->post(is_message ? messages_ : source_of(part), static_cast<std::uint32_t>(events));
      });
    };
    if (services_.empty()) {
      waitable->set_on_ready_callback(tell);
    } else {
      const auto line = Line::of(waitable);
      line->lead_to(tell);
      waitable->set_on_ready_callback(
          [line](std::size_t events, int part) { line->tell(events, part); });
    }
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

  void add_to(EventLoop::Members* members) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [part, source] : parts_) members->sources.push_back(source.get());
    members->sources.push_back(&look_);
    members->timers.push_back(&poll_);
    for (const auto& timer : timers_) timer->add_to(members);
  }

 protected:
  void ignore() override {
    for (const auto& timer : timers_) timer->detach();
    const auto waitable = waitable_.lock();
    if (waitable == nullptr || !poll_.is_of_timers()) return;
    if (services_.empty()) return waitable->clear_on_ready_callback();
    for (const rcl_service_t* const service : services_) silence(service);
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
    }
#if !RCLCPP_VERSION_GTE(28, 1, 7)
    // Later it tells of these too.
    if (waitable->get_number_of_ready_timers() > 0 && ReadyLook::is_harmless(*waitable)) poll();
#endif
  }

  void poll() { loop_->set_timer(&poll_, poll_.next_after(monotonic_now_ns())); }

  EventLoop* const loop_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
  const InsideQueue queue_;
  Look look_;
  Poll poll_;
  const std::vector<const rcl_service_t*> services_;  ///< Of the waitable.
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
