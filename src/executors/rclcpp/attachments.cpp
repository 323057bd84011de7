// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "attachments.hpp"

#include <utility>

#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"

namespace executors {

namespace {

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
  Gone gone;
  for (const auto& [weak_node, condition] : nodes_) silence(condition);
  for (auto& [weak_group, group] : attachments_) {
    silence(group.condition);
    for (auto& [key, attached] : group.attachments) gone.push_back(std::move(attached));
  }
  attachments_.clear();
  for (const auto& attached : gone) attached->detach();
  forget(gone);
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
  groups_->add_node(node);
  {
    // Tells of new groups; groups tell of new entities themselves.
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto condition = node->get_shared_notify_guard_condition();
    condition->set_on_trigger_callback([this](std::size_t) { loop_.loop->post(on_change_); });
    nodes_[node] = condition;
  }
  refresh();
}

void Attachments::remove_node(const Node& node) {
  groups_->remove_node(node);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = nodes_.find(node); found != nodes_.end()) {
      silence(found->second);
      nodes_.erase(found);
    }
  }
  refresh();
}

void Attachments::add_group(const rclcpp::CallbackGroup::SharedPtr& group) {
  groups_->add_callback_group(group);
  refresh();
}

void Attachments::remove_group(const rclcpp::CallbackGroup::SharedPtr& group) {
  groups_->remove_callback_group(group);
  refresh();
}

void Attachments::refresh_group(const rclcpp::CallbackGroup& group, OfGroup* attachments,
                                Gone* gone) {
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
      auto attached = make(loop_, entity);
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
  Gone gone;
  bool has_lost = false;
  const auto detach = [&gone] {
    for (const auto& attached : gone) attached->detach();
  };
  try {
    const std::lock_guard<std::mutex> lock(mutex_);
    has_lost = refresh_groups(&gone);
    detach();
  } catch (...) {
    detach();
    forget(gone);
    throw;
  }
  // Waits for a callback, which may want the mutex.
  if (has_lost || !gone.empty()) forget(gone);
}

bool Attachments::refresh_groups(Gone* gone) {
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
    if (is_new) listen_to_changes(group.get(), &known);
    // Of what changes from here on it is told again.
    if (!known.has_changed->exchange(false, std::memory_order_acq_rel)) continue;
    has_changed = true;
    try {
      refresh_group(*group, &known.attachments, gone);
    } catch (...) {
      known.has_changed->store(true, std::memory_order_release);
      throw;
    }
  }
  for (auto at = attachments_.begin(); at != attachments_.end();) {
    if (at->second.refresh == refreshes_) {
      ++at;
      continue;
    }
    has_changed = true;
    silence(at->second.condition);
    for (auto& [key, attached] : at->second.attachments) gone->push_back(std::move(attached));
    at = attachments_.erase(at);
  }
  return has_changed && listening_.changed(groups);
}

void Attachments::forget(const Gone& gone) {
  std::vector<const Source*> sources;
  std::vector<const Timer*> timers;
  for (const auto& attached : gone) attached->add_to(&sources, &timers);
  loop_.loop->remove(sources, timers);
}

}  // namespace executors
