// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "wait_set_thread.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace executors {

namespace {

// What an executor waits for by a subscription itself: its events and messages inside the process
// are waitables of their own.
constexpr bool kMessages = true;

template <typename Entity, typename Collection>
std::vector<std::shared_ptr<Entity>> living_of(const Collection& collection) {
  std::vector<std::shared_ptr<Entity>> living;
  for (const auto& [key, entry] : collection) {
    if (auto entity = entry.entity.lock()) living.push_back(std::move(entity));
  }
  return living;
}

template <typename Entity>
bool is_same(const std::weak_ptr<Entity>& left, const std::weak_ptr<Entity>& right) {
  return !left.owner_before(right) && !right.owner_before(left);
}

/// Another one may have the address of one that has gone.
template <typename Collection>
bool is_within(const Collection& part, const Collection& whole) {
  return std::all_of(part.begin(), part.end(), [&](const auto& entry) {
    const auto found = whole.find(entry.first);
    return found != whole.end() && is_same(entry.second.entity, found->second.entity);
  });
}

/// Of what the thread waits for.
bool is_all_within(const WaitSetThread::Entities& part, const WaitSetThread::Entities& whole) {
  return is_within(part.subscriptions, whole.subscriptions) &&
         is_within(part.services, whole.services) && is_within(part.clients, whole.clients) &&
         is_within(part.waitables, whole.waitables);
}

}  // namespace

WaitSetThread::WaitSetThread(EventLoop* loop, rclcpp::Context::SharedPtr context,
                             std::function<void(const Ready&)> run)
    : loop_(loop),
      context_(std::move(context)),
      run_(std::move(run)),
      interrupt_(std::make_shared<rclcpp::GuardCondition>(context_)),
      handover_(loop, [this](std::uint32_t parts) { return run_ready(parts); }) {}

WaitSetThread::Found WaitSetThread::found_of(const Ready& ready) {
  return {ready.subscription, ready.service, ready.client, ready.waitable};
}

WaitSetThread::Ready WaitSetThread::Found::lock() const {
  return {subscription.lock(), service.lock(), client.lock(), waitable.lock()};
}

bool WaitSetThread::Found::is_same_as(const Found& other) const {
  return is_same(subscription, other.subscription) && is_same(service, other.service) &&
         is_same(client, other.client) && is_same(waitable, other.waitable);
}

WaitSetThread::~WaitSetThread() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
  }
  handover_.close();
  interrupt_->trigger();
  if (thread_.joinable()) thread_.join();
}

void WaitSetThread::start() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++spinning_threads_;
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

void WaitSetThread::pause() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (--spinning_threads_ > 0) return;
  if (holds_entities_) interrupt_->trigger();
  changed_.wait(lock, [this] { return !holds_entities_; });
}

void WaitSetThread::release_entities() {
  const std::lock_guard<std::mutex> lock(mutex_);
  holds_entities_ = false;
  changed_.notify_all();
}

void WaitSetThread::watch(Entities entities) {
  // They may be the last ones: not to be let go with the lock.
  std::vector<Ready> alive;
  std::unique_lock<std::mutex> lock(mutex_);
  const bool has_lost = !is_all_within(watched_, entities);
  // Some nodes make timers all the time.
  if (!has_lost && is_all_within(entities, watched_)) return;
  watched_ = std::move(entities);
  watched_changed_ = true;
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(),
                              [&](const Found& found) {
                                alive.push_back(found.lock());
                                return !is_watched(alive.back());
                              }),
               ready_.end());
  if (!holds_entities_) return;
  // A wait that has begun still looks at the others.
  const std::uint64_t wait = waits_;
  interrupt_->trigger();
  changed_.wait(lock, [&] { return !holds_entities_ || waits_ != wait; });
}

bool WaitSetThread::await_end(std::int64_t until_ns) {
  if (loop_->is_own_thread()) return true;
  // It may be the last one to be held: not to be let go with the lock.
  Ready running;
  std::unique_lock<std::mutex> lock(mutex_);
  if (!running_) return true;
  const Found at_first = *running_;
  running = at_first.lock();
  if (!running.is_any() || is_watched(running)) return true;
  const std::chrono::steady_clock::time_point until{std::chrono::nanoseconds(until_ns)};
  return changed_.wait_until(lock, until,
                             [&] { return !running_ || !running_->is_same_as(at_first); });
}

bool WaitSetThread::is_watched(const Ready& ready) const {
  if (ready.subscription) {
    return watched_.subscriptions.count(ready.subscription->get_subscription_handle().get()) != 0;
  }
  if (ready.service) {
    return watched_.services.count(ready.service->get_service_handle().get()) != 0;
  }
  if (ready.client) return watched_.clients.count(ready.client->get_client_handle().get()) != 0;
  return watched_.waitables.count(ready.waitable.get()) != 0;
}

