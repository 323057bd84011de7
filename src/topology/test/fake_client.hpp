// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__TEST__FAKE_CLIENT_HPP_
#define TOPOLOGY__TEST__FAKE_CLIENT_HPP_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client.hpp"

namespace topology::test {

/// A client library without middleware: the test calls the callbacks and sees what was sent.
class FakeClient : public ClientNode {
 public:
  struct FakePublisher : PublisherPort {
    FakePublisher(std::vector<MessageHeader>* log, const std::size_t* subscriptions)
        : sent(log), matches(subscriptions) {}
    Borrowed borrow(std::size_t size) override {
      buffer.resize(size);
      return {buffer.data(), size};
    }
    bool send(const MessageHeader& header) override {
      sent->push_back(header);
      return true;
    }
    std::size_t match_count() override { return *matches; }
    std::vector<MessageHeader>* sent;
    const std::size_t* matches;
    std::vector<std::uint8_t> buffer;
  };
  struct FakeSubscription : SubscriptionPort {
    std::size_t match_count() override { return 1; }
  };
  struct FakeTimer : TimerPort {
    explicit FakeTimer(std::size_t* count) : renewals(count) {}
    void renew() override { ++*renewals; }
    std::size_t* renewals;
  };
  struct FakeCaller : ClientPort {
    explicit FakeCaller(std::vector<MessageHeader>* log) : sent(log) {}
    bool is_server_there() override { return true; }
    bool send(const MessageHeader& header) override {
      sent->push_back(header);
      return true;
    }
    std::vector<MessageHeader>* sent;
  };

  std::string full_name() const override { return "/test/node"; }
  std::string binding() const override { return "fake"; }
  std::string executor_name() const override { return "none"; }
  std::string middleware() const override { return "none"; }
  std::optional<std::uint64_t> take_wake_ups() override { return 3; }
  Discovered discover(const std::vector<std::string>&) override { return {2, 4}; }

  std::unique_ptr<PublisherPort> make_publisher(const PublisherDescription& description) override {
    return std::make_unique<FakePublisher>(&sent[description.name], &subscriptions);
  }
  std::unique_ptr<SubscriptionPort> make_subscription(const SubscriptionDescription& description,
                                                      MessageCallback callback) override {
    on_message[description.name] = std::move(callback);
    return std::make_unique<FakeSubscription>();
  }
  std::unique_ptr<TimerPort> make_timer(std::int64_t period_ns, bool is_apart,
                                        TimerCallback callback) override {
    timers_apart += is_apart ? 1 : 0;
    on_timer.emplace_back(period_ns, std::move(callback));
    return std::make_unique<FakeTimer>(&renewals);
  }
  std::unique_ptr<Port> make_server(const ServerDescription& description,
                                    RequestCallback callback) override {
    on_request[description.name] = std::move(callback);
    return std::make_unique<Port>();
  }
  std::unique_ptr<ClientPort> make_client(const ClientDescription& description,
                                          AnswerCallback callback) override {
    on_answer[description.name] = std::move(callback);
    return std::make_unique<FakeCaller>(&sent[description.name]);
  }
  std::unique_ptr<Port> make_action_server(const ActionServerDescription& description,
                                           GoalCallback callback) override {
    on_goal[description.name] = std::move(callback);
    return std::make_unique<Port>();
  }
  std::unique_ptr<ClientPort> make_action_client(const ActionClientDescription& description,
                                                 AnswerCallback callback) override {
    on_answer[description.name] = std::move(callback);
    return std::make_unique<FakeCaller>(&sent[description.name]);
  }

  std::size_t renewals = 0;  ///< Of all timers.
  std::size_t timers_apart = 0;
  std::size_t subscriptions = 1;  ///< What every publisher has discovered.
  std::map<std::string, std::vector<MessageHeader>> sent;
  std::map<std::string, MessageCallback> on_message;
  std::vector<std::pair<std::int64_t, TimerCallback>> on_timer;
  std::map<std::string, RequestCallback> on_request;
  std::map<std::string, AnswerCallback> on_answer;
  std::map<std::string, GoalCallback> on_goal;
};

}  // namespace topology::test

#endif  // TOPOLOGY__TEST__FAKE_CLIENT_HPP_
