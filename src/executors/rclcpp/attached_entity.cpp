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

void Warn(const std::string& what, const std::string& service) {
  RCLCPP_WARN(rclcpp::get_logger("nav2_composition_bench"), "%s",
              WaitWarning(what, service).c_str());
}

/// A callback that has run for long may wait for an answer; so may it for one to a request, if the
/// client is in the loop too.
std::shared_ptr<Awaited> AwaitedOf(const LoopOfExecutor&,
                                   const std::weak_ptr<rclcpp::ClientBase>& weak_client) {
  return std::make_shared<Awaited>([weak_client] {
    const auto client = weak_client.lock();
    if (client == nullptr) return false;
    Warn("the answer", client->get_service_name());
    return true;
  });
}
std::shared_ptr<Awaited> AwaitedOf(const LoopOfExecutor& loop,
                                   const std::weak_ptr<rclcpp::ServiceBase>& weak_service) {
  return std::make_shared<Awaited>([has_client = loop.has_client, weak_service] {
    const auto service = weak_service.lock();
    if (service == nullptr || !has_client(service->get_service_name())) return false;
    Warn("a request", service->get_service_name());
    return true;
  });
}

template <typename Entity>
class AttachedEntity : public Attached, public Source {
 public:
  AttachedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity), entity_(entity) {
    if constexpr (std::is_same_v<Entity, rclcpp::SubscriptionBase>) {
      Listen(*entity, [loop = loop.loop, this](std::size_t events) {
        loop->Post(this, static_cast<std::uint32_t>(events));
      });
    } else {
      Listen(*entity, [loop = loop.loop, watch = loop.watch, this,
                       awaited = AwaitedOf(loop, entity_)](std::size_t events) {
        loop->Post(this, static_cast<std::uint32_t>(events));
        watch->Look(awaited);
      });
    }
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
  static void Execute(const rclcpp::SubscriptionBase::SharedPtr& entity, MessageTaker* taker) {
    if (!MessageTaker::Serves(*entity)) return OpenExecutor::execute_subscription(entity);
    taker->TakeAndCallBack(entity);
  }
  static void Execute(const rclcpp::ServiceBase::SharedPtr& entity, MessageTaker*) {
    OpenExecutor::execute_service(entity);
  }
  static void Execute(const rclcpp::ClientBase::SharedPtr& entity, MessageTaker*) {
    OpenExecutor::execute_client(entity);
  }

  const std::weak_ptr<Entity> entity_;
  const std::shared_ptr<MessageTaker> taker_ = std::make_shared<MessageTaker>();
};

/// Nothing of it runs in the loop.
template <typename Entity>
class WatchedEntity : public Attached {
 public:
  WatchedEntity(const LoopOfExecutor& loop, const std::shared_ptr<Entity>& entity)
      : Attached(entity), entity_(entity) {
    Listen(*entity, [watch = loop.watch, awaited = AwaitedOf(loop, entity_)](std::size_t) {
      watch->Look(awaited);
    });
  }

  void AddTo(std::vector<const Source*>*, std::vector<const Timer*>*) override {}

 protected:
  void Ignore() override {
    if (const auto entity = entity_.lock()) executors::Ignore(*entity);
  }

 private:
  const std::weak_ptr<Entity> entity_;
};

}  // namespace

std::unique_ptr<Attached> Attach(const LoopOfExecutor& loop,
                                 const rclcpp::SubscriptionBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::SubscriptionBase>>(loop, entity);
}
std::unique_ptr<Attached> Attach(const LoopOfExecutor& loop,
                                 const rclcpp::ServiceBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::ServiceBase>>(loop, entity);
}
std::unique_ptr<Attached> Attach(const LoopOfExecutor& loop,
                                 const rclcpp::ClientBase::SharedPtr& entity) {
  return std::make_unique<AttachedEntity<rclcpp::ClientBase>>(loop, entity);
}
std::unique_ptr<Attached> Watch(const LoopOfExecutor& loop,
                                const rclcpp::ServiceBase::SharedPtr& entity) {
  return std::make_unique<WatchedEntity<rclcpp::ServiceBase>>(loop, entity);
}
std::unique_ptr<Attached> Watch(const LoopOfExecutor& loop,
                                const rclcpp::ClientBase::SharedPtr& entity) {
  return std::make_unique<WatchedEntity<rclcpp::ClientBase>>(loop, entity);
}

}  // namespace executors
