// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "entity_parameters.hpp"

#include <algorithm>

namespace topology {

namespace {

constexpr std::int64_t kLongestWorkUs = 600'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// By ROS's rules for topics, services and actions.
bool is_full_name(const std::string& name) {
  char before = 0;
  for (const char c : name) {
    const bool is_inside = is_letter(c) || (is_digit(c) && before != '/');
    const bool begins_part = c == '/' && before != '/';
    if (!is_inside && !begins_part) return false;
    before = c;
  }
  return name.size() > 1 && name.front() == '/' && before != '/';
}

}  // namespace

std::string read_full_name(ParameterReader* reader, const std::string& key) {
  std::string name = reader->read_text(key);
  if (!is_full_name(name)) {
    throw BadParameter(key, "is '" + name +
                                "'; it must be a whole name such as /robot/scan, whose parts are "
                                "letters, digits and _ and begin with no digit");
  }
  return name;
}

const MessageKind* read_kind(ParameterReader* reader, const std::string& key, bool of_service) {
  const std::string name = reader->read_text(key);
  const MessageKind* const kind = find_message_kind(name);
  if (kind != nullptr && (!of_service || kind->has_service)) return kind;
  std::string known;
  for (const std::string& each : message_names(of_service)) {
    known += (known.empty() ? "" : ", ") + each;
  }
  throw BadParameter(key, "is '" + name + "'; it must be one of " + known);
}

std::int64_t read_period(ParameterReader* reader, const std::string& key) {
  const std::int64_t period = reader->integer(key, 0, kShortestPeriodNs, kLongestPeriodNs);
  if (period == 0) throw BadParameter(key, "is missing; it is a time in nanoseconds");
  return period;
}

std::int64_t read_calling_period(ParameterReader* reader, const std::string& at) {
  const std::string key = at + "period_ns";
  return reader->integer(key, kNeverCalls, 0, kLongestPeriodNs) == kNeverCalls
             ? kNeverCalls
             : read_period(reader, key);
}

Qos read_qos(ParameterReader* reader, const std::string& at) {
  Qos qos;
  qos.keep_all = reader->choice(at + "qos.history", 0, {"keep_last", "keep_all"}) == 1;
  qos.depth = static_cast<std::size_t>(reader->integer(at + "qos.depth", 10, 1, 1'000'000));
  qos.best_effort = reader->choice(at + "qos.reliability", 0, {"reliable", "best_effort"}) == 1;
  qos.transient_local =
      reader->choice(at + "qos.durability", 0, {"volatile", "transient_local"}) == 1;
  reader->choice(at + "qos.liveliness", 0, {"automatic"});
  return qos;
}

Work read_work(ParameterReader* reader, const std::string& at) {
  Work work;
  work.busy_us = reader->integer(at + "work_us", 0, 0, kLongestWorkUs);
  work.primes = reader->integer(at + "work_primes", 0, 0, 100'000'000);
  work.sleep_us = reader->integer(at + "sleep_us", 0, 0, kLongestWorkUs);
  return work;
}

std::vector<std::string> read_publishes(ParameterReader* reader, const std::string& key,
                                        const std::vector<std::string>& publishers) {
  std::vector<std::string> names = reader->names(key);
  for (const std::string& name : names) {
    if (std::find(publishers.begin(), publishers.end(), name) == publishers.end()) {
      throw BadParameter(key, "names '" + name + "', which is not in publishers");
    }
  }
  return names;
}

}  // namespace topology
