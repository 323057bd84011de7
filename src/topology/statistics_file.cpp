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

std::uint64_t Unsigned(std::int64_t time_ns) { return static_cast<std::uint64_t>(time_ns); }

void WriteHistogram(std::string_view key, const Histogram& histogram, JsonWriter* json) {
  json->BeginObject(key);
  json->Number("count", histogram.count);
  json->Number("sum_ns", histogram.sum_ns);
  json->Real("sum_sq_ns2", histogram.sum_sq_ns2);
  json->Number("min_ns", histogram.min_ns);
  json->Number("max_ns", histogram.max_ns);
  json->BeginArray("bins");
  if (histogram.count != 0) {
    const std::size_t last = BinOf(histogram.max_ns);
    for (std::size_t bin = BinOf(histogram.min_ns); bin <= last; ++bin) {
      const std::uint32_t in_bin = histogram.InBin(bin);
      if (in_bin == 0) continue;
      json->BeginArray();
      json->Number(bin);
      json->Number(std::uint64_t{in_bin});
      json->EndArray();
    }
  }
  json->EndArray();
  json->EndObject();
}

void WriteCounts(const PublisherCounts& counts, JsonWriter* json) {
  json->Number("sent", counts.sent);
  json->Number("failed", counts.failed);
  json->Number("missed", counts.missed);
  json->Number("bytes", counts.bytes);
}

void WriteCounts(const SubscriptionCounts& counts, JsonWriter* json) {
  json->Number("received", counts.received());
  json->Number("late", counts.late);
  json->Number("too_late", counts.too_late);
  json->SignedNumber("lost", counts.lost);
  json->Number("reordered", counts.reordered);
  json->Number("bytes", counts.bytes);
  json->Number("decode_failed", counts.decode_failed);
  WriteHistogram("latency", counts.latency, json);
}

// Ends an entity's period and writes it with `write`.
template <typename Counts, typename WriteRecord>
void TakeAndWrite(Swapped<Counts>* counts, std::unique_ptr<Counts>* spare, WriteRecord&& write) {
  std::unique_ptr<Counts> taken = counts->Take(std::move(*spare));
  write(*taken);
  taken->Clear();
  *spare = std::move(taken);
}

template <typename Counts, typename WriteRecord>
void WriteAll(std::string_view key, std::list<Counted<Counts>>* entities,
              std::unique_ptr<Counts>* spare, JsonWriter* json, WriteRecord&& write) {
  json->BeginObject(key);
  for (Counted<Counts>& entity : *entities) {
    TakeAndWrite(&entity.counts, spare, [&](const Counts& counts) { write(entity.name, counts); });
  }
  json->EndObject();
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

void StatisticsFile::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd_, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      // Said once; the missing end line tells the reader.
      if (!has_failed_) {
        std::fprintf(stderr, "cannot write statistics to %s: %s\n", path_.c_str(),
                     std::strerror(errno));
      }
      has_failed_ = true;
      return;
    }
  }
}

void StatisticsFile::WriteHead(ClientNode* client) {
  JsonWriter json(this);
  json.BeginLine("kind", "head");
  json.Number("schema", kSchema);
  json.String("node", client->FullName());
  json.String("binding", client->Binding());
  json.Number("pid", static_cast<std::uint64_t>(getpid()));
  json.String("executor", client->ExecutorName());
  json.String("rmw", client->Middleware());
  json.BeginObject("bins");
  json.Number("sub_bits", std::uint64_t{kSubBits});
  json.EndObject();
  json.BeginObject("libraries");
  json.Boolean("jpeg", HasJpeg());
  json.EndObject();
  json.EndLine();
}

void StatisticsFile::WritePeriod(std::int64_t from_ns, std::int64_t to_ns, StatisticsSource* source,
                                 SpareRecords* spare) {
  NodeStatistics& node = source->statistics();
  JsonWriter json(this);
  const auto entity = [&json](const std::string& name, const auto& counts) {
    json.BeginObject(name);
    WriteCounts(counts, &json);
    json.EndObject();
  };
  const auto client = [&json](const std::string& name, const ClientCounts& counts, const char* sent,
                              const char* answered) {
    json.BeginObject(name);
    json.Number(sent, counts.sent);
    json.Number(answered, counts.answered);
    WriteHistogram("latency", counts.latency, &json);
    json.EndObject();
  };
  const auto server = [&json](const std::string& name, const Tally& tally) {
    json.BeginObject(name);
    json.Number("requests", tally.count);
    json.EndObject();
  };
  json.BeginLine("kind", "period");
  json.Number("from_ns", Unsigned(from_ns));
  json.Number("to_ns", Unsigned(to_ns));
  WriteAll("publishers", &node.publishers, &spare->publisher, &json, entity);
  std::uint64_t received = 0;
  WriteAll("subscriptions", &node.subscriptions, &spare->subscription, &json,
           [&](const std::string& name, const SubscriptionCounts& counts) {
             entity(name, counts);
             received += counts.received();
           });
  WriteAll("paths", &node.paths, &spare->path, &json,
           [&json](const std::string& name, const PathCounts& counts) {
             WriteHistogram(name, counts.latency, &json);
           });
  WriteAll("timers", &node.timers, &spare->timer, &json,
           [&json](const std::string& name, const TimerCounts& counts) {
             WriteHistogram(name, counts.interval, &json);
           });
  WriteAll("clients", &node.clients, &spare->client, &json,
           [&](const std::string& name, const ClientCounts& counts) {
             client(name, counts, "sent", "answered");
           });
  WriteAll("servers", &node.servers, &spare->tally, &json, server);
  WriteAll("action_clients", &node.action_clients, &spare->client, &json,
           [&](const std::string& name, const ClientCounts& counts) {
             client(name, counts, "goals", "succeeded");
           });
  WriteAll("action_servers", &node.action_servers, &spare->tally, &json, server);
  TakeAndWrite(&node.callbacks, &spare->tally,
               [&](const Tally& tally) { json.Number("callbacks", received + tally.count); });
  const std::optional<std::uint64_t> wake_ups = source->client().TakeWakeUps();
  json.NumberOrNull("wake_ups", wake_ups.has_value(), wake_ups.value_or(0));
  json.EndLine();
}

void StatisticsFile::WriteDiscovered(std::int64_t at_ns, const Discovered& discovered) {
  JsonWriter json(this);
  json.BeginLine("kind", "event");
  json.Number("at_ns", Unsigned(at_ns));
  json.String("event", "discovered");
  json.Number("participants", discovered.participants);
  json.Number("endpoints", discovered.endpoints);
  json.EndLine();
}

void StatisticsFile::WriteMatches(std::int64_t at_ns, std::size_t matches) {
  JsonWriter json(this);
  json.BeginLine("kind", "event");
  json.Number("at_ns", Unsigned(at_ns));
  json.String("event", "matches");
  json.Number("matches", std::uint64_t{matches});
  json.EndLine();
}

void StatisticsFile::WriteEnd(std::int64_t at_ns) {
  JsonWriter json(this);
  json.BeginLine("kind", "end");
  json.Number("at_ns", Unsigned(at_ns));
  json.EndLine();
}

}  // namespace topology
