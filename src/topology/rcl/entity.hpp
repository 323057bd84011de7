// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__ENTITY_HPP_
#define TOPOLOGY__RCL__ENTITY_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fair_mutex.hpp"
#include "periodic_timer.hpp"
#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/wait.h"

namespace topology {

/// Entities of which no two run at a time: those of a node.
struct Group {
  FairMutex running;  ///< Held while one runs, where several threads run them without is_busy.
  bool is_busy = false;
  std::uint64_t left_out_of = 0;  ///< The last wait whose set lacks some of them.
};

/// Places that an entity takes in a wait set.
struct Places {
  std::size_t subscriptions = 0;
  std::size_t timers = 0;
  std::size_t clients = 0;
  std::size_t services = 0;

  bool is_none() const { return subscriptions + timers + clients + services == 0; }
};

class Entity;

/// A timer, with the entity that it is of.
class EntityTimer : public PeriodicTimer {
 public:
  EntityTimer(Entity* entity, std::int64_t period_ns,
              std::function<void(std::uint64_t missed)> callback)
      : PeriodicTimer(period_ns, std::move(callback)), entity_(entity) {}

  Entity* entity() const { return entity_; }

 private:
  Entity* const entity_;
};

/// What of an entity has events of its own.
struct EventPart {
  /// Sets the middleware's callback for new ones, or takes it away with nullptr.
  std::function<rcl_ret_t(rcl_event_callback_t, const void* user_data)> listen;
  /// Takes one and calls back.
  std::function<void()> take;
  /// How many can wait to be taken.
  std::uint32_t most_waiting = UINT32_MAX;
};

/// The end of a service that an entity is.
struct ServiceEnd {
  enum class Kind { kNone, kServer, kClient };
  Kind kind = Kind::kNone;
  std::string service;
};

/// Something that an executor waits for and runs.
class Entity {
 public:
  explicit Entity(Group* group) : group_(group) {}
  virtual ~Entity() = default;
  Entity(const Entity&) = delete;
  Entity& operator=(const Entity&) = delete;

  virtual Places places() const { return {}; }
  virtual void add_to(rcl_wait_set_t*) {}
  /// Looks into the set that it was added to, and remembers what is ready of it.
  virtual bool is_ready(const rcl_wait_set_t&) { return false; }
  /// Takes what is ready and calls back.
  virtual void run() = 0;
  /// Whether the middleware knows of it; otherwise it is a timer or is queued.
  bool is_told() const { return !places().is_none(); }
  bool runs_when_queued() { return timer() == nullptr && !is_told(); }
  /// The timer of a timer's entity.
  virtual EntityTimer* timer() { return nullptr; }
  /// For an executor without a wait set; none of a timer and of what is queued.
  virtual std::vector<EventPart> event_parts() { return {}; }
  /// Requests and answers are what other callbacks may wait for.
  virtual ServiceEnd service_end() const { return {}; }

  Group* group() const { return group_; }

 private:
  friend class WaitingExecutor;
  Group* const group_;
  // Of the executor that it is in.
  bool is_in_set_ = false;
  bool is_queued_ = false;
  bool is_added_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__ENTITY_HPP_
