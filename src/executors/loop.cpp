// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "monotonic_clock.hpp"

namespace executors {

namespace {

// How long a thread that waits for others to finish with the queue sleeps before it looks again.
constexpr timespec kQueueLook{0, 50'000};

// How many events of a source run at most before it is the turn of others: one that gets messages
// faster than it handles them would keep the loop for ever longer.
constexpr std::uint32_t kEventsInTurn = 4;

template <typename Member>
bool contains(const std::vector<Member*>& members, const void* member) {
  return std::find(members.begin(), members.end(), member) != members.end();
}

std::chrono::steady_clock::time_point time_point_of(std::int64_t monotonic_ns) {
  return std::chrono::steady_clock::time_point(std::chrono::nanoseconds(monotonic_ns));
}

}  // namespace

class EventLoop::Spinning {
 public:
  explicit Spinning(EventLoop* loop) : loop_(loop) {
    const std::lock_guard<std::mutex> lock(loop_->mutex_);
    if (loop_->thread_.load() != std::thread::id()) {
      throw std::logic_error("a thread spins this event loop already");
    }
    loop_->thread_.store(std::this_thread::get_id());
  }

  ~Spinning() {
    // What they have kept alive may end with a callback of its own, which must find no lock.
    std::vector<Command> commands;
    const std::lock_guard<std::mutex> lock(loop_->mutex_);
    commands.swap(loop_->commands_);
    for (const Command& command : commands) command.run();
    loop_->has_commands_.store(false, std::memory_order_relaxed);
    loop_->thread_.store(std::thread::id());
    loop_->changed_.notify_all();
  }

  Spinning(const Spinning&) = delete;
  Spinning& operator=(const Spinning&) = delete;

