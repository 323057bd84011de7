// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "attachments.hpp"

#include <exception>
#include <iterator>
#include <utility>

#include "monotonic_clock.hpp"
#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"
#include "rclcpp/logging.hpp"

namespace executors {

namespace {

/// Stands for an entity that cannot be attached, so that nobody tries again.
class NotAttached : public Attached {
 public:
  using Attached::Attached;
  void add_to(EventLoop::Members*) override {}

 protected:
  void ignore() override {}
};

// A guard condition tells nobody any more.
void silence(const rclcpp::GuardCondition::WeakPtr& weak_condition) {
  if (const auto condition = weak_condition.lock()) condition->set_on_trigger_callback(nullptr);
}

}  // namespace

// The collector's notify waitable has no callback: nodes and groups are listened to here, one by
// one.
Attachments::Attachments(rclcpp::Context::SharedPtr context, EventLoop* loop, Listening listening,
                         Source* on_change)
    : listening_(std::move(listening)),
      on_change_(on_change),
      groups_(std::make_unique<rclcpp::executors::ExecutorEntitiesCollector>(
          std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>())),
      watch_(loop),
      loop_{std::move(context), loop, &watch_,
            [this](const std::string& service) { return has_client(service); }} {}

Attachments::~Attachments() {
  change([this](Gone* gone) {
    for (const auto& [weak_node, condition] : nodes_) silence(condition);
    for (auto& [weak_group, group] : attachments_) {
      silence(group.condition);
      for (auto& [key, attached] : group.attachments) gone->push_back(std::move(attached));
    }
    attachments_.clear();
  });
}

rclcpp::executors::ExecutorEntitiesCollector& Attachments::groups() {
  groups_->update_collections();
  return *groups_;
}

bool Attachments::has_client(const std::string& service) {
  rclcpp::executors::ExecutorEntitiesCollection collection;
  rclcpp::executors::build_entities_collection(groups_->get_all_callback_groups(), collection);
  for (const auto& [key, entry] : collection.clients) {
    const auto client = entry.entity.lock();
    if (client != nullptr && client->get_service_name() == service) return true;
  }
  return false;
}

void Attachments::add_node(const Node& node) {
  change([&](Gone* gone) {
    groups_->add_node(node);
    // Tells of new groups; groups tell of new entities themselves.
    const auto condition = node->get_shared_notify_guard_condition();
    condition->set_on_trigger_callback([this](std::size_t) { loop_.loop->post(on_change_); });
    nodes_[node] = condition;
    const auto is_strict = [&](const auto& group) { return node->callback_group_in_node(group); };
    refresh_groups_or(gone, is_strict, [&] { take_out(node); });
  });
}

void Attachments::take_out(const Node& node) {
  groups_->remove_node(node);
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return;
  silence(found->second);
  nodes_.erase(found);
}

void Attachments::remove_node(const Node& node) {
  await_end(change([&](Gone* gone) {
    take_out(node);
    update_groups(gone);
  }));
}

void Attachments::add_group(const rclcpp::CallbackGroup::SharedPtr& group) {
  change([&](Gone* gone) {
    groups_->add_callback_group(group);
    const auto is_strict = [&](const auto& other) { return other == group; };
    refresh_groups_or(gone, is_strict, [&] { groups_->remove_callback_group(group); });
  });
}

void Attachments::remove_group(const rclcpp::CallbackGroup::SharedPtr& group) {
  await_end(change([&](Gone* gone) {
    groups_->remove_callback_group(group);
    update_groups(gone);
  }));
}

void Attachments::refresh_group(const rclcpp::CallbackGroup& group, bool is_strict,
                                OfGroup* attachments, Gone* gone) {
  const auto make_or_tell = [&](const auto& entity, const auto& make) -> std::unique_ptr<Attached> {
    try {
      return make(loop_, entity);
    } catch (const std::exception& refused) {
      if (is_strict) throw;
      RCLCPP_ERROR(rclcpp::get_logger("nav2_composition_bench"),
                   "something that was added to a node is never run by its executor, which cannot"
                   " be told when it is ready: %s",
                   refused.what());
      return std::make_unique<NotAttached>(entity);
    }
  };
  const auto find = [&](const auto& entity, const auto& make) {
    auto found = attachments->find(entity.get());
    if (found != attachments->end() && !found->second->is_of(entity)) {
      // Another one has taken the place of one that has gone.
      gone->push_back(std::move(found->second));
      attachments->erase(found);
      found = attachments->end();
    }
    if (found == attachments->end()) {
      // First, for it may throw.
      auto attached = make_or_tell(entity, make);
      found = attachments->emplace(entity.get(), std::move(attached)).first;
    }
    found->second->refresh = refreshes_;
  };
  const auto attach_any = [](const LoopOfExecutor& loop, const auto& entity) {
    return executors::attach(loop, entity);
  };
  const auto attach_or_watch = [this](const LoopOfExecutor& loop, const auto& entity) {
    return listening_.to_middleware ? executors::attach(loop, entity) : watch(loop, entity);
  };
  group.collect_all_ptrs(
      [&](const rclcpp::SubscriptionBase::SharedPtr& entity) {
        if (listening_.to_middleware) find(entity, attach_any);
      },
      [&](const rclcpp::ServiceBase::SharedPtr& entity) { find(entity, attach_or_watch); },
      [&](const rclcpp::ClientBase::SharedPtr& entity) { find(entity, attach_or_watch); },
      [&](const rclcpp::TimerBase::SharedPtr& entity) { find(entity, attach_any); },
      [&](const rclcpp::Waitable::SharedPtr& entity) {
        if (listening_.to_waitable(*entity)) find(entity, attach_any);
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

void Attachments::listen_to_changes(rclcpp::CallbackGroup* group, Group* listener) {
  const auto condition = group->get_notify_guard_condition();
  if (condition == nullptr) return;
  listener->condition = condition;
  condition->set_on_trigger_callback([this, has_changed = listener->has_changed](std::size_t) {
    has_changed->store(true, std::memory_order_release);
    loop_.loop->post(on_change_);
  });
}

void Attachments::refresh() {
  change([this](Gone* gone) { refresh_groups(gone, [](const auto&) { return false; }); });
}

EventLoop::Members Attachments::change(const std::function<void(Gone*)>& make) {
  const auto gone = std::make_shared<Gone>();
  std::exception_ptr failure;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    try {
      make(gone.get());
    } catch (...) {
      failure = std::current_exception();
    }
    for (const auto& attached : *gone) attached->detach();
  }
  EventLoop::Members members;
  for (const auto& attached : *gone) attached->add_to(&members);
  if (!gone->empty()) loop_.loop->discard(members, gone);
  if (failure != nullptr) {
    await_end(members);
    std::rethrow_exception(failure);
  }
  return members;
}

void Attachments::await_end(const EventLoop::Members& removed) {
  const auto has_ended = [&](std::int64_t until_ns) {
    return loop_.loop->await_end(removed, until_ns) && listening_.await_end(until_ns);
  };
  if (has_ended(monotonic_now_ns() + LoopWatch::kPatienceNs)) return;
  RCLCPP_ERROR(rclcpp::get_logger("nav2_composition_bench"),
               "a callback has run for a second while its node is being removed from the executor:"
               " if it waits for that, it waits for ever; let another thread remove the node");
  has_ended(kNever);
}

CallbackGroups Attachments::update_groups(Gone* gone) {
  // A node may end without being removed.
  for (auto at = nodes_.begin(); at != nodes_.end();) {
    at = at->first.expired() ? nodes_.erase(at) : std::next(at);
  }
  ++refreshes_;
  const auto groups = this->groups().get_all_callback_groups();
  for (const auto& weak_group : groups) {
    const auto group = weak_group.lock();
    if (group == nullptr) continue;
    const auto [at, is_new] = attachments_.try_emplace(weak_group);
    at->second.refresh = refreshes_;
    if (is_new) listen_to_changes(group.get(), &at->second);
  }
  bool has_lost = false;
  for (auto at = attachments_.begin(); at != attachments_.end();) {
    if (at->second.refresh == refreshes_) {
      ++at;
      continue;
    }
    has_lost = true;
    silence(at->second.condition);
    for (auto& [key, attached] : at->second.attachments) {
      gone->push_back(std::move(attached));
    }
    at = attachments_.erase(at);
  }
  if (has_lost) listening_.changed(groups);
  return groups;
}

void Attachments::refresh_groups(Gone* gone, const IsStrict& is_strict) {
  // First, for what is new may throw.
  const CallbackGroups groups = update_groups(gone);
  bool has_changed = false;
  for (auto& [weak_group, known] : attachments_) {
    // Of what changes from here on it is told again.
    if (!known.has_changed->exchange(false, std::memory_order_acq_rel)) continue;
    const auto group = weak_group.lock();
    if (group == nullptr) continue;
    has_changed = true;
    try {
      refresh_group(*group, is_strict(group), &known.attachments, gone);
    } catch (...) {
      known.has_changed->store(true, std::memory_order_release);
      throw;
    }
  }
  if (has_changed) listening_.changed(groups);
}

void Attachments::refresh_groups_or(Gone* gone, const IsStrict& is_strict,
                                    const std::function<void()>& take_back) {
  try {
    refresh_groups(gone, is_strict);
  } catch (...) {
    take_back();
    update_groups(gone);
    throw;
  }
}

}  // namespace executors
