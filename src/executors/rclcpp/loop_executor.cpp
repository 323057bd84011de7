// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_executor.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "message_taker.hpp"
#include "monotonic_clock.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/utilities.hpp"

namespace executors {

namespace {

using std::chrono::nanoseconds;

// A guard condition tells nobody any more.
void Silence(const rclcpp::GuardCondition::WeakPtr& weak_condition) {
  if (const auto condition = weak_condition.lock()) condition->set_on_trigger_callback(nullptr);
}

// A time from now on, of which rclcpp says for ever by the largest.
std::int64_t After(std::int64_t now_ns, nanoseconds delay) {
  if (delay.count() <= 0) return now_ns;
  return delay.count() < kNever - now_ns ? now_ns + delay.count() : kNever;
}

/// Says that an executor spins, for as long as this lives.
class SpinningMark {
 public:
  SpinningMark(std::atomic_bool* spinning, const char* caller) : spinning_(spinning) {
    if (spinning_->exchange(true)) {
      throw std::runtime_error(std::string(caller) + "() called while already spinning");
    }
  }
  ~SpinningMark() { spinning_->store(false); }
  SpinningMark(const SpinningMark&) = delete;
  SpinningMark& operator=(const SpinningMark&) = delete;

 private:
  std::atomic_bool* const spinning_;
};

}  // namespace

class LoopExecutor::Attached {
 public:
  explicit Attached(std::weak_ptr<void> entity) : entity_(std::move(entity)) {}
  virtual ~Attached() = default;

  bool IsOf(const std::shared_ptr<void>& entity) const {
    return !entity_.owner_before(entity) && !entity.owner_before(entity_);
  }

  /// Nothing is told to the loop any more, and what it has been told does not run.
  void Detach() {
    attachment_->store(false, std::memory_order_release);
    Ignore();
  }
  virtual void AddTo(std::vector<const Source*>* sources, std::vector<const Timer*>* timers) = 0;

  std::uint64_t refresh = 0;  ///< The last one of its group that found the entity.

 protected:
  /// False once detached; a callback that detaches its own entity destroys this, but not that.
  using Attachment = std::shared_ptr<std::atomic<bool>>;

  virtual void Ignore() = 0;
  const Attachment& attachment() const { return attachment_; }

 private:
  const Attachment attachment_ = std::make_shared<std::atomic<bool>>(true);
  const std::weak_ptr<void> entity_;
};

namespace {

// How entities of each kind are listened to.
void Listen(rclcpp::SubscriptionBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_message_callback(std::move(callback));
}
void Listen(rclcpp::ServiceBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_request_callback(std::move(callback));
}
void Listen(rclcpp::ClientBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_response_callback(std::move(callback));
}
void Ignore(rclcpp::SubscriptionBase& entity) { entity.clear_on_new_message_callback(); }
void Ignore(rclcpp::ServiceBase& entity) { entity.clear_on_new_request_callback(); }
void Ignore(rclcpp::ClientBase& entity) { entity.clear_on_new_response_callback(); }

}  // namespace

/// A subscription, a service or a client.
template <typename Entity>
class LoopExecutor::AttachedEntity : public Attached, public Source {
 public:
  AttachedEntity(LoopExecutor* executor, const std::shared_ptr<Entity>& entity)
      : Attached(entity), entity_(entity) {
    Listen(*entity, [executor, this](std::size_t events) {
      executor->loop_.Post(this, static_cast<std::uint32_t>(events));
      Watch(executor);
    });
  }

  void AddTo(std::vector<const Source*>* sources, std::vector<const Timer*>*) override {
    sources->push_back(this);
  }

  void Run(std::uint32_t events) override {
    const auto entity = entity_.lock();
    if (entity == nullptr) return;
    const auto taker = taker_;
    const Attachment attached = attachment();
    while (events-- > 0 && attached->load(std::memory_order_acquire)) Execute(entity, taker.get());
  }

 protected:
  void Ignore() override {
    if (const auto entity = entity_.lock()) executors::Ignore(*entity);
  }

