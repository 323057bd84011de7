// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__CLIENT_HPP_
#define TOPOLOGY__CLIENT_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "description.hpp"
#include "message_header.hpp"

/// What a node needs of a client library; rcl and rclcpp have a binding each.
namespace topology {

/// A message that was received, for as long as its callback runs.
struct Received {
  MessageHeader header;
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

/// A message to be filled.
struct Borrowed {
  std::uint8_t* data = nullptr;  ///< nullptr: there is none to be had.
  std::size_t size = 0;
};

class PublisherPort {
 public:
  virtual ~PublisherPort() = default;
  /// A message with room for so much data, `header.size` at its sending.
  virtual Borrowed borrow(std::size_t size) = 0;
  /// Sends the borrowed message; false if the middleware refuses it.
  virtual bool send(const MessageHeader& header) = 0;
  virtual std::size_t match_count() = 0;
};

class SubscriptionPort {
 public:
  virtual ~SubscriptionPort() = default;
  virtual std::size_t match_count() = 0;
};

/// A service's or an action's client.
class ClientPort {
 public:
  virtual ~ClientPort() = default;
  virtual bool is_server_there() = 0;
  virtual bool send(const MessageHeader& header) = 0;
};

/// Something that only has to live: a server.
class Port {
 public:
  virtual ~Port() = default;
};

class TimerPort {
 public:
  virtual ~TimerPort() = default;
  /// Lets it be due a period from now, as a timer made anew in its place. To be called from
  /// callbacks of its node, but not from its own.
  virtual void renew() = 0;
};

using MessageCallback = std::function<void(const Received&)>;
using TimerCallback = std::function<void(std::uint64_t missed)>;
using RequestCallback = std::function<void(const MessageHeader& request)>;
/// Calls `feedback` for each feedback to be sent.
using GoalCallback =
    std::function<void(const MessageHeader& goal, const std::function<void()>& feedback)>;
/// An answer or result carries the header of what it answers.
using AnswerCallback = std::function<void(const MessageHeader& sent, bool succeeded)>;

/// Bytes at the beginning of an endpoint's identifier that are its participant's.
constexpr std::size_t kParticipantPrefix = 12;

/// What discovery has found of some topics.
struct Discovered {
  std::size_t participants = 0;
  std::size_t endpoints = 0;
};

/// A node of the client library. Its callbacks never run two at a time. What it makes must be
/// gone before it.
class ClientNode {
 public:
  virtual ~ClientNode() = default;
  virtual std::string full_name() const = 0;
  virtual std::string binding() const = 0;
  virtual std::string executor_name() const = 0;
  virtual std::string middleware() const = 0;
  /// Of the executor, since the last call by any of its nodes, and of the one that is the node's
  /// own; unknown where they do not count.
  virtual std::optional<std::uint64_t> take_wake_ups() = 0;
  virtual Discovered discover(const std::vector<std::string>& topics) = 0;

  virtual std::unique_ptr<PublisherPort> make_publisher(
      const PublisherDescription& description) = 0;
  virtual std::unique_ptr<SubscriptionPort> make_subscription(
      const SubscriptionDescription& description, MessageCallback callback) = 0;
  /// A period of zero: at every turn of the executor. One that is apart is spun by the thread that
  /// entities with an executor of their own have.
  virtual std::unique_ptr<TimerPort> make_timer(std::int64_t period_ns, bool is_apart,
                                                TimerCallback callback) = 0;
  virtual std::unique_ptr<Port> make_server(const ServerDescription& description,
                                            RequestCallback callback) = 0;
  virtual std::unique_ptr<ClientPort> make_client(const ClientDescription& description,
                                                  AnswerCallback callback) = 0;
  virtual std::unique_ptr<Port> make_action_server(const ActionServerDescription& description,
                                                   GoalCallback callback) = 0;
  virtual std::unique_ptr<ClientPort> make_action_client(const ActionClientDescription& description,
                                                         AnswerCallback callback) = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__CLIENT_HPP_
