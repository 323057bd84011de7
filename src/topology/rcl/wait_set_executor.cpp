// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "wait_set_executor.hpp"

#include <algorithm>
#include <utility>

namespace topology {

WaitSetExecutor::WaitSetExecutor(composed_process::ExecutorKind kind, Context* context,
                                 std::function<void(const std::string&)> on_failure,
                                 bool shares_groups)
    : WaitingExecutor(composed_process::threads_of(kind), context, std::move(on_failure)),
      shares_groups_(shares_groups),
      kind_(composed_process::name_of(kind)) {}

WaitSetExecutor::~WaitSetExecutor() { stop(); }

void WaitSetExecutor::await_end(const std::vector<Entity*>& entities, Lock* lock) {
  changed()->wait(*lock, [&] {
    return std::none_of(entities.begin(), entities.end(),
                        [](const Entity* entity) { return entity->group()->is_busy; });
  });
}

void WaitSetExecutor::work(Lock* lock) {
  while (!is_stopped()) {
    Entity* const entity = take_ready();
    if (entity == nullptr) {
      if (is_waiting()) {
        changed()->wait(*lock);
      } else {
        wait(lock);
      }
      continue;
    }
    entity->group()->is_busy = true;
    lock->unlock();
    try {
      run(entity);
    } catch (...) {
      // Whoever ends the node waits until its callback is over.
      lock->lock();
      finish(entity);
      throw;
    }
    lock->lock();
    finish(entity);
  }
}

void WaitSetExecutor::run(Entity* entity) {
  std::unique_lock<FairMutex> alone;
  if (shares_groups_) alone = std::unique_lock<FairMutex>(entity->group()->running);
  entity->run();
}

void WaitSetExecutor::finish(Entity* entity) {
  entity->group()->is_busy = false;
  EntityTimer* const timer = entity->timer();
  if (timer != nullptr) put_timer_back(timer);
  end_wait_without(*entity->group(), timer);
  changed()->notify_all();
}

}  // namespace topology
