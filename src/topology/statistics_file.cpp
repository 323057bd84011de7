// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "statistics_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "jpeg_codec.hpp"

namespace topology {

using json_writer::JsonWriter;

namespace {

constexpr std::uint64_t kSchema = 1;

std::uint64_t to_unsigned(std::int64_t time_ns) { return static_cast<std::uint64_t>(time_ns); }

void write_histogram(std::string_view key, const Histogram& histogram, JsonWriter* json) {
  json->begin_object(key);
  json->number("count", histogram.count);
  json->number("sum_ns", histogram.sum_ns);
  json->real("sum_sq_ns2", histogram.sum_sq_ns2);
  json->number("min_ns", histogram.min_ns);
  json->number("max_ns", histogram.max_ns);
  json->begin_array("bins");
  if (histogram.count != 0) {
    const std::size_t last = bin_of(histogram.max_ns);
    for (std::size_t bin = bin_of(histogram.min_ns); bin <= last; ++bin) {
      const std::uint32_t in_bin = histogram.in_bin(bin);
      if (in_bin == 0) continue;
      json->begin_array();
      json->number(bin);
      json->number(std::uint64_t{in_bin});
      json->end_array();
    }
  }
  json->end_array();
  json->end_object();
}

void write_counts(const PublisherCounts& counts, JsonWriter* json) {
  json->number("sent", counts.sent);
  json->number("failed", counts.failed);
  json->number("missed", counts.missed);
  json->number("bytes", counts.bytes);
}

void write_counts(const SubscriptionCounts& counts, JsonWriter* json) {
  json->number("received", counts.received());
  json->number("late", counts.late);
  json->number("too_late", counts.too_late);
  json->signed_number("lost", counts.lost);
  json->number("reordered", counts.reordered);
  json->number("bytes", counts.bytes);
  json->number("decode_failed", counts.decode_failed);
  write_histogram("latency", counts.latency, json);
}

// Ends an entity's period and writes it with `write`.
template <typename Counts, typename WriteRecord>
void take_and_write(Swapped<Counts>* counts, std::unique_ptr<Counts>* spare, WriteRecord&& write) {
  std::unique_ptr<Counts> taken = counts->take(std::move(*spare));
  write(*taken);
  taken->clear();
  *spare = std::move(taken);
}

template <typename Counts, typename WriteRecord>
void write_all(std::string_view key, std::list<Counted<Counts>>* entities,
               std::unique_ptr<Counts>* spare, JsonWriter* json, WriteRecord&& write) {
  json->begin_object(key);
  for (Counted<Counts>& entity : *entities) {
    take_and_write(&entity.counts, spare,
                   [&](const Counts& counts) { write(entity.name, counts); });
  }
  json->end_object();
}

}  // namespace

StatisticsFile::StatisticsFile(std::string path)
    : path_(std::move(path)),
      fd_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
  if (fd_ < 0) {
    throw std::runtime_error("cannot write statistics to " + path_ + ": " + std::strerror(errno));
  }
}

StatisticsFile::~StatisticsFile() { close(fd_); }

void StatisticsFile::write(std::string_view text) {
  // What follows a torn line would be read as a part of it. Said once; the missing end line tells
  // the reader.
  if (has_failed_) return;
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      std::fprintf(stderr, "cannot write statistics to %s: %s\n", path_.c_str(),
                   std::strerror(errno));
      has_failed_ = true;
      return;
    }
  }
}

void StatisticsFile::write_head(ClientNode* client) {
  JsonWriter json(this);
  json.begin_line("kind", "head");
  json.number("schema", kSchema);
  json.string("node", client->full_name());
  json.string("binding", client->binding());
  json.number("pid", static_cast<std::uint64_t>(getpid()));
  json.string("executor", client->executor_name());
  json.string("rmw", client->middleware());
  json.begin_object("bins");
  json.number("sub_bits", std::uint64_t{kSubBits});
  json.end_object();
  json.begin_object("libraries");
  json.boolean("jpeg", has_jpeg());
  json.end_object();
  json.end_line();
}

void StatisticsFile::write_period(std::int64_t from_ns, std::int64_t to_ns,
                                  StatisticsSource* source, SpareRecords* spare) {
  NodeStatistics& node = source->statistics();
  JsonWriter json(this);
  const auto entity = [&json](const std::string& name, const auto& counts) {
    json.begin_object(name);
    write_counts(counts, &json);
    json.end_object();
  };
  const auto client = [&json](const std::string& name, const ClientCounts& counts, const char* sent,
                              const char* answered) {
    json.begin_object(name);
    json.number(sent, counts.sent);
    json.number(answered, counts.answered);
    write_histogram("latency", counts.latency, &json);
    json.end_object();
  };
  const auto server = [&json](const std::string& name, const Tally& tally) {
    json.begin_object(name);
    json.number("requests", tally.count);
    json.end_object();
  };
  json.begin_line("kind", "period");
  json.number("from_ns", to_unsigned(from_ns));
  json.number("to_ns", to_unsigned(to_ns));
  write_all("publishers", &node.publishers, &spare->publisher, &json, entity);
  std::uint64_t received = 0;
  write_all("subscriptions", &node.subscriptions, &spare->subscription, &json,
            [&](const std::string& name, const SubscriptionCounts& counts) {
              entity(name, counts);
              received += counts.received();
            });
  write_all("paths", &node.paths, &spare->path, &json,
            [&json](const std::string& name, const PathCounts& counts) {
              write_histogram(name, counts.latency, &json);
            });
  write_all("timers", &node.timers, &spare->timer, &json,
            [&json](const std::string& name, const TimerCounts& counts) {
              write_histogram(name, counts.interval, &json);
            });
  write_all("clients", &node.clients, &spare->client, &json,
            [&](const std::string& name, const ClientCounts& counts) {
              client(name, counts, "sent", "answered");
            });
  write_all("servers", &node.servers, &spare->tally, &json, server);
  write_all("action_clients", &node.action_clients, &spare->client, &json,
            [&](const std::string& name, const ClientCounts& counts) {
              client(name, counts, "goals", "succeeded");
            });
  write_all("action_servers", &node.action_servers, &spare->tally, &json, server);
  std::uint64_t callbacks = received;
  for (Swapped<Tally>* each : {&node.callbacks, &node.callbacks_apart}) {
    take_and_write(each, &spare->tally, [&](const Tally& tally) { callbacks += tally.count; });
  }
  json.number("callbacks", callbacks);
  const std::optional<std::uint64_t> wake_ups = source->client().take_wake_ups();
  json.number_or_null("wake_ups", wake_ups.has_value(), wake_ups.value_or(0));
  json.end_line();
}

void StatisticsFile::write_discovered(std::int64_t at_ns, const Discovered& discovered) {
  JsonWriter json(this);
  json.begin_line("kind", "event");
  json.number("at_ns", to_unsigned(at_ns));
  json.string("event", "discovered");
  json.number("participants", discovered.participants);
  json.number("endpoints", discovered.endpoints);
  json.end_line();
}

void StatisticsFile::write_matches(std::int64_t at_ns, std::size_t matches) {
  JsonWriter json(this);
  json.begin_line("kind", "event");
  json.number("at_ns", to_unsigned(at_ns));
  json.string("event", "matches");
  json.number("matches", std::uint64_t{matches});
  json.end_line();
}

void StatisticsFile::write_end(std::int64_t at_ns) {
  JsonWriter json(this);
  json.begin_line("kind", "end");
  json.number("at_ns", to_unsigned(at_ns));
  json.end_line();
}

}  // namespace topology