 private:
  EventLoop* const loop_;
};

class EventLoop::Running {
 public:
  Running(EventLoop* loop, const void* of) : loop_(loop) {
    loop_->running_.store(++loop_->callbacks_, std::memory_order_relaxed);
    // Who discards it sees this, or what the loop looks at next is that it was discarded.
    loop_->running_of_.store(of, std::memory_order_seq_cst);
  }
  ~Running() {
    loop_->running_.store(0, std::memory_order_relaxed);
    loop_->running_of_.store(nullptr, std::memory_order_seq_cst);
    if (loop_->awaiting_.load(std::memory_order_seq_cst) == 0) return;
    {
      const std::lock_guard<std::mutex> lock(loop_->mutex_);
    }
    loop_->changed_.notify_all();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  EventLoop* const loop_;
};

EventLoop::EventLoop(const QueueOptions& options)
    : queue_(make_event_queue(options, [this](Source* lost) {
        lost->put_off();
        dropped_.fetch_add(1, std::memory_order_relaxed);
      })) {}

bool EventLoop::is_own_thread() const {
  return thread_.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

void EventLoop::post(Source* source, std::uint32_t events) {
  // Nothing has come; and whoever has no events is not in the queue.
  if (events == 0 || !source->add(events)) return;
  if (queue_->push(source)) return notifier_.notify();
  // Nobody waits for room: the loop makes none before it has a lock that this thread may hold.
  overflowed_.fetch_add(1, std::memory_order_relaxed);
  run_in_loop(source, [this, source] {
    // Behind those in the ring, which would not run while it and others go round the ring.
    move_ahead();
    ahead_.push_back(source);
  });
}

void EventLoop::set_timer(Timer* timer, std::int64_t next_ns) {
  run_in_loop(timer, [this, timer, next_ns] {
    timers_.remove(timer);
    timer->next_ns = next_ns;
    timers_.add(timer);
  });
}

void EventLoop::remove(const std::vector<const Source*>& sources,
                       const std::vector<const Timer*>& timers) {
  const Members members{sources, timers};
  forget_commands(members);
  run_in_loop_and_wait([this, &members] { let_go(members); });
}

void EventLoop::discard(const Members& members, std::shared_ptr<void> owner) {
  for (const Source* const source : members.sources) source->is_discarded_.store(true);
  for (const Timer* const timer : members.timers) timer->is_discarded_.store(true);
  forget_commands(members);
  run_in_loop(nullptr, [this, members, owner = std::move(owner)] { let_go(members); });
}

bool EventLoop::await_end(const Members& members, std::int64_t until_ns) {
  if (is_own_thread()) return true;
  const auto has_ended = [this, &members] {
    const void* const running = running_of_.load(std::memory_order_seq_cst);
    return !contains(members.sources, running) && !contains(members.timers, running);
  };
  std::unique_lock<std::mutex> lock(mutex_);
  awaiting_.fetch_add(1, std::memory_order_seq_cst);
  const bool is_over = changed_.wait_until(lock, time_point_of(until_ns), has_ended);
  awaiting_.fetch_sub(1, std::memory_order_seq_cst);
  return is_over;
}

void EventLoop::forget_commands(const Members& members) {
  // Other threads that remove have their command behind those.
  if (!is_own_thread()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto is_of_removed = [&](const Command& command) {
    return contains(members.sources, command.of) || contains(members.timers, command.of);
  };
  commands_.erase(std::remove_if(commands_.begin(), commands_.end(), is_of_removed),
                  commands_.end());
}

void EventLoop::let_go(const Members& members) {
  for (const Timer* const timer : members.timers) timers_.remove(timer);
  if (members.sources.empty()) return;
  move_ahead();
  // A push that has begun and not finished hides what was pushed after it, or holds what it drops.
  while (!queue_->is_empty()) {
    nanosleep(&kQueueLook, nullptr);
    move_ahead();
  }
  const auto is_removed = [&](const Source* source) { return contains(members.sources, source); };
  ahead_.erase(std::remove_if(ahead_.begin(), ahead_.end(), is_removed), ahead_.end());
}

void EventLoop::run_in_loop(const void* of, std::function<void()> run) {
  if (is_own_thread()) return run();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (thread_.load() == std::thread::id()) return run();
  commands_.push_back({of, std::move(run)});
  has_commands_.store(true, std::memory_order_release);
  notifier_.notify();
}

void EventLoop::run_in_loop_and_wait(const std::function<void()>& run) {
  if (is_own_thread()) return run();
  std::atomic<bool> is_done{false};
  std::unique_lock<std::mutex> lock(mutex_);
  if (thread_.load() == std::thread::id()) return run();
  commands_.push_back({nullptr, [&run, &is_done] {
                         run();
                         is_done.store(true, std::memory_order_release);
                       }});
  has_commands_.store(true, std::memory_order_release);
  notifier_.notify();
  changed_.wait(lock, [&is_done] { return is_done.load(std::memory_order_acquire); });
}

void EventLoop::run_commands() {
  if (!has_commands_.load(std::memory_order_acquire)) return;
  std::vector<Command> commands;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    commands.swap(commands_);
    has_commands_.store(false, std::memory_order_relaxed);
  }
  for (const Command& command : commands) command.run();
  {
    // Whoever waits has looked before or looks after this.
    const std::lock_guard<std::mutex> lock(mutex_);
  }
  changed_.notify_all();
}

void EventLoop::move_ahead() {
  while (Source* const source = queue_->pop()) ahead_.push_back(source);
}

bool EventLoop::mark_due() {
  move_ahead();
  for (Source* const source : ahead_) source->due_ = source->waiting();
  return !ahead_.empty();
}

Source* EventLoop::next_due() {
  const auto is_due = [](const Source* source) { return source->due_ > 0; };
  const auto found = std::find_if(ahead_.begin(), ahead_.end(), is_due);
  if (found == ahead_.end()) return nullptr;
  Source* const source = *found;
  ahead_.erase(found);
  --source->due_;
  return source;
}

Source* EventLoop::next_source() {
  if (ahead_.empty()) return queue_->pop();
  Source* const source = ahead_.front();
  ahead_.pop_front();
  return source;
}

std::uint32_t EventLoop::run_source(Source* source, std::uint32_t limit) {
  if (source == nullptr) return 0;
  bool has_others = false;
  const std::uint32_t events = source->take(limit, &has_others);
  // Before it runs, for it may remove itself. Behind those that wait already.
  if (has_others) {
    move_ahead();
    ahead_.push_back(source);
  } else {
    source->due_ = 0;
  }
  is_turn_of_events_ = false;
  found_nothing_ = 0;
  const Running running(this, source);
  if (source->is_discarded_.load(std::memory_order_seq_cst)) return 0;
  source->run(events);
  const std::uint32_t callbacks = std::max(events, 1U);
  return callbacks - std::min(found_nothing_, callbacks);
}

bool EventLoop::run_timer(std::int64_t now_ns) {
  while (Timer* const timer = timers_.take_due(now_ns)) {
    const Running running(this, timer);
    if (timer->is_discarded_.load(std::memory_order_seq_cst)) continue;
    // Before it runs, for it may end itself. One without a period is due at every look, but not
    // again at this one, or spin_some() would not end.
    timer->next_ns = std::max(timer->next_after(now_ns), now_ns + 1);
    if (timer->next_ns != kNever) timers_.add(timer);
    is_turn_of_events_ = true;
    if (timer->fire()) return true;
  }
  return false;
}

bool EventLoop::has_nothing() const {
  // One that is being pushed tells when it is there: until then its thread may need the core.
  return ahead_.empty() && !queue_->has_next() && !has_commands_.load(std::memory_order_acquire) &&
         !is_stopped();
}

void EventLoop::wait_until(std::int64_t until_ns) {
  if (!timers_.is_empty()) until_ns = std::min(until_ns, timers_.next_ns());
  notifier_.prepare_wait();
  if (!has_nothing()) return notifier_.cancel_wait();
  notifier_.wait(until_ns);
  wake_ups_.fetch_add(1, std::memory_order_relaxed);
}

void EventLoop::spin() {
  const Spinning spinning(this);
  while (!is_stopped()) {
    run_commands();
    const bool has_fired = !timers_.is_empty() && run_timer(monotonic_now_ns());
    const bool has_run = !is_stopped() && run_source(next_source(), kEventsInTurn) > 0;
    if (!has_fired && !has_run) wait_until(kNever);
  }
}

std::uint64_t EventLoop::spin_some(std::int64_t wait_until_ns, std::uint64_t limit,
                                   std::int64_t end_ns) {
  const Spinning spinning(this);
  std::uint64_t count = 0;
  const auto goes_on = [&] {
    return count < limit && !is_stopped() && (end_ns == kNever || monotonic_now_ns() < end_ns);
  };
  while (true) {
    run_commands();
    // No more than there are now, for they may post themselves.
    const bool has_events = mark_due();
    const std::int64_t now_ns = monotonic_now_ns();
    if (is_turn_of_events_ && goes_on()) count += run_source(next_due(), 1);
    while (goes_on() && run_timer(now_ns)) ++count;
    // One by one, for the time may be over after any.
    while (goes_on()) {
      Source* const source = next_due();
      if (source == nullptr) break;
      count += run_source(source, 1);
    }
    // What has nothing to do after all does not end the wait, and may have posted what has.
    if (count > 0 || !goes_on() || (now_ns >= wait_until_ns && !has_events)) break;
    wait_until(wait_until_ns);
  }
  return count;
}

void EventLoop::stop() {
  is_stopped_.store(true, std::memory_order_release);
  notifier_.notify();
}

}  // namespace executors