 private:
  /// The callback that runs may wait for what has just come to a service or a client.
  void Watch([[maybe_unused]] LoopExecutor* executor) {
    if constexpr (!std::is_same_v<Entity, rclcpp::SubscriptionBase>) {
      if (is_watched_->exchange(true)) return;
      const auto told = [executor, entity = entity_, is_watched = is_watched_](bool is_long) {
        const auto living = entity.lock();
        is_watched->store(is_long && living != nullptr && executor->WarnOfWait(*living));
      };
      if (!executor->watch_.Look(told)) is_watched_->store(false);
    }
  }

  static void Execute(const rclcpp::SubscriptionBase::SharedPtr& entity, MessageTaker* taker) {
    if (!MessageTaker::Serves(*entity)) return execute_subscription(entity);
    taker->TakeAndCallBack(entity);
  }
  static void Execute(const rclcpp::ServiceBase::SharedPtr& entity, MessageTaker*) {
    execute_service(entity);
  }
  static void Execute(const rclcpp::ClientBase::SharedPtr& entity, MessageTaker*) {
    execute_client(entity);
  }

  const std::weak_ptr<Entity> entity_;
  const std::shared_ptr<MessageTaker> taker_ = std::make_shared<MessageTaker>();
  /// Or has been told of, which is done once.
  const std::shared_ptr<std::atomic<bool>> is_watched_ = std::make_shared<std::atomic<bool>>(false);
};

class LoopExecutor::AttachedTimer : public Attached, public Timer {
 public:
  AttachedTimer(LoopExecutor* executor, const rclcpp::TimerBase::SharedPtr& timer)
      : Attached(timer), timer_(timer) {
    const auto set = [executor, this](const rclcpp::TimerBase& reset) {
      executor->loop_.SetTimer(
          this, After(NowNs(), const_cast<rclcpp::TimerBase&>(reset).time_until_trigger()));
    };
    timer->set_on_reset_callback([set, timer = timer.get()](std::size_t) { set(*timer); });
    const auto clock = (*timer).*(&OpenTimer::clock_);
    if (clock->get_clock_type() == RCL_ROS_TIME) {
      // Simulated time may be faster than the loop waits.
      jumps_ = clock->create_jump_callback(
          nullptr,
          [executor, this](const rcl_time_jump_t&) {
            const auto waiting = timer_.lock();
            if (waiting == nullptr || waiting->time_until_trigger() > nanoseconds(0)) return;
            executor->loop_.SetTimer(this, NowNs());
          },
          kEveryJump);
    }
    set(*timer);
  }

  void AddTo(std::vector<const Source*>*, std::vector<const Timer*>* timers) override {
    timers->push_back(this);
  }

  std::int64_t NextAfter(std::int64_t now_ns) override {
    due_ = timer_.lock();
    if (due_ == nullptr || due_->is_canceled()) {
      due_.reset();
      return kNever;
    }
    // Reset, or of a clock that goes at another pace.
    if (!due_->is_ready()) {
      const std::int64_t next = After(now_ns, due_->time_until_trigger());
      due_.reset();
      return next;
    }
    data_ = due_->call();
    if (data_ == nullptr) {
      due_.reset();
      return kNever;
    }
    return After(now_ns, due_->time_until_trigger());
  }

  void Fire() override {
    const auto timer = std::move(due_);
    const auto data = std::move(data_);
    // It may be detached by its own callback.
    if (timer != nullptr) execute_timer(timer, data);
  }

 protected:
  void Ignore() override {
    jumps_.reset();
    if (const auto timer = timer_.lock()) timer->clear_on_reset_callback();
  }

 private:
  /// A timer keeps its clock to itself.
  struct OpenTimer : rclcpp::TimerBase {
    using TimerBase::clock_;
  };
  static constexpr rcl_jump_threshold_t kEveryJump{true, {1}, {-1}};

