// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__STATISTICS_FILE_HPP_
#define TOPOLOGY__STATISTICS_FILE_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "json_writer.hpp"
#include "statistics.hpp"

namespace topology {

/// An empty record of each kind, to be put in the place of the one that is taken. Kept by the one
/// thread that takes, so that a histogram's memory is needed once per entity and once more.
struct SpareRecords {
  std::unique_ptr<PublisherCounts> publisher = std::make_unique<PublisherCounts>();
  std::unique_ptr<SubscriptionCounts> subscription = std::make_unique<SubscriptionCounts>();
  std::unique_ptr<PathCounts> path = std::make_unique<PathCounts>();
  std::unique_ptr<TimerCounts> timer = std::make_unique<TimerCounts>();
  std::unique_ptr<ClientCounts> client = std::make_unique<ClientCounts>();
  std::unique_ptr<Tally> tally = std::make_unique<Tally>();
};

/// JSON lines of one node: a head, then periods and events, then an end.
class StatisticsFile : private json_writer::TextSink {
 public:
  /// \throws std::runtime_error if the file cannot be made.
  explicit StatisticsFile(std::string path);
  ~StatisticsFile() override;
  StatisticsFile(const StatisticsFile&) = delete;
  StatisticsFile& operator=(const StatisticsFile&) = delete;

  void write_head(ClientNode* client);
  /// What was counted since the last period's end, which was at `from_ns`.
  void write_period(std::int64_t from_ns, std::int64_t to_ns, StatisticsSource* source,
                    SpareRecords* spare);
  void write_discovered(std::int64_t at_ns, const Discovered& discovered);
  void write_matches(std::int64_t at_ns, std::size_t matches);
  void write_end(std::int64_t at_ns);

 private:
  void write(std::string_view text) override;

  const std::string path_;
  int fd_;
  bool has_failed_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__STATISTICS_FILE_HPP_
