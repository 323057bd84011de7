// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "static_executor.hpp"

#include <algorithm>
#include <utility>

namespace topology {

StaticExecutor::StaticExecutor(Context* context, std::function<void(const std::string&)> on_failure)
    : WaitingExecutor(1, context, std::move(on_failure)) {}

StaticExecutor::~StaticExecutor() { stop(); }

void StaticExecutor::await_end(const std::vector<Entity*>&, Lock* lock) {
  if (own_ == std::this_thread::get_id()) return;
  changed()->wait(*lock, [this] { return !is_running_; });
}

void StaticExecutor::forget(const std::vector<Entity*>& entities) {
  const auto is_removed = [&](const Entity* entity) {
    return std::find(entities.begin(), entities.end(), entity) != entities.end();
  };
  // The places stay, for the turn may be under way.
  std::replace_if(turn_.begin(), turn_.end(), is_removed, nullptr);
}

void StaticExecutor::work(Lock* lock) {
  own_ = std::this_thread::get_id();
  while (!is_stopped()) {
    wait(lock, is_ready());
    while (Entity* const entity = take_ready()) turn_.push_back(entity);
    run_turn(lock);
  }
}

void StaticExecutor::run_turn(Lock* lock) {
  const auto end = [&] {
    lock->lock();
    is_running_ = false;
    for (Entity* entity : turn_) {
      if (entity != nullptr && entity->timer() != nullptr) put_timer_back(entity->timer());
    }
    turn_.clear();
    changed()->notify_all();
  };
  is_running_ = true;
  lock->unlock();
  try {
    // Callbacks may take others out of it.
    for (std::size_t at = 0; at < turn_.size(); ++at) {
      if (turn_[at] != nullptr) turn_[at]->run();
    }
  } catch (...) {
    end();
    throw;
  }
  end();
}

}  // namespace topology