  const std::weak_ptr<rclcpp::TimerBase> timer_;
  rclcpp::JumpHandler::SharedPtr jumps_;
  rclcpp::TimerBase::SharedPtr due_;
  std::shared_ptr<void> data_;
};

/// Anything else that can be waited for. It tells by a number which of its parts is ready.
class LoopExecutor::AttachedWaitable : public Attached {
 public:
  AttachedWaitable(LoopExecutor* executor, const rclcpp::Waitable::SharedPtr& waitable)
      : Attached(waitable), executor_(executor), waitable_(waitable) {
    waitable->set_on_ready_callback([this](std::size_t events, int part) {
      executor_->loop_.Post(SourceOf(part), static_cast<std::uint32_t>(events));
    });
  }

  void AddTo(std::vector<const Source*>* sources, std::vector<const Timer*>*) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [part, source] : parts_) sources->push_back(source.get());
  }

 protected:
  void Ignore() override {
    if (const auto waitable = waitable_.lock()) waitable->clear_on_ready_callback();
  }

 private:
  class Part : public Source {
   public:
    Part(std::weak_ptr<rclcpp::Waitable> waitable, Attachment attachment, int number)
        : waitable_(std::move(waitable)), attachment_(std::move(attachment)), number_(number) {}

    void Run(std::uint32_t events) override {
      const auto waitable = waitable_.lock();
      if (waitable == nullptr) return;
      const Attachment attached = attachment_;
      const auto number = static_cast<std::size_t>(number_);
      while (events-- > 0 && attached->load(std::memory_order_acquire)) {
        waitable->execute(waitable->take_data_by_entity_id(number));
      }
    }

   private:
    const std::weak_ptr<rclcpp::Waitable> waitable_;
    const Attachment attachment_;
    const int number_;
  };

  Source* SourceOf(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Part>& part = parts_[number];
    if (part == nullptr) part = std::make_unique<Part>(waitable_, attachment(), number);
    return part.get();
  }

  LoopExecutor* const executor_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
  std::mutex mutex_;
  std::map<int, std::unique_ptr<Part>> parts_;
};

/// Tells that nodes have changed, or that spinning is to end.
class LoopExecutor::RefreshSource : public Source {
 public:
  explicit RefreshSource(LoopExecutor* executor) : executor_(executor) {}

  void Run(std::uint32_t) override {
    executor_->Refresh();
    if (!executor_->IsToSpin()) executor_->loop_.Stop();
  }

 private:
  LoopExecutor* const executor_;
};

namespace {

constexpr std::int64_t kLongWaitNs = 1'000'000'000;

void Warn(const std::string& what, const std::string& service) {
  RCLCPP_WARN(rclcpp::get_logger("nav2_composition_bench"),
              "a callback has run for a second while %s of service %s waits for it to end: if it "
              "waits for the answer, it waits for ever; wait in another executor, or not at all",
              what.c_str(), service.c_str());
}

}  // namespace

LoopExecutor::LoopExecutor(const QueueOptions& queue, const rclcpp::ExecutorOptions& options)
    : rclcpp::Executor(options),
      loop_(queue),
      refresh_source_(std::make_unique<RefreshSource>(this)),
      changes_(std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>()),
      watch_(&loop_, kLongWaitNs) {
  changes_->add_guard_condition(interrupt_guard_condition_);
  changes_->add_guard_condition(shutdown_guard_condition_);
  changes_->set_on_ready_callback([this](std::size_t, int) { loop_.Post(refresh_source_.get()); });
  // Its notify waitable has no callback: nodes and groups are listened to here, one by one.
  groups_ = std::make_unique<rclcpp::executors::ExecutorEntitiesCollector>(
      std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>());
}

bool LoopExecutor::WarnOfWait(const rclcpp::ClientBase& client) {
  Warn("the answer", client.get_service_name());
  return true;
}

bool LoopExecutor::WarnOfWait(rclcpp::ServiceBase& service) {
  const std::string name = service.get_service_name();
  rclcpp::executors::ExecutorEntitiesCollection collection;
  rclcpp::executors::build_entities_collection(groups_->get_all_callback_groups(), collection);
  for (const auto& [key, entry] : collection.clients) {
    const auto client = entry.entity.lock();
    if (client == nullptr || client->get_service_name() != name) continue;
    Warn("a request", name);
    return true;
  }
  return false;
}

