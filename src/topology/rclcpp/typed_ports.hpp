// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCLCPP__TYPED_PORTS_HPP_
#define TOPOLOGY__RCLCPP__TYPED_PORTS_HPP_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "client.hpp"
#include "message_ports.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/version.h"
#include "ros/data_access.hpp"
#include "ros/generated_header.hpp"
#include "ros/qos.hpp"

namespace topology {

inline rclcpp::QoS to_rclcpp(const Qos& qos) {
  const rmw_qos_profile_t profile = to_rmw(qos);
  return rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(profile), profile);
}

inline rclcpp::IntraProcessSetting intra_process_of(const Qos& qos, bool intra_process) {
  // A message for those who come later is the middleware's to keep, and rclcpp passes none by
  // pointer into a history that keeps all.
  if (qos.transient_local || qos.keep_all) return rclcpp::IntraProcessSetting::Disable;
  return intra_process ? rclcpp::IntraProcessSetting::Enable
                       : rclcpp::IntraProcessSetting::NodeDefault;
}

/// A count that rclcpp gives; none once the context is gone.
template <typename Get>
auto quietly(Get&& get) -> decltype(get()) {
  try {
    return get();
  } catch (const std::exception&) {
    return {};
  }
}

template <typename Message>
class TypedPublisher : public PublisherPort {
 public:
  TypedPublisher(rclcpp::Node* node, const PublisherDescription& description, bool intra_process)
      : description_(description) {
    rclcpp::PublisherOptions options;
    // Where messages pass by pointer rclcpp lends none or, before it looked for that, lost them.
    options.use_intra_process_comm = description.pass_by == PassBy::kLoanedMsg
                                         ? rclcpp::IntraProcessSetting::Disable
                                         : intra_process_of(description.qos, intra_process);
    publisher_ =
        node->create_publisher<Message>(description.topic, to_rclcpp(description.qos), options);
    if (description.pass_by == PassBy::kLoanedMsg && !publisher_->can_loan_messages()) {
      throw no_loan_for(description);
    }
  }

  Borrowed borrow(std::size_t size) override {
    Message* const message = make_message();
    if (message == nullptr) return {};
    resize<Message>(message, size);
    set_picture<Message>(message, description_.payload);
    return {data_of<Message>(message), size_of<Message>(message)};
  }

  bool send(const MessageHeader& header) override {
    try {
      if (loan_) {
        to_ros(header, &loan_->get().header);
        publisher_->publish(std::move(*loan_));
        loan_.reset();
      } else if (unique_) {
        to_ros(header, &unique_->header);
        publisher_->publish(std::move(unique_));
      } else {
        to_ros(header, &shared_->header);
        publisher_->publish(*shared_);
      }
    } catch (const std::exception&) {
      loan_.reset();
      return false;
    }
    return true;
  }

  std::size_t match_count() override {
    return quietly([this] { return publisher_->get_subscription_count(); });
  }

 private:
  static constexpr auto kUninitialised = rosidl_runtime_cpp::MessageInitialization::SKIP;

  Message* make_message() {
    switch (description_.pass_by) {
      case PassBy::kLoanedMsg:
        try {
          loan_.emplace(publisher_->borrow_loaned_message());
        } catch (const std::exception&) {
          return nullptr;
        }
        return &loan_->get();
      case PassBy::kSharedPtr:
        shared_ = std::make_shared<Message>(kUninitialised);
        return shared_.get();
      default:
        unique_ = std::make_unique<Message>(kUninitialised);
        return unique_.get();
    }
  }

  const PublisherDescription description_;
  typename rclcpp::Publisher<Message>::SharedPtr publisher_;
  std::unique_ptr<Message> unique_;
  std::shared_ptr<Message> shared_;
  std::optional<rclcpp::LoanedMessage<Message>> loan_;
};

template <typename Message>
class TypedSubscription : public SubscriptionPort {
 public:
  TypedSubscription(rclcpp::Node* node, const SubscriptionDescription& description,
                    bool intra_process, const Group& group, MessageCallback callback) {
    rclcpp::SubscriptionOptions options;
    options.callback_group = group;
    // Of messages that nobody takes rclcpp would keep those in a buffer that it passes by pointer.
    options.use_intra_process_comm = description.taken
                                         ? intra_process_of(description.qos, intra_process)
                                         : rclcpp::IntraProcessSetting::Disable;
    const rclcpp::QoS qos = to_rclcpp(description.qos);
    if (description.pass_by == PassBy::kUniquePtr) {
      subscription_ = node->create_subscription<Message>(
          description.topic, qos,
          [callback = std::move(callback)](std::unique_ptr<Message> message) {
            call(callback, *message);
          },
          options);
    } else if (description.pass_by == PassBy::kLoanedMsg) {
      // The only form that rclcpp takes for safe with a loan.
      subscription_ = node->create_subscription<Message>(
          description.topic, qos,
          [callback = std::move(callback)](const Message& message) { call(callback, message); },
          options);
    } else {
      subscription_ = node->create_subscription<Message>(
          description.topic, qos,
          [callback = std::move(callback)](std::shared_ptr<const Message> message) {
            call(callback, *message);
          },
          options);
    }
  }

