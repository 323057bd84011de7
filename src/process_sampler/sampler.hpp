// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__SAMPLER_HPP_
#define PROCESS_SAMPLER__SAMPLER_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgroup.hpp"
#include "memory_reader.hpp"
#include "options.hpp"
#include "own_cost.hpp"
#include "perf_counters.hpp"
#include "process_tree.hpp"
#include "stream_lines.hpp"

namespace process_sampler {

/// Takes readings and writes them down. When to take which is decided elsewhere.
class Sampler {
 public:
  Sampler(const Options& options, const Cgroup* cgroup, json_writer::TextSink* sink);

  /// See ProcessTree::add_root().
  std::string add_root(pid_t pid, bool* ended);

  void write_header();
  /// Sets ended processes aside at once, while their last figures can still be read.
  void settle_exits();
  void read_cpu();
  void read_memory(std::string_view trigger);
  void write_end(std::string_view reason);

  /// See ProcessTree::failure(). No reading is written from then on.
  const std::string& failure() const { return tree_.failure(); }

  /// Live processes.
  const std::vector<Process>& processes() const { return tree_.processes(); }

 private:
  void update(bool search_all);

  const Options& options_;
  const Cgroup* cgroup_;
  ProcessTree tree_;
  MemoryReader memory_;
  PerfCounters counters_;
  const char* counters_unavailable_reason_ = nullptr;
  OwnCostReader own_cost_;
  StreamLines lines_;
  bool reread_names_ = false;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__SAMPLER_HPP_