LoopExecutor::~LoopExecutor() {
  spinning.store(false);
  changes_->clear_on_ready_callback();
  Gone gone;
  for (const auto& [weak_node, condition] : nodes_) Silence(condition);
  for (auto& [weak_group, group] : attachments_) {
    Silence(group.condition);
    for (auto& [key, attached] : group.attachments) gone.push_back(std::move(attached));
  }
  attachments_.clear();
  for (const auto& attached : gone) attached->Detach();
  Forget(gone);
  loop_.Remove({refresh_source_.get()}, {});
}

bool LoopExecutor::IsToSpin() const { return rclcpp::ok(context_) && spinning.load(); }

void LoopExecutor::cancel() {
  spinning.store(false);
  loop_.Stop();
}

void LoopExecutor::spin() {
  const SpinningMark mark(&spinning, "spin");
  loop_.Restart();
  Refresh();
  // Cancelled before the loop could be told.
  if (IsToSpin()) loop_.Spin();
}

void LoopExecutor::spin_some(nanoseconds max_duration) {
  SpinSome(max_duration, false, "spin_some");
}

void LoopExecutor::spin_all(nanoseconds max_duration) {
  if (max_duration <= nanoseconds(0)) {
    throw std::invalid_argument("max_duration must be positive");
  }
  SpinSome(max_duration, true, "spin_all");
}

void LoopExecutor::SpinSome(nanoseconds max_duration, bool is_exhaustive, const char* caller) {
  const SpinningMark mark(&spinning, caller);
  loop_.Restart();
  // What was added since is ready now, not at the next call.
  Refresh();
  const std::int64_t end_ns =
      max_duration == nanoseconds(0) ? kNever : After(NowNs(), max_duration);
  while (IsToSpin() && loop_.SpinSome(0, UINT64_MAX, end_ns) > 0 && is_exhaustive &&
         NowNs() < end_ns) {
  }
}

void LoopExecutor::spin_once_impl(nanoseconds timeout) {
  loop_.Restart();
  if (!IsToSpin()) return;
  loop_.SpinSome(timeout < nanoseconds(0) ? kNever : After(NowNs(), timeout), 1, kNever);
}

void LoopExecutor::add_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, bool) {
  groups_->add_node(node);
  {
    // Tells of new groups; groups tell of new entities themselves.
    const std::lock_guard<std::mutex> lock(attachments_mutex_);
    const auto condition = node->get_shared_notify_guard_condition();
    condition->set_on_trigger_callback([this](std::size_t) { loop_.Post(refresh_source_.get()); });
    nodes_[node] = condition;
  }
  Refresh();
}

void LoopExecutor::add_node(std::shared_ptr<rclcpp::Node> node, bool notify) {
  add_node(node->get_node_base_interface(), notify);
}

void LoopExecutor::remove_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, bool) {
  groups_->remove_node(node);
  {
    const std::lock_guard<std::mutex> lock(attachments_mutex_);
    if (const auto found = nodes_.find(node); found != nodes_.end()) {
      Silence(found->second);
      nodes_.erase(found);
    }
  }
  Refresh();
}

void LoopExecutor::remove_node(std::shared_ptr<rclcpp::Node> node, bool notify) {
  remove_node(node->get_node_base_interface(), notify);
}

void LoopExecutor::add_callback_group(rclcpp::CallbackGroup::SharedPtr group,
                                      rclcpp::node_interfaces::NodeBaseInterface::SharedPtr, bool) {
  groups_->add_callback_group(group);
  Refresh();
}

void LoopExecutor::remove_callback_group(rclcpp::CallbackGroup::SharedPtr group, bool) {
  groups_->remove_callback_group(group);
  Refresh();
}

std::vector<rclcpp::CallbackGroup::WeakPtr> LoopExecutor::get_all_callback_groups() {
  groups_->update_collections();
  return groups_->get_all_callback_groups();
}

std::vector<rclcpp::CallbackGroup::WeakPtr> LoopExecutor::get_manually_added_callback_groups() {
  groups_->update_collections();
  return groups_->get_manually_added_callback_groups();
}

std::vector<rclcpp::CallbackGroup::WeakPtr>
LoopExecutor::get_automatically_added_callback_groups_from_nodes() {
  groups_->update_collections();
  return groups_->get_automatically_added_callback_groups();
}

