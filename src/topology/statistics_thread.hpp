// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__STATISTICS_THREAD_HPP_
#define TOPOLOGY__STATISTICS_THREAD_HPP_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "statistics.hpp"
#include "statistics_file.hpp"

namespace topology {

/// The first end of a period after now, where periods have ended or will end at `end_ns`.
std::int64_t period_end_after(std::int64_t now_ns, std::int64_t period_ns, std::int64_t end_ns);

/// Writes the statistics of all nodes of the process down, a line for each every period, and looks
/// until discovery is complete. The thread starts with the first node; nodes of one period share
/// its wake-ups.
class StatisticsThread {
 public:
  StatisticsThread() = default;
  ~StatisticsThread();
  StatisticsThread(const StatisticsThread&) = delete;
  StatisticsThread& operator=(const StatisticsThread&) = delete;

  /// The one of the process, for nodes that containers make.
  static StatisticsThread& instance();

  /// \throws std::runtime_error if the file cannot be made.
  /// `matches`: every change of the source's matches is written, too.
  void add(StatisticsSource* source, const std::string& path, std::int64_t period_ns,
           bool matches = false);
  /// Writes the last period and the end; afterwards the source is not used any more.
  void remove(StatisticsSource* source);

 private:
  struct Entry {
    StatisticsSource* source = nullptr;
    std::unique_ptr<StatisticsFile> file;
    std::int64_t period_ns = 0;
    std::int64_t from_ns = 0;
    std::int64_t next_ns = 0;
    std::int64_t begin_ns = 0;
    std::int64_t next_look_ns = 0;  ///< For discovery.
    bool is_discovered = false;
    bool tells_matches = false;
    std::optional<std::size_t> matches;  ///< As written last.
    std::int64_t changed_ns = 0;         ///< When that was.
    std::int64_t next_count_ns = 0;
  };

  void run();
  void look(Entry* entry);
  static void count_matches(Entry* entry);
  std::int64_t first_end_ns(std::int64_t now_ns, std::int64_t period_ns) const;
  std::int64_t next_ns(std::int64_t now_ns) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;
  bool done_ = false;
  SpareRecords spare_;
  std::thread thread_;
};

}  // namespace topology

#endif  // TOPOLOGY__STATISTICS_THREAD_HPP_
