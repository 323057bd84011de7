// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__DESCRIPTION_HPP_
#define TOPOLOGY__DESCRIPTION_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bad_parameter.hpp"
#include "message_kind.hpp"
#include "parameters.hpp"

namespace topology {

enum class PassBy { kUniquePtr, kSharedPtr, kLoanedMsg };
enum class PayloadKind { kPattern, kRaw, kJpeg };

struct Qos {
  bool keep_all = false;
  std::size_t depth = 10;
  bool best_effort = false;
  bool transient_local = false;
};

/// What a callback does before it publishes.
struct Work {
  std::int64_t busy_us = 0;  ///< CPU time of the thread.
  std::int64_t primes = 0;   ///< All primes up to this.
  std::int64_t sleep_us = 0;

  bool is_any() const { return busy_us > 0 || primes > 0 || sleep_us > 0; }
};

struct Payload {
  PayloadKind kind = PayloadKind::kPattern;
  std::size_t size_bytes = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int jpeg_quality = 0;
};

/// period_ns of a client that never calls.
constexpr std::int64_t kNeverCalls = 0;
/// period_ns of a publisher.
constexpr std::int64_t kByCallbacksOnly = 0;
constexpr std::int64_t kAsFastAsPossible = -1;

struct PublisherDescription {
  std::string name;
  std::string topic;
  const MessageKind* kind = nullptr;
  Payload payload;
  std::int64_t period_ns = kByCallbacksOnly;
  std::uint64_t count = 0;       ///< Stop after so many; 0: never.
  std::uint64_t skip_every = 0;  ///< Leave every Nth tracking number out; 0: none.
  PassBy pass_by = PassBy::kUniquePtr;
  Qos qos;
  std::size_t matches = 0;  ///< Subscriptions to be discovered.
};

struct SubscriptionDescription {
  std::string name;
  std::string topic;
  const MessageKind* kind = nullptr;
  PassBy pass_by = PassBy::kSharedPtr;
  Qos qos;
  std::int64_t late_ns = 0;
  std::int64_t too_late_ns = 0;
  Work work;
  std::vector<std::string> publishes;
  bool decode = false;
  bool fused = false;  ///< Waits for the node's other fused subscriptions.
  std::vector<std::string> paths;
  std::size_t matches = 1;    ///< Publishers to be discovered.
  bool own_executor = false;  ///< A thread of the node's own runs it, and not its executor.
  bool taken = true;          ///< Otherwise nothing runs it, and messages stay in the middleware.
};

struct TimerDescription {
  std::string name;
  std::int64_t period_ns = 0;
  Work work;
  std::vector<std::string> publishes;
  std::int64_t renews = 0;    ///< Further timers that each call makes anew and that are never due.
  bool own_executor = false;  ///< As of a subscription.
};

struct ServerDescription {
  std::string name;
  std::string service;
  const MessageKind* kind = nullptr;
  std::size_t size_bytes = 0;  ///< Of the answer.
  Work work;
  std::vector<std::string> publishes;
  Qos qos;
};

struct ClientDescription {
  std::string name;
  std::string service;
  const MessageKind* kind = nullptr;
  std::int64_t period_ns = 0;
  Qos qos;
  bool own_executor = false;  ///< As of a subscription.
};

struct ActionServerDescription {
  std::string name;
  std::string action;
  std::size_t size_bytes = 0;  ///< Of the data of a result, and of a feedback message.
  std::int64_t feedback = 0;
  Work work;
  bool own_executor = false;  ///< As of a subscription.
};

struct ActionClientDescription {
  std::string name;
  std::string action;
  std::size_t size_bytes = 0;  ///< Of the data of a goal.
  std::int64_t period_ns = 0;
};

/// A node's part of a topology.
struct NodeDescription {
  std::vector<PublisherDescription> publishers;
  std::vector<SubscriptionDescription> subscriptions;
  std::vector<TimerDescription> timers;
  std::vector<ServerDescription> servers;
  std::vector<ClientDescription> clients;
  std::vector<ActionServerDescription> action_servers;
  std::vector<ActionClientDescription> action_clients;
  std::string rmw;            ///< Middleware that it is to run with; empty: any.
  bool own_executor = false;  ///< A thread of its own spins it, wherever it is.
  bool intra_process = false;
  bool track = true;
  std::string statistics_file;  ///< Empty: none.
  std::int64_t statistics_period_ns = 0;
  bool statistics_matches = false;  ///< Every change of the number of matches is written.
};

/// Whether some of its entities are spun by a thread of its own, and the others are not.
bool has_entities_apart(const NodeDescription& node);

/// The mistake of a publisher that is to lend messages of a type that the middleware lends none of.
BadParameter no_loan_for(const PublisherDescription& publisher);

/// Reads a node's parameters.
/// \throws BadParameter that names the parameter and what would be right.
NodeDescription read_description(const ParameterMap& parameters);

}  // namespace topology

#endif  // TOPOLOGY__DESCRIPTION_HPP_