template <typename Kind, typename Entity>
void LoopExecutor::Attach(const std::shared_ptr<Entity>& entity, Attachments* attachments,
                          Gone* gone) {
  std::unique_ptr<Attached>& attached = (*attachments)[entity.get()];
  if (attached != nullptr && !attached->IsOf(entity)) {
    // Another one has taken the place of one that has gone.
    gone->push_back(std::move(attached));
  }
  if (attached == nullptr) attached = std::make_unique<Kind>(this, entity);
  attached->refresh = refreshes_;
}

void LoopExecutor::AttachGroup(const rclcpp::CallbackGroup& group, Attachments* attachments,
                               Gone* gone) {
  group.collect_all_ptrs(
      [&](const rclcpp::SubscriptionBase::SharedPtr& entity) {
        if (!ListensToMiddleware()) return;
        Attach<AttachedEntity<rclcpp::SubscriptionBase>>(entity, attachments, gone);
      },
      [&](const rclcpp::ServiceBase::SharedPtr& entity) {
        if (!ListensToMiddleware()) return;
        Attach<AttachedEntity<rclcpp::ServiceBase>>(entity, attachments, gone);
      },
      [&](const rclcpp::ClientBase::SharedPtr& entity) {
        if (!ListensToMiddleware()) return;
        Attach<AttachedEntity<rclcpp::ClientBase>>(entity, attachments, gone);
      },
      [&](const rclcpp::TimerBase::SharedPtr& entity) {
        Attach<AttachedTimer>(entity, attachments, gone);
      },
      [&](const rclcpp::Waitable::SharedPtr& entity) {
        if (!ListensTo(*entity)) return;
        Attach<AttachedWaitable>(entity, attachments, gone);
      });
  for (auto at = attachments->begin(); at != attachments->end();) {
    if (at->second->refresh == refreshes_) {
      ++at;
      continue;
    }
    gone->push_back(std::move(at->second));
    at = attachments->erase(at);
  }
}

void LoopExecutor::HearOf(rclcpp::CallbackGroup* group, Group* listener) {
  const auto condition = group->get_notify_guard_condition();
  if (condition == nullptr) return;
  listener->condition = condition;
  condition->set_on_trigger_callback([this, has_changed = listener->has_changed](std::size_t) {
    has_changed->store(true, std::memory_order_release);
    loop_.Post(refresh_source_.get());
  });
}

void LoopExecutor::Refresh() {
  Gone gone;
  bool has_lost = false;
  {
    const std::lock_guard<std::mutex> lock(attachments_mutex_);
    ++refreshes_;
    groups_->update_collections();
    const auto groups = groups_->get_all_callback_groups();
    bool has_changed = false;
    for (const auto& weak_group : groups) {
      const auto group = weak_group.lock();
      if (group == nullptr) continue;
      const auto [at, is_new] = attachments_.try_emplace(weak_group);
      Group& known = at->second;
      known.refresh = refreshes_;
      if (is_new) HearOf(group.get(), &known);
      // Of what changes from here on it is told again.
      if (!known.has_changed->exchange(false, std::memory_order_acq_rel)) continue;
      has_changed = true;
      AttachGroup(*group, &known.attachments, &gone);
    }
    for (auto at = attachments_.begin(); at != attachments_.end();) {
      if (at->second.refresh == refreshes_) {
        ++at;
        continue;
      }
      has_changed = true;
      Silence(at->second.condition);
      for (auto& [key, attached] : at->second.attachments) gone.push_back(std::move(attached));
      at = attachments_.erase(at);
    }
    if (has_changed) has_lost = EntitiesChanged(groups);
    for (const auto& attached : gone) attached->Detach();
  }
  // Waits for a callback, which may want the mutex.
  if (has_lost || !gone.empty()) Forget(gone);
}

void LoopExecutor::Forget(const Gone& gone) {
  std::vector<const Source*> sources;
  std::vector<const Timer*> timers;
  for (const auto& attached : gone) attached->AddTo(&sources, &timers);
  loop_.Remove(sources, timers);
}

}  // namespace executors
