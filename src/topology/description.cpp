// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <algorithm>
#include <limits>

#include "bad_parameter.hpp"
#include "jpeg_codec.hpp"

namespace topology {

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr std::int64_t kShortestPeriodNs = 1'000;
constexpr std::int64_t kLongestPeriodNs = 3600 * kSecondNs;
constexpr std::int64_t kLongestWorkUs = 600'000'000;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostBytes = 64 * 1024 * 1024;
constexpr int kColours = 3;

std::string QualifiedName(ParameterReader* reader, const std::string& key) {
  std::string name = reader->Text(key);
  if (name.size() < 2 || name.front() != '/' || name.back() == '/') {
    throw BadParameter(key, "is '" + name + "'; it must be a whole name such as /robot/scan");
  }
  return name;
}

const MessageKind* Kind(ParameterReader* reader, const std::string& key, bool of_service) {
  const std::string name = reader->Text(key);
  const MessageKind* const kind = FindMessageKind(name);
  if (kind != nullptr && (!of_service || kind->has_service)) return kind;
  std::string known;
  for (const std::string& each : MessageNames(of_service)) {
    known += (known.empty() ? "" : ", ") + each;
  }
  throw BadParameter(key, "is '" + name + "'; it must be one of " + known);
}

std::int64_t Period(ParameterReader* reader, const std::string& key) {
  const std::int64_t period = reader->Integer(key, 0, kShortestPeriodNs, kLongestPeriodNs);
  if (period == 0) throw BadParameter(key, "is missing; it is a time in nanoseconds");
  return period;
}

Qos ReadQos(ParameterReader* reader, const std::string& at) {
  Qos qos;
  qos.keep_all = reader->Choice(at + "qos.history", 0, {"keep_last", "keep_all"}) == 1;
  qos.depth = static_cast<std::size_t>(reader->Integer(at + "qos.depth", 10, 1, 1'000'000));
  qos.best_effort = reader->Choice(at + "qos.reliability", 0, {"reliable", "best_effort"}) == 1;
  qos.transient_local =
      reader->Choice(at + "qos.durability", 0, {"volatile", "transient_local"}) == 1;
  reader->Choice(at + "qos.liveliness", 0, {"automatic"});
  return qos;
}

PassBy ReadPassBy(ParameterReader* reader, const std::string& at, PassBy fallback,
                  const MessageKind& kind) {
  const auto pass_by =
      static_cast<PassBy>(reader->Choice(at + "pass_by", static_cast<std::size_t>(fallback),
                                         {"unique_ptr", "shared_ptr", "loaned_msg"}));
  if (pass_by == PassBy::kLoanedMsg && !kind.IsBounded()) {
    throw BadParameter(at + "pass_by",
                       "is loaned_msg, but only messages of fixed size can be lent; " + kind.name +
                           " is not, so take unique_ptr or shared_ptr");
  }
  return pass_by;
}

Work ReadWork(ParameterReader* reader, const std::string& at) {
  Work work;
  work.busy_us = reader->Integer(at + "work_us", 0, 0, kLongestWorkUs);
  work.primes = reader->Integer(at + "work_primes", 0, 0, 100'000'000);
  work.sleep_us = reader->Integer(at + "sleep_us", 0, 0, kLongestWorkUs);
  return work;
}

Payload ReadPayload(ParameterReader* reader, const std::string& at, const MessageKind& kind) {
  Payload payload;
  payload.kind =
      static_cast<PayloadKind>(reader->Choice(at + "payload", 0, {"pattern", "raw", "jpeg"}));
  const std::int64_t size = reader->Integer(at + "size_bytes", 0, 0, kMostBytes);
  if (kind.IsBounded() && size != 0 && static_cast<std::size_t>(size) != kind.size_bytes) {
    throw BadParameter(at + "size_bytes", "is " + std::to_string(size) + "; a " + kind.name +
                                              " always has " + std::to_string(kind.size_bytes));
  }
  payload.size_bytes = kind.IsBounded() ? kind.size_bytes : static_cast<std::size_t>(size);
  const bool is_picture = payload.kind != PayloadKind::kPattern;
  const std::int64_t least = is_picture ? 1 : 0;
  payload.width = static_cast<std::uint32_t>(reader->Integer(at + "width", 0, least, 16'384));
  payload.height = static_cast<std::uint32_t>(reader->Integer(at + "height", 0, least, 16'384));
  payload.jpeg_quality = static_cast<int>(reader->Integer(at + "jpeg_quality", 90, 1, 100));
  if (!is_picture) return payload;
  if (kind.name != kImage) throw BadParameter(at + "payload", "needs the type image");
  if (payload.width == 0) throw BadParameter(at + "width", "is missing; an image has pixels");
  if (payload.height == 0) throw BadParameter(at + "height", "is missing; an image has pixels");
  payload.size_bytes = std::size_t{payload.width} * payload.height * kColours;
  if (payload.kind == PayloadKind::kJpeg && !HasJpeg()) {
    throw BadParameter(at + "payload", std::string("is jpeg, but ") + kNoJpeg);
  }
  return payload;
}

std::vector<std::string> ReadPublishes(ParameterReader* reader, const std::string& key,
                                       const std::vector<std::string>& publishers) {
  std::vector<std::string> names = reader->Names(key);
  for (const std::string& name : names) {
    if (std::find(publishers.begin(), publishers.end(), name) == publishers.end()) {
      throw BadParameter(key, "names '" + name + "', which is not in publishers");
    }
  }
  return names;
}

PublisherDescription ReadPublisher(ParameterReader* reader, const std::string& name) {
  const std::string at = "publisher." + name + ".";
  PublisherDescription publisher;
  publisher.name = name;
  publisher.topic = QualifiedName(reader, at + "topic");
  publisher.kind = Kind(reader, at + "type", false);
  publisher.payload = ReadPayload(reader, at, *publisher.kind);
  publisher.period_ns = reader->Integer(at + "period_ns", 0, kAgainAndAgain, kLongestPeriodNs);
  if (publisher.period_ns > 0 && publisher.period_ns < kShortestPeriodNs) {
    throw BadParameter(at + "period_ns",
                       "is " + std::to_string(publisher.period_ns) + "; the shortest is " +
                           std::to_string(kShortestPeriodNs) + ", and -1 is as fast as it goes");
  }
  publisher.count = static_cast<std::uint64_t>(reader->Integer(at + "count", 0, 0, kMost));
  publisher.skip_every =
      static_cast<std::uint64_t>(reader->Integer(at + "skip_every", 0, 0, kMost));
  if (publisher.skip_every == 1) {
    throw BadParameter(at + "skip_every", "is 1, which leaves no message; take 0 or 2 and more");
  }
  publisher.pass_by = ReadPassBy(reader, at, PassBy::kUniquePtr, *publisher.kind);
  publisher.qos = ReadQos(reader, at);
  publisher.matches = static_cast<std::size_t>(reader->Integer(at + "matches", 0, 0, 1'000'000));
  return publisher;
}

SubscriptionDescription ReadSubscription(ParameterReader* reader, const std::string& name,
                                         const std::vector<std::string>& publishers) {
  const std::string at = "subscription." + name + ".";
  SubscriptionDescription subscription;
  subscription.name = name;
  subscription.topic = QualifiedName(reader, at + "topic");
  subscription.kind = Kind(reader, at + "type", false);
  subscription.pass_by = ReadPassBy(reader, at, PassBy::kSharedPtr, *subscription.kind);
  subscription.qos = ReadQos(reader, at);
  subscription.late_ns = reader->Integer(at + "late_ns", 0, 0, kMost);
  subscription.too_late_ns = reader->Integer(at + "too_late_ns", 0, 0, kMost);
  subscription.work = ReadWork(reader, at);
  subscription.publishes = ReadPublishes(reader, at + "publishes", publishers);
  subscription.decode = reader->Bool(at + "decode", false);
  if (subscription.decode && subscription.kind->name != kImage) {
    throw BadParameter(at + "decode", "needs the type image");
  }
  if (subscription.decode && !HasJpeg()) {
    throw BadParameter(at + "decode", std::string("is true, but ") + kNoJpeg);
  }
  subscription.fused = reader->Bool(at + "fused", false);
  subscription.paths = reader->Texts(at + "paths");
  subscription.matches = static_cast<std::size_t>(reader->Integer(at + "matches", 1, 0, 1'000'000));
  return subscription;
}

void ReadServices(ParameterReader* reader, const std::vector<std::string>& publishers,
                  NodeDescription* node) {
  for (const std::string& name : reader->Names("servers")) {
    const std::string at = "server." + name + ".";
    ServerDescription server;
    server.name = name;
    server.service = QualifiedName(reader, at + "service");
    server.kind = Kind(reader, at + "type", true);
    const std::int64_t size = reader->Integer(at + "size_bytes", 0, 0, kMostBytes);
    server.size_bytes =
        server.kind->IsBounded() ? server.kind->size_bytes : static_cast<std::size_t>(size);
    server.work = ReadWork(reader, at);
    server.publishes = ReadPublishes(reader, at + "publishes", publishers);
    server.qos = ReadQos(reader, at);
    node->servers.push_back(server);
  }
  for (const std::string& name : reader->Names("clients")) {
    const std::string at = "client." + name + ".";
    node->clients.push_back({name, QualifiedName(reader, at + "service"),
                             Kind(reader, at + "type", true), Period(reader, at + "period_ns"),
                             ReadQos(reader, at)});
  }
  for (const std::string& name : reader->Names("action_servers")) {
    const std::string at = "action_server." + name + ".";
    node->action_servers.push_back({name, QualifiedName(reader, at + "action"),
                                    reader->Integer(at + "feedback", 0, 0, 1'000'000),
                                    ReadWork(reader, at)});
  }
  for (const std::string& name : reader->Names("action_clients")) {
    const std::string at = "action_client." + name + ".";
    node->action_clients.push_back(
        {name, QualifiedName(reader, at + "action"), Period(reader, at + "period_ns")});
  }
}

}  // namespace

NodeDescription ReadDescription(const ParameterMap& parameters) {
  ParameterReader reader(parameters);
  NodeDescription node;
  const std::vector<std::string> publishers = reader.Names("publishers");
  for (const std::string& name : publishers) {
    node.publishers.push_back(ReadPublisher(&reader, name));
  }
  for (const std::string& name : reader.Names("subscriptions")) {
    node.subscriptions.push_back(ReadSubscription(&reader, name, publishers));
  }
  for (const std::string& name : reader.Names("timers")) {
    const std::string at = "timer." + name + ".";
    node.timers.push_back({name, Period(&reader, at + "period_ns"), ReadWork(&reader, at),
                           ReadPublishes(&reader, at + "publishes", publishers)});
  }
  ReadServices(&reader, publishers, &node);
  node.rmw = reader.Text("rmw", "");
  node.intra_process = reader.Bool("intra_process", false);
  node.track = reader.Bool("track", true);
  node.statistics_file = reader.Text("statistics.file", "");
  node.statistics_period_ns =
      reader.Integer("statistics.period_ms", 1000, 10, 3'600'000) * 1'000'000;
  node.statistics_matches = reader.Bool("statistics.matches", false);
  reader.RefuseUnknown();
  return node;
}

}  // namespace topology
