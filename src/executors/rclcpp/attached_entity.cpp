// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Subscriptions, services and clients: what the middleware tells of.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attached.hpp"
#include "message_taker.hpp"
#include "rclcpp/logging.hpp"
#include "taking.hpp"
#include "tracing.hpp"

namespace executors {

namespace {

// How entities of each kind are listened to.
void listen(rclcpp::SubscriptionBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_message_callback(std::move(callback));
}
void listen(rclcpp::ServiceBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_request_callback(std::move(callback));
}
void listen(rclcpp::ClientBase& entity, std::function<void(std::size_t)> callback) {
  entity.set_on_new_response_callback(std::move(callback));
}
void ignore(rclcpp::SubscriptionBase& entity) { entity.clear_on_new_message_callback(); }
void ignore(rclcpp::ServiceBase& entity) { silence(entity.get_service_handle().get()); }
void ignore(rclcpp::ClientBase& entity) { entity.clear_on_new_response_callback(); }

void warn(const std::string& what, const std::string& service) {
  RCLCPP_WARN(rclcpp::get_logger("nav2_composition_bench"), "%s",
              wait_warning(what, service).c_str());
}

/// A callback that has run for long may wait for an answer; so may it for one to a request, if the
/// client is in the loop too.
std::shared_ptr<Awaited> awaited_of(const LoopOfExecutor&,
                                    const std::weak_ptr<rclcpp::ClientBase>& weak_client) {
  return std::make_shared<Awaited>([weak_client] {
    const auto client = weak_client.lock();
    if (client == nullptr) return false;
    warn("the answer", client->get_service_name());
    return true;
  });
}
std::shared_ptr<Awaited> awaited_of(const LoopOfExecutor& loop,
                                    const std::weak_ptr<rclcpp::ServiceBase>& weak_service) {
  return std::make_shared<Awaited>([has_client = loop.has_client, weak_service] {
    const auto service = weak_service.lock();
    if (service == nullptr || !has_client(service->get_service_name())) return false;
    warn("a request", service->get_service_name());
    return true;
  });
}

bool is_serialized(rclcpp::SubscriptionBase& subscription) {
  return subscription.get_delivered_message_kind() ==
         rclcpp::DeliveredMessageKind::SERIALIZED_MESSAGE;
}

Taken take_serialized_and_call_back(rclcpp::SubscriptionBase& subscription) {
  rclcpp::MessageInfo info(rmw_get_zero_initialized_message_info());
  auto message = subscription.create_serialized_message();
  const auto take = [&] { return subscription.take_serialized(*message, info); };
  const bool is_taken =
      take_or_log("a serialized message from topic", subscription.get_topic_name(), take);
  if (is_taken) subscription.handle_serialized_message(message, info);
  subscription.return_serialized_message(message);
  return is_taken ? Taken::kCalledBack : Taken::kNothing;
}

/// Runs one event of an entity.
Taken execute(const rclcpp::SubscriptionBase::SharedPtr& subscription, MessageTaker* taker) {
  trace_execution(subscription->get_subscription_handle().get());
  if (MessageTaker::serves(*subscription)) return taker->take_and_call_back(subscription);
  if (is_serialized(*subscription)) return take_serialized_and_call_back(*subscription);
  // It does not tell.
  OpenExecutor::execute_subscription(subscription);
  return Taken::kCalledBack;
}
Taken execute(const rclcpp::ServiceBase::SharedPtr& service, MessageTaker*) {
  const auto header = service->create_request_header();
  auto request = service->create_request();
  const auto take = [&] { return service->take_type_erased_request(request.get(), *header); };
  if (!take_or_log("a request of service", service->get_service_name(), take))
    return Taken::kNothing;
  service->handle_request(header, request);
  return Taken::kCalledBack;
}
Taken execute(const rclcpp::ClientBase::SharedPtr& client, MessageTaker*) {
  const auto header = client->create_request_header();
  auto answer = client->create_response();
  const auto take = [&] { return client->take_type_erased_response(answer.get(), *header); };
  if (!take_or_log("an answer of service", client->get_service_name(), take))
    return Taken::kNothing;
  client->handle_response(header, answer);
  return Taken::kCalledBack;
}

/// How many things may wait in an entity where execute() does not tell whether there was one, by
/// the length of its queue; 0 where it does.
std::uint32_t count_untold(rclcpp::SubscriptionBase& subscription) {
  constexpr std::size_t kMost = 1000;
  if (MessageTaker::serves(subscription) || is_serialized(subscription)) return 0;
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(subscription.get_actual_qos().depth(), 1, kMost));
}
template <typename Entity>
std::uint32_t count_untold(Entity&) {
  return 0;
}

template <typename Entity>
class AttachedEntity : public Attached, public Source {
 public:
  AttachedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity),
        loop_(loop.loop),
        entity_(entity),
        catches_up_(count_untold(*entity) == 0) {
    if constexpr (std::is_same_v<Entity, rclcpp::SubscriptionBase>) {
      listen(*entity, [this, attached = attachment()](std::size_t events) {
        attached->tell([&] { loop_->post(this, static_cast<std::uint32_t>(events)); });
      });
    } else {
      listen(*entity, [this, attached = attachment(), watch = loop.watch,
                       awaited = awaited_of(loop, entity_)](std::size_t events) {
        attached->tell([&] {
          loop_->post(this, static_cast<std::uint32_t>(events));
          watch->look(awaited);
        });
      });
    }
    // What another loop was told of and has not run, the middleware does not tell of again.
    loop_->post(this, std::max(count_untold(*entity), 1U));
  }