  std::size_t match_count() override {
    return quietly([this] { return subscription_->get_publisher_count(); });
  }

 private:
  static void call(const MessageCallback& callback, const Message& message) {
    // Read only; the access is written for publishers too.
    auto* const bytes = data_of<Message>(const_cast<Message*>(&message));
    callback({from_ros(message.header), bytes, size_of<Message>(&message)});
  }

  typename rclcpp::Subscription<Message>::SharedPtr subscription_;
};

template <typename Service>
class TypedServer : public Port {
 public:
  TypedServer(rclcpp::Node* node, const ServerDescription& description, const Group& group,
              RequestCallback callback) {
    const auto answer = [callback = std::move(callback), size = description.size_bytes](
                            const std::shared_ptr<typename Service::Request> request,
                            std::shared_ptr<typename Service::Response> response) {
      MessageHeader header = from_ros(request->header);
      callback(header);
      resize<typename Service::Response>(response.get(), size);
      header.size = static_cast<std::uint32_t>(size_of<typename Service::Response>(response.get()));
      to_ros(header, &response->header);
    };
#if RCLCPP_VERSION_GTE(17, 0, 0)
    server_ = node->create_service<Service>(description.service, answer, to_rclcpp(description.qos),
                                            group);
#else
    server_ =
        node->create_service<Service>(description.service, answer, to_rmw(description.qos), group);
#endif
  }

 private:
  typename rclcpp::Service<Service>::SharedPtr server_;
};

template <typename Service>
class TypedClient : public ClientPort {
 public:
  TypedClient(rclcpp::Node* node, const ClientDescription& description, const Group& group,
              AnswerCallback callback)
      : callback_(std::move(callback)) {
#if RCLCPP_VERSION_GTE(17, 0, 0)
    client_ = node->create_client<Service>(description.service, to_rclcpp(description.qos), group);
#else
    client_ = node->create_client<Service>(description.service, to_rmw(description.qos), group);
#endif
  }

  bool is_server_there() override {
    return quietly([this] { return client_->service_is_ready(); });
  }

  bool send(const MessageHeader& header) override {
    auto request = std::make_shared<typename Service::Request>();
    to_ros(header, &request->header);
    try {
      const auto sent = client_->async_send_request(
          request, [this](typename rclcpp::Client<Service>::SharedFuture future) {
            const MessageHeader answer = from_ros(future.get()->header);
            forget(answer.tracking_number);
            callback_(answer, true);
          });
      unanswered_.push_back({header.tracking_number, header.stamp_ns, sent.request_id});
      while (header.stamp_ns - unanswered_.front().stamp_ns > kPatienceNs) {
        client_->remove_pending_request(unanswered_.front().id);
        unanswered_.pop_front();
      }
    } catch (const std::exception&) {
      return false;
    }
    return true;
  }

 private:
  struct Request {
    std::uint32_t number;
    std::int64_t stamp_ns;
    std::int64_t id;
  };
  /// For an answer, which may never come: rclcpp would keep the request for good.
  static constexpr std::int64_t kPatienceNs = 60'000'000'000;

  void forget(std::uint32_t number) {
    const auto found = std::lower_bound(
        unanswered_.begin(), unanswered_.end(), number,
        [](const Request& request, std::uint32_t other) { return request.number < other; });
    if (found != unanswered_.end() && found->number == number) unanswered_.erase(found);
  }

  const AnswerCallback callback_;
  std::deque<Request> unanswered_;  ///< By number.
  typename rclcpp::Client<Service>::SharedPtr client_;
};

template <typename Port, typename TypedPort, typename... Arguments>
std::unique_ptr<Port> make_port(Arguments... arguments) {
  return std::make_unique<TypedPort>(std::forward<Arguments>(arguments)...);
}

template <typename Message>
MessagePorts ports_for() {
  return {make_port<PublisherPort, TypedPublisher<Message>>,
          make_port<SubscriptionPort, TypedSubscription<Message>>};
}

template <typename Service>
ServicePorts service_ports_for() {
  return {make_port<Port, TypedServer<Service>>, make_port<ClientPort, TypedClient<Service>>};
}

}  // namespace topology

#endif  // TOPOLOGY__RCLCPP__TYPED_PORTS_HPP_
