// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__STREAM_LINES_HPP_
#define PROCESS_SAMPLER__STREAM_LINES_HPP_

#include <cstdint>
#include <string_view>

#include "json_writer.hpp"
#include "memory_reader.hpp"
#include "options.hpp"
#include "own_cost.hpp"
#include "perf_counters.hpp"
#include "process.hpp"
#include "process_tree.hpp"

namespace process_sampler {

/// Version of the stream's form. 1: first form.
constexpr std::uint64_t kSchema = 1;

/// The lines of the stream. Times are integers in nanoseconds, memory is in bytes, what could not
/// be read is null.
class StreamLines {
 public:
  explicit StreamLines(json_writer::TextSink* sink) : json_(sink) {}

  /// The reasons are nullptr for what is available.
  void header(const Options& options, const char* footprint_unavailable_reason,
              const PerfCounters& counters, const char* counters_unavailable_reason);
  /// First appearance of a process, and again when its name changes.
  void process_start(std::uint64_t monotonic_ns, const Process& process);
  void process_exit(std::uint64_t monotonic_ns, const Process& process);
  /// :param cgroup_cpu_ns: read only when `cgroup_known`.
  void cpu(const ProcessTree& tree, bool cgroup_known, std::uint64_t cgroup_cpu_ns,
           const PerfCounters& counters, const OwnCost& own);
  void memory(const MemoryWalk& walk, const std::vector<Process>& processes,
              std::string_view trigger, const OwnCost& own);
  void warning(std::uint64_t monotonic_ns, const Process& process, std::string_view reason);
  void end(std::uint64_t monotonic_ns, std::string_view reason, const OwnCost& own);

 private:
  void write_key(const Process& process);
  void command_line(const Process& process);
  void cpu_of_process(const Process& process);
  void memory_of_process(const Process& process, const ProcessMemory& memory);
  void observer(const OwnCost& own);
  void reason(std::string_view key, const char* reason);

  json_writer::JsonWriter json_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__STREAM_LINES_HPP_
