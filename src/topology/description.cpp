// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <algorithm>
#include <limits>

#include "entity_parameters.hpp"
#include "jpeg_codec.hpp"

namespace topology {

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMaxBytes = 64 * 1024 * 1024;
constexpr std::int64_t kMaxRenewed = 1'000;
constexpr int kBytesPerPixel = 3;

PassBy read_pass_by(ParameterReader* reader, const std::string& at, PassBy fallback,
                    const MessageKind& kind) {
  const auto pass_by =
      static_cast<PassBy>(reader->choice(at + "pass_by", static_cast<std::size_t>(fallback),
                                         {"unique_ptr", "shared_ptr", "loaned_msg"}));
  if (pass_by == PassBy::kLoanedMsg && !kind.is_bounded()) {
    throw BadParameter(at + "pass_by",
                       "is loaned_msg, but only messages of fixed size can be lent; " + kind.name +
                           " is not, so take unique_ptr or shared_ptr");
  }
  return pass_by;
}

std::size_t read_size(ParameterReader* reader, const std::string& at) {
  return static_cast<std::size_t>(reader->integer(at + "size_bytes", 0, 0, kMaxBytes));
}

Payload read_payload(ParameterReader* reader, const std::string& at, const MessageKind& kind) {
  Payload payload;
  payload.kind =
      static_cast<PayloadKind>(reader->choice(at + "payload", 0, {"pattern", "raw", "jpeg"}));
  const std::size_t size = read_size(reader, at);
  if (kind.is_bounded() && size != 0 && size != kind.size_bytes) {
    throw BadParameter(at + "size_bytes", "is " + std::to_string(size) + "; a " + kind.name +
                                              " always has " + std::to_string(kind.size_bytes));
  }
  payload.size_bytes = kind.is_bounded() ? kind.size_bytes : size;
  const bool is_picture = payload.kind != PayloadKind::kPattern;
  const std::int64_t least = is_picture ? 1 : 0;
  payload.width = static_cast<std::uint32_t>(reader->integer(at + "width", 0, least, 16'384));
  payload.height = static_cast<std::uint32_t>(reader->integer(at + "height", 0, least, 16'384));
  payload.jpeg_quality = static_cast<int>(reader->integer(at + "jpeg_quality", 90, 1, 100));
  if (!is_picture) return payload;
  if (kind.name != kImage) throw BadParameter(at + "payload", "needs the type image");
  if (payload.width == 0) throw BadParameter(at + "width", "is missing; an image has pixels");
  if (payload.height == 0) throw BadParameter(at + "height", "is missing; an image has pixels");
  payload.size_bytes = std::size_t{payload.width} * payload.height * kBytesPerPixel;
  if (payload.kind == PayloadKind::kJpeg && !has_jpeg()) {
    throw BadParameter(at + "payload", std::string("is jpeg, but ") + kNoJpeg);
  }
  return payload;
}

PublisherDescription read_publisher(ParameterReader* reader, const std::string& name) {
  const std::string at = "publisher." + name + ".";
  PublisherDescription publisher;
  publisher.name = name;
  publisher.topic = read_full_name(reader, at + "topic");
  publisher.kind = read_kind(reader, at + "type", false);
  publisher.payload = read_payload(reader, at, *publisher.kind);
  publisher.period_ns = reader->integer(at + "period_ns", 0, kAsFastAsPossible, kLongestPeriodNs);
  if (publisher.period_ns > 0 && publisher.period_ns < kShortestPeriodNs) {
    throw BadParameter(at + "period_ns",
                       "is " + std::to_string(publisher.period_ns) + "; the shortest is " +
                           std::to_string(kShortestPeriodNs) + ", and -1 is as fast as it goes");
  }
  publisher.count = static_cast<std::uint64_t>(reader->integer(at + "count", 0, 0, kMax));
  publisher.skip_every = static_cast<std::uint64_t>(reader->integer(at + "skip_every", 0, 0, kMax));
  if (publisher.skip_every == 1) {
    throw BadParameter(at + "skip_every", "is 1, which leaves no message; take 0 or 2 and more");
  }
  publisher.pass_by = read_pass_by(reader, at, PassBy::kUniquePtr, *publisher.kind);
  publisher.qos = read_qos(reader, at);
  publisher.matches = static_cast<std::size_t>(reader->integer(at + "matches", 0, 0, 1'000'000));
  return publisher;
}

SubscriptionDescription read_subscription(ParameterReader* reader, const std::string& name,
                                          const std::vector<std::string>& publishers) {
  const std::string at = "subscription." + name + ".";
  SubscriptionDescription subscription;
  subscription.name = name;
  subscription.topic = read_full_name(reader, at + "topic");
  subscription.kind = read_kind(reader, at + "type", false);
  subscription.pass_by = read_pass_by(reader, at, PassBy::kSharedPtr, *subscription.kind);
  subscription.qos = read_qos(reader, at);
  subscription.late_ns = reader->integer(at + "late_ns", 0, 0, kMax);
  subscription.too_late_ns = reader->integer(at + "too_late_ns", 0, 0, kMax);
  subscription.work = read_work(reader, at);
  subscription.publishes = read_publishes(reader, at + "publishes", publishers);
  subscription.decode = reader->flag(at + "decode", false);
  if (subscription.decode && subscription.kind->name != kImage) {
    throw BadParameter(at + "decode", "needs the type image");
  }
  if (subscription.decode && !has_jpeg()) {
    throw BadParameter(at + "decode", std::string("is true, but ") + kNoJpeg);
  }
  subscription.fused = reader->flag(at + "fused", false);
  subscription.paths = reader->names(at + "paths");
  subscription.matches = static_cast<std::size_t>(reader->integer(at + "matches", 1, 0, 1'000'000));
  subscription.own_executor = reader->flag(at + "own_executor", false);
  // Nothing of a node is made for two threads but what each of its callbacks has for itself.
  if (subscription.own_executor && (subscription.fused || !subscription.publishes.empty())) {
    throw BadParameter(at + "own_executor",
                       "is true, but its callback publishes or is fused; leave one of them out");
  }
  subscription.taken = reader->flag(at + "taken", true);
  const bool has_callback = subscription.own_executor || subscription.fused ||
                            subscription.decode || !subscription.publishes.empty() ||
                            !subscription.paths.empty() || subscription.work.is_any();
  if (!subscription.taken && has_callback) {
    throw BadParameter(at + "taken", "is false, but its callback does something; leave that out");
  }
  return subscription;
}

// What a timer of another thread does must be its alone.
void refuse_shared(const TimerDescription& timer, const NodeDescription& node) {
  const std::string at = "timer." + timer.name + ".own_executor";
  if (timer.renews != 0) throw BadParameter(at, "is true, but it renews others; leave one out");
  std::vector<std::string> others;
  const auto add = [&others](const std::vector<std::string>& names) {
    others.insert(others.end(), names.begin(), names.end());
  };
  for (const PublisherDescription& each : node.publishers) {
    if (each.period_ns != kByCallbacksOnly) others.push_back(each.name);
  }
  for (const SubscriptionDescription& each : node.subscriptions) add(each.publishes);
  for (const ServerDescription& each : node.servers) add(each.publishes);
  for (const TimerDescription& each : node.timers) {
    if (each.name != timer.name) add(each.publishes);
  }
  for (const std::string& name : timer.publishes) {
    if (std::find(others.begin(), others.end(), name) == others.end()) continue;
    throw BadParameter(at, "is true, but something else publishes '" + name + "' too");
  }
}

void read_services(ParameterReader* reader, const std::vector<std::string>& publishers,
                   NodeDescription* node) {
  for (const std::string& name : reader->names("servers")) {
    const std::string at = "server." + name + ".";
    ServerDescription server;
    server.name = name;
    server.service = read_full_name(reader, at + "service");
    server.kind = read_kind(reader, at + "type", true);
    const std::size_t size = read_size(reader, at);
    server.size_bytes = server.kind->is_bounded() ? server.kind->size_bytes : size;
    server.work = read_work(reader, at);
    server.publishes = read_publishes(reader, at + "publishes", publishers);
    server.qos = read_qos(reader, at);
    node->servers.push_back(server);
  }
  for (const std::string& name : reader->names("clients")) {
    const std::string at = "client." + name + ".";
    node->clients.push_back({name, read_full_name(reader, at + "service"),
                             read_kind(reader, at + "type", true), read_calling_period(reader, at),
                             read_qos(reader, at), reader->flag(at + "own_executor", false)});
    if (node->clients.back().own_executor && node->clients.back().period_ns != kNeverCalls) {
      throw BadParameter(at + "own_executor", "is true, but it calls; leave out period_ns");
    }
  }
}

void read_actions(ParameterReader* reader, NodeDescription* node) {
  for (const std::string& name : reader->names("action_servers")) {
    const std::string at = "action_server." + name + ".";
    node->action_servers.push_back(
        {name, read_full_name(reader, at + "action"), read_size(reader, at),
         reader->integer(at + "feedback", 0, 0, 1'000'000), read_work(reader, at),
         reader->flag(at + "own_executor", false)});
  }
  for (const std::string& name : reader->names("action_clients")) {
    const std::string at = "action_client." + name + ".";
    node->action_clients.push_back({name, read_full_name(reader, at + "action"),
                                    read_size(reader, at), read_calling_period(reader, at)});
  }
}

/// Calls with every entity of a node that a thread of the node's own may spin.
template <typename Node, typename Use>
void for_each_spun(Node& node, const Use& use) {
  std::for_each(node.subscriptions.begin(), node.subscriptions.end(), use);
  std::for_each(node.timers.begin(), node.timers.end(), use);
  std::for_each(node.clients.begin(), node.clients.end(), use);
  std::for_each(node.action_servers.begin(), node.action_servers.end(), use);
}

}  // namespace

bool has_entities_apart(const NodeDescription& node) {
  bool found = false;
  for_each_spun(node, [&found](const auto& entity) { found = found || entity.own_executor; });
  return found;
}

BadParameter no_loan_for(const PublisherDescription& publisher) {
  return {"publisher." + publisher.name + ".pass_by",
          "is loaned_msg, but the middleware lends no message of this type; take unique_ptr or "
          "shared_ptr"};
}

NodeDescription read_description(const ParameterMap& parameters) {
  ParameterReader reader(parameters);
  NodeDescription node;
  const std::vector<std::string> publishers = reader.names("publishers");
  for (const std::string& name : publishers) {
    node.publishers.push_back(read_publisher(&reader, name));
  }
  for (const std::string& name : reader.names("subscriptions")) {
    node.subscriptions.push_back(read_subscription(&reader, name, publishers));
  }
  for (const std::string& name : reader.names("timers")) {
    const std::string at = "timer." + name + ".";
    node.timers.push_back({name, read_period(&reader, at + "period_ns"), read_work(&reader, at),
                           read_publishes(&reader, at + "publishes", publishers),
                           reader.integer(at + "renews", 0, 0, kMaxRenewed),
                           reader.flag(at + "own_executor", false)});
  }
  read_services(&reader, publishers, &node);
  read_actions(&reader, &node);
  for (const TimerDescription& each : node.timers) {
    if (each.own_executor) refuse_shared(each, node);
  }
  node.rmw = reader.read_text("rmw", "");
  node.own_executor = reader.flag("own_executor", false);
  if (node.own_executor) {
    for_each_spun(node, [](auto& entity) { entity.own_executor = false; });
  }
  node.intra_process = reader.flag("intra_process", false);
  node.track = reader.flag("track", true);
  node.statistics_file = reader.read_text("statistics.file", "");
  node.statistics_period_ns =
      reader.integer("statistics.period_ms", 1000, 10, 3'600'000) * 1'000'000;
  node.statistics_matches = reader.flag("statistics.matches", false);
  reader.refuse_unknown();
  return node;
}

}  // namespace topology
