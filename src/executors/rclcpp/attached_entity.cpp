// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Subscriptions, services and clients: what the middleware tells of.
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attached.hpp"
#include "message_taker.hpp"
#include "rclcpp/logging.hpp"

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
void ignore(rclcpp::ServiceBase& entity) { entity.clear_on_new_request_callback(); }
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

template <typename Entity>
class AttachedEntity : public Attached, public Source {
 public:
  AttachedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity), loop_(loop.loop), entity_(entity) {
    if constexpr (std::is_same_v<Entity, rclcpp::SubscriptionBase>) {
      listen(*entity,
             [this](std::size_t events) { loop_->post(this, static_cast<std::uint32_t>(events)); });
    } else {
      listen(*entity,
             [this, watch = loop.watch, awaited = awaited_of(loop, entity_)](std::size_t events) {
               loop_->post(this, static_cast<std::uint32_t>(events));
               watch->look(awaited);
             });
    }
  }

  void add_to(std::vector<const Source*>* sources, std::vector<const Timer*>*) override {
    sources->push_back(this);
  }

  void run(std::uint32_t events) override {
    const auto entity = entity_.lock();
    if (entity == nullptr) return;
    const auto taker = taker_;
    const Attachment attached = attachment();
    run_events(loop_, this, attached, events, [&] { execute(entity, taker.get()); });
  }

 protected:
  void ignore() override {
    if (const auto entity = entity_.lock()) executors::ignore(*entity);
  }

 private:
  static void execute(const rclcpp::SubscriptionBase::SharedPtr& entity, MessageTaker* taker) {
    if (!MessageTaker::serves(*entity)) return OpenExecutor::execute_subscription(entity);
    taker->take_and_call_back(entity);
  }
  static void execute(const rclcpp::ServiceBase::SharedPtr& entity, MessageTaker*) {
    OpenExecutor::execute_service(entity);
  }
  static void execute(const rclcpp::ClientBase::SharedPtr& entity, MessageTaker*) {
    OpenExecutor::execute_client(entity);
  }

  EventLoop* const loop_;
  const std::weak_ptr<Entity> entity_;
  const std::shared_ptr<MessageTaker> taker_ = std::make_shared<MessageTaker>();
};

/// Nothing of it runs in the loop.
template <typename Entity>
class WatchedEntity : public Attached {
 public:
  WatchedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity), entity_(entity) {
    listen(*entity, [watch = loop.watch, awaited = awaited_of(loop, entity_)](std::size_t) {
      watch->look(awaited);
    });
  }

  void add_to(std::vector<const Source*>*, std::vector<const Timer*>*) override {}

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