void WaitSetThread::fill(const Entities& entities) {
  std::vector<rclcpp::WaitSet::SubscriptionEntry> subscriptions;
  for (auto& subscription : living_of<rclcpp::SubscriptionBase>(entities.subscriptions)) {
    subscriptions.emplace_back(std::move(subscription),
                               rclcpp::SubscriptionWaitSetMask{kMessages, false, false});
  }
  std::vector<rclcpp::WaitSet::WaitableEntry> waitables;
  for (auto& waitable : living_of<rclcpp::Waitable>(entities.waitables)) {
    waitables.emplace_back(std::move(waitable));
  }
  wait_set_.emplace(subscriptions, std::vector<std::shared_ptr<rclcpp::GuardCondition>>{interrupt_},
                    std::vector<rclcpp::TimerBase::SharedPtr>{},
                    living_of<rclcpp::ClientBase>(entities.clients),
                    living_of<rclcpp::ServiceBase>(entities.services), waitables, context_);
}

void WaitSetThread::work() {
  while (!is_stopped_) {
    const bool is_ready = wait_or_fail();
    release_entities();
    if (is_ready && !hand_over()) break;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  has_ended_ = true;
  changed_.notify_all();
}

bool WaitSetThread::wait_or_fail() {
  try {
    return wait();
  } catch (...) {
    const std::lock_guard<std::mutex> lock(mutex_);
    failure_ = std::current_exception();
    // What was found is ready still, for the next wait, which has a wait set of its own.
    ready_.clear();
    watched_changed_ = true;
    return true;
  }
}

bool WaitSetThread::hand_over() {
  {
    // The loop does not begin before this is known. Its queue takes any number, and waits for none.
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto parts = static_cast<std::uint32_t>(std::max<std::size_t>(ready_.size(), 1));
    if (!handover_.offer(parts)) return false;
    is_offered_ = true;
    waits_over_ = waits_;
    changed_.notify_all();
  }
  return handover_.await_taking();
}

void WaitSetThread::look() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!thread_.joinable()) return;
  // A wait that has begun before may have looked already.
  const std::uint64_t before = waits_;
  while (!has_ended_ && waits_over_ <= before) {
    const std::uint64_t over = waits_over_;
    // Some of it may have been offered long ago: it comes again, before what is new.
    if (is_offered_) handover_.release();
    is_offered_ = false;
    interrupt_->trigger();
    changed_.wait(lock, [&] { return has_ended_ || waits_over_ != over; });
  }
}

bool WaitSetThread::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return spinning_threads_ > 0 || is_stopped_; });
  if (is_stopped_) return false;
  // Also of one that fails, for look() to end.
  ++waits_;
  if (watched_changed_) fill(watched_);
  watched_changed_ = false;
  holds_entities_ = true;
  lock.unlock();
  // These keep the entities alive until they go, which may be the last to hold one, and an entity
  // may throw when it is looked at: not with the lock.
  auto result = wait_set_->wait();
  std::vector<Ready> found;
  while (auto subscription = result.next_ready_subscription()) {
    found.push_back({subscription, {}, {}, {}});
  }
  while (auto service = result.next_ready_service()) found.push_back({{}, service, {}, {}});
  while (auto client = result.next_ready_client()) found.push_back({{}, {}, client, {}});
  while (auto waitable = result.next_ready_waitable()) found.push_back({{}, {}, {}, waitable});
  lock.lock();
  for (const Ready& ready : found) add_ready(ready);
  const bool is_ready = !ready_.empty();
  if (!is_ready) waits_over_ = waits_;
  changed_.notify_all();
  lock.unlock();
  return is_ready;
}

void WaitSetThread::add_ready(const Ready& ready) {
  if (!is_watched(ready)) return;
  const Found found = found_of(ready);
  // What an earlier wait has found and the loop has not run is found again.
  const bool is_known = std::any_of(ready_.begin(), ready_.end(),
                                    [&](const Found& known) { return known.is_same_as(found); });
  if (!is_known) ready_.push_back(found);
}

bool WaitSetThread::run_ready(std::uint32_t limit) {
  bool is_empty = false;
  for (bool is_first = true; limit > 0 && !is_empty; --limit, is_first = false) {
    if (!is_first && loop_->is_stopped()) {
      // The others are for the next spin.
      loop_->post(&handover_, limit);
      return false;
    }
    if (!is_first) loop_->begin_event();
    Ready ready;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      // Handed over were more than are still watched: what comes next has its own events.
      if (!is_offered_) {
        loop_->found_nothing(limit);
        return false;
      }
      if (!ready_.empty()) {
        ready = ready_.front().lock();
        ready_.pop_front();
      }
      is_empty = ready_.empty();
      is_offered_ = !is_empty;
      if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
      if (ready.is_any()) running_ = found_of(ready);
    }
    if (!ready.is_any()) {
      loop_->found_nothing();
      continue;
    }
    const auto has_ended = [&] {
      ready = {};
      const std::lock_guard<std::mutex> lock(mutex_);
      running_.reset();
      changed_.notify_all();
    };
    try {
      run_(ready);
      has_ended();
    } catch (...) {
      // The others are ready still, for the next wait to find.
      has_ended();
      const std::lock_guard<std::mutex> lock(mutex_);
      ready_.clear();
      is_offered_ = false;
      throw;
    }
  }
  loop_->found_nothing(limit);
  return is_empty;
}

}  // namespace executors
