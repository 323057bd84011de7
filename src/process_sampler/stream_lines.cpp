// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stream_lines.hpp"

#include <unistd.h>

#include "clock.hpp"

namespace process_sampler {

void StreamLines::header(const Options& options, const char* footprint_unavailable_reason,
                         const PerfCounters& counters, const char* counters_unavailable_reason) {
  json_.begin_line("header");
  json_.number("schema", kSchema);
  json_.string("version", kVersion);
  json_.number("sampler_pid", static_cast<std::uint64_t>(getpid()));
  json_.number("monotonic_ns", read_clock(CLOCK_MONOTONIC));
  json_.number("wall_ns", read_clock(CLOCK_REALTIME));
  json_.number("clock_ticks_hz", static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)));
  json_.number("page_size_bytes", static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
  json_.seconds("cpu_interval_s", options.cpu_interval_s);
  json_.seconds("memory_interval_s", options.memory_interval_s);
  reason("footprint_unavailable_reason", footprint_unavailable_reason);
  if (counters.size() > 0) reason("counters_unavailable_reason", counters_unavailable_reason);
  json_.end_line();
}

void StreamLines::reason(std::string_view key, const char* reason) {
  if (reason == nullptr) {
    json_.null(key);
  } else {
    json_.string(key, reason);
  }
}

void StreamLines::write_key(const Process& process) {
  json_.number("pid", static_cast<std::uint64_t>(process.pid));
  json_.number("start_time_ticks", process.start_time_ticks);
  json_.string("comm", process.comm.view());
}

void StreamLines::command_line(const Process& process) {
  char buffer[4096];
  const FileText file = read_file_at(process.directory.get(), "cmdline", buffer, sizeof(buffer));
  json_.begin_array("cmdline");
  std::string_view rest = file.text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find('\0'));
    json_.string(word);
    rest.remove_prefix(word.size() < rest.size() ? word.size() + 1 : rest.size());
  }
  json_.end_array();
}

void StreamLines::process_start(std::uint64_t monotonic_ns, const Process& process) {
  json_.begin_line("process");
  json_.number("monotonic_ns", monotonic_ns);
  write_key(process);
  json_.number("parent_pid", static_cast<std::uint64_t>(process.parent_pid));
  json_.boolean("root", process.is_root);
  command_line(process);
  json_.end_line();
}

void StreamLines::process_exit(std::uint64_t monotonic_ns, const Process& process) {
  json_.begin_line("exit");
  json_.number("monotonic_ns", monotonic_ns);
  write_key(process);
  json_.number("cpu_time_ns", process.cpu_ns);
  // Read before anybody waited for it: nothing that it did is missing.
  json_.boolean("final", !process.waited_for);
  json_.end_line();
}

void StreamLines::cpu_of_process(const Process& process) {
  std::uint64_t voluntary = process.exited_voluntary_switches;
  std::uint64_t involuntary = process.exited_involuntary_switches;
  for (const Thread& thread : process.threads) {
    voluntary += thread.voluntary_switches;
    involuntary += thread.involuntary_switches;
  }
  json_.begin_object();
  write_key(process);
  json_.number("cpu_time_ns", process.cpu_ns);
  json_.number("kernel_cpu_time_ns", process.kernel_ns);
  json_.number("reaped_children_cpu_time_ns", process.children.reaped_ns());
  json_.number("thread_count", process.thread_count);
  json_.number_or_null("voluntary_context_switches", process.switches_known, voluntary);
  json_.number_or_null("involuntary_context_switches", process.switches_known, involuntary);
  json_.begin_array("threads");
  for (const Thread& thread : process.threads) {
    json_.begin_object();
    json_.number("tid", static_cast<std::uint64_t>(thread.tid));
    json_.string("comm", thread.comm.view());
    json_.number("cpu_time_ns", thread.cpu_ns);
    json_.end_object();
  }
  json_.end_array();
  json_.end_object();
}

void StreamLines::cpu(const ProcessTree& tree, bool cgroup_known, std::uint64_t cgroup_cpu_ns,
                      const PerfCounters& counters, const OwnCost& own) {
  json_.begin_line("cpu");
  json_.number("monotonic_ns", tree.monotonic_ns());
  json_.number("wall_ns", tree.wall_ns());
  json_.number("cpu_time_ns", tree.total_cpu_ns());
  json_.number_or_null("cgroup_cpu_time_ns", cgroup_known, cgroup_cpu_ns);
  if (counters.size() > 0) {
    json_.begin_object("counters");
    for (std::size_t event = 0; event < counters.size(); ++event) {
      std::uint64_t total = 0;
      const bool known = counters.read(event, &total);
      json_.number_or_null(counters.name(event), known, total);
    }
    json_.end_object();
  }
  json_.begin_array("processes");
  for (const Process& process : tree.processes()) cpu_of_process(process);
  json_.end_array();
  observer(own);
  json_.end_line();
}

void StreamLines::memory_of_process(const Process& process, const ProcessMemory& memory) {
  const bool known = memory.rollup_known;
  const SmapsRollup& rollup = memory.rollup;
  json_.begin_object();
  write_key(process);
  json_.number_or_null("pss_bytes", known, rollup.pss_bytes);
  json_.number_or_null("uss_bytes", known, rollup.uss_bytes);
  json_.number_or_null("rss_bytes", known, rollup.rss_bytes);
  json_.number_or_null("pss_anon_bytes", known, rollup.pss_anon_bytes);
  json_.number_or_null("pss_file_bytes", known, rollup.pss_file_bytes);
  json_.number_or_null("pss_shmem_bytes", known, rollup.pss_shmem_bytes);
  json_.number_or_null("swap_pss_bytes", known, rollup.swap_pss_bytes);
  json_.number_or_null("footprint_bytes", memory.footprint_known, memory.footprint_bytes);
  json_.end_object();
}

void StreamLines::memory(const MemoryWalk& walk, const std::vector<Process>& processes,
                         std::string_view trigger, const OwnCost& own) {
  json_.begin_line("memory");
  json_.number("begin_monotonic_ns", walk.begin_monotonic_ns);
  json_.number("end_monotonic_ns", walk.end_monotonic_ns);
  json_.number("wall_ns", walk.begin_wall_ns);
  json_.string("trigger", trigger);
  json_.number_or_null("footprint_bytes", walk.footprint_known, walk.footprint_bytes);
  json_.begin_array("processes");
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (!walk.processes[i].gone) memory_of_process(processes[i], walk.processes[i]);
  }
  json_.end_array();
  observer(own);
  json_.end_line();
}

void StreamLines::warning(std::uint64_t monotonic_ns, const Process& process,
                          std::string_view reason) {
  json_.begin_line("warning");
  json_.number("monotonic_ns", monotonic_ns);
  write_key(process);
  json_.string("reason", reason);
  json_.end_line();
}

void StreamLines::observer(const OwnCost& own) {
  json_.begin_object("observer");
  json_.number("cpu_time_ns", own.cpu_ns);
  json_.number("rss_bytes", own.rss_bytes);
  json_.end_object();
}

void StreamLines::end(std::uint64_t monotonic_ns, std::string_view reason, const OwnCost& own) {
  json_.begin_line("end");
  json_.number("monotonic_ns", monotonic_ns);
  json_.string("reason", reason);
  observer(own);
  json_.end_line();
}

}  // namespace process_sampler