  void add_to(EventLoop::Members* members) override { members->sources.push_back(this); }

  void run(std::uint32_t events) override {
    const auto entity = entity_.lock();
    if (entity == nullptr) return;
    const auto taker = taker_;
    const auto attached = attachment();
    run_events(loop_, this, *attached, events, [&] {
      // There may be more. Before the callback, which may throw, or destroy this.
      if (catches_up_) loop_->post(this);
      const Taken taken = execute(entity, taker.get());
      if (taken == Taken::kNothing) catches_up_ = false;
      return taken == Taken::kCalledBack;
    });
    // A callback may have ended its subscription, which then keeps no message.
    if (entity.use_count() == 1) taker->give_back();
  }

 protected:
  void ignore() override {
    if (const auto entity = entity_.lock()) executors::ignore(*entity);
  }

 private:
  EventLoop* const loop_;
  const std::weak_ptr<Entity> entity_;
  const std::shared_ptr<MessageTaker> taker_ = std::make_shared<MessageTaker>();
  /// Until nothing is left of what came before it was attached; of the loop's thread.
  bool catches_up_;
};

/// Nothing of it runs in the loop.
template <typename Entity>
class WatchedEntity : public Attached {
 public:
  WatchedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity), entity_(entity) {
    listen(*entity,
           [attached = attachment(), watch = loop.watch, awaited = awaited_of(loop, entity_)](
               std::size_t) { attached->tell([&] { watch->look(awaited); }); });
  }

  void add_to(EventLoop::Members*) override {}

 protected:
  void ignore() override {
    if (const auto entity = entity_.lock()) executors::ignore(*entity);
  }

 private:
  const std::weak_ptr<Entity> entity_;
};

}  // namespace

std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::SubscriptionBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::SubscriptionBase>>(loop, entity);
}
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::ServiceBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::ServiceBase>>(loop, entity);
}
std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::ClientBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::ClientBase>>(loop, entity);
}
std::unique_ptr<Attached> watch(const LoopOfExecutor& loop,
                                const rclcpp::ServiceBase::SharedPtr& entity) {
  return std::make_unique<WatchedEntity<rclcpp::ServiceBase>>(loop, entity);
}
std::unique_ptr<Attached> watch(const LoopOfExecutor& loop,
                                const rclcpp::ClientBase::SharedPtr& entity) {
  return std::make_unique<WatchedEntity<rclcpp::ClientBase>>(loop, entity);
}

}  // namespace executors
