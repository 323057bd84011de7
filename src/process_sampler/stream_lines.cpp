// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stream_lines.hpp"

#include <unistd.h>

#include "clock.hpp"

namespace process_sampler {

void StreamLines::Header(const Options& options, const char* footprint_unavailable_reason,
                         const PerfCounters& counters, const char* counters_unavailable_reason) {
  json_.BeginLine("header");
  json_.Number("schema", kSchema);
  json_.String("version", kVersion);
  json_.Number("sampler_pid", static_cast<std::uint64_t>(getpid()));
  json_.Number("monotonic_ns", ReadClock(CLOCK_MONOTONIC));
  json_.Number("wall_ns", ReadClock(CLOCK_REALTIME));
  json_.Number("clock_ticks_hz", static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)));
  json_.Number("page_size_bytes", static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
  json_.Seconds("cpu_interval_s", options.cpu_interval_s);
  json_.Seconds("memory_interval_s", options.memory_interval_s);
  Reason("footprint_unavailable_reason", footprint_unavailable_reason);
  if (counters.size() > 0) {
    Reason("counters_unavailable_reason", counters_unavailable_reason);
    json_.Boolean("counters_exclude_kernel", counters.excludes_kernel());
  }
  json_.EndLine();
}

void StreamLines::Reason(std::string_view key, const char* reason) {
  if (reason == nullptr) {
    json_.Null(key);
  } else {
    json_.String(key, reason);
  }
}

void StreamLines::Key(const Process& process) {
  json_.Number("pid", static_cast<std::uint64_t>(process.pid));
  json_.Number("start_time_ticks", process.start_time_ticks);
  json_.String("comm", process.comm.view());
}

void StreamLines::CommandLine(const Process& process) {
  char buffer[4096];
  const FileText file = ReadFileAt(process.directory.get(), "cmdline", buffer, sizeof(buffer));
  json_.BeginArray("cmdline");
  std::string_view rest = file.text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find('\0'));
    json_.String(word);
    rest.remove_prefix(word.size() < rest.size() ? word.size() + 1 : rest.size());
  }
  json_.EndArray();
}

void StreamLines::ProcessStart(std::uint64_t monotonic_ns, const Process& process) {
  json_.BeginLine("process");
  json_.Number("monotonic_ns", monotonic_ns);
  Key(process);
  json_.Number("parent_pid", static_cast<std::uint64_t>(process.parent_pid));
  json_.Boolean("root", process.is_root);
  CommandLine(process);
  json_.EndLine();
}

void StreamLines::ProcessExit(std::uint64_t monotonic_ns, const Process& process) {
  json_.BeginLine("exit");
  json_.Number("monotonic_ns", monotonic_ns);
  Key(process);
  json_.Number("cpu_time_ns", process.cpu_ns);
  // Read before anybody waited for it: nothing that it did is missing.
  json_.Boolean("final", !process.waited_for);
  json_.EndLine();
}

void StreamLines::CpuOfProcess(const Process& process) {
  std::uint64_t voluntary = process.exited_voluntary_switches;
  std::uint64_t involuntary = process.exited_involuntary_switches;
  for (const Thread& thread : process.threads) {
    voluntary += thread.voluntary_switches;
    involuntary += thread.involuntary_switches;
  }
  json_.BeginObject();
  Key(process);
  json_.Number("cpu_time_ns", process.cpu_ns);
  json_.Number("kernel_cpu_time_ns", process.kernel_ns);
  json_.Number("reaped_children_cpu_time_ns", process.children.reaped_ns());
  json_.Number("thread_count", process.thread_count);
  json_.NumberOrNull("voluntary_context_switches", process.switches_known, voluntary);
  json_.NumberOrNull("involuntary_context_switches", process.switches_known, involuntary);
  json_.BeginArray("threads");
  for (const Thread& thread : process.threads) {
    json_.BeginObject();
    json_.Number("tid", static_cast<std::uint64_t>(thread.tid));
    json_.String("comm", thread.comm.view());
    json_.Number("cpu_time_ns", thread.cpu_ns);
    json_.EndObject();
  }
  json_.EndArray();
  json_.EndObject();
}

void StreamLines::Cpu(const ProcessTree& tree, const std::vector<Process>& processes,
                      bool cgroup_known, std::uint64_t cgroup_cpu_ns, const PerfCounters& counters,
                      const OwnCost& own) {
  json_.BeginLine("cpu");
  json_.Number("monotonic_ns", tree.monotonic_ns());
  json_.Number("wall_ns", tree.wall_ns());
  json_.Number("cpu_time_ns", tree.total_cpu_ns());
  json_.NumberOrNull("cgroup_cpu_time_ns", cgroup_known, cgroup_cpu_ns);
  if (counters.size() > 0) {
    json_.BeginObject("counters");
    for (std::size_t event = 0; event < counters.size(); ++event) {
      std::uint64_t total = 0;
      const bool known = counters.Read(event, &total);
      json_.NumberOrNull(counters.name(event), known, total);
    }
    json_.EndObject();
  }
  json_.BeginArray("processes");
  for (const Process& process : processes) CpuOfProcess(process);
  json_.EndArray();
  Observer(own);
  json_.EndLine();
}

void StreamLines::MemoryOfProcess(const Process& process, const ProcessMemory& memory) {
  const bool known = memory.rollup_known;
  const SmapsRollup& rollup = memory.rollup;
  json_.BeginObject();
  Key(process);
  json_.NumberOrNull("pss_bytes", known, rollup.pss_bytes);
  json_.NumberOrNull("uss_bytes", known, rollup.uss_bytes);
  json_.NumberOrNull("rss_bytes", known, rollup.rss_bytes);
  json_.NumberOrNull("pss_anon_bytes", known, rollup.pss_anon_bytes);
  json_.NumberOrNull("pss_file_bytes", known, rollup.pss_file_bytes);
  json_.NumberOrNull("pss_shmem_bytes", known, rollup.pss_shmem_bytes);
  json_.NumberOrNull("swap_pss_bytes", known, rollup.swap_pss_bytes);
  json_.NumberOrNull("footprint_bytes", memory.footprint_known, memory.footprint_bytes);
  json_.EndObject();
}

void StreamLines::Memory(const MemoryWalk& walk, const std::vector<Process>& processes,
                         std::string_view trigger, const OwnCost& own) {
  json_.BeginLine("memory");
  json_.Number("begin_monotonic_ns", walk.begin_monotonic_ns);
  json_.Number("end_monotonic_ns", walk.end_monotonic_ns);
  json_.Number("wall_ns", walk.begin_wall_ns);
  json_.String("trigger", trigger);
  json_.NumberOrNull("footprint_bytes", walk.footprint_known, walk.footprint_bytes);
  json_.BeginArray("processes");
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (!walk.processes[i].gone) MemoryOfProcess(processes[i], walk.processes[i]);
  }
  json_.EndArray();
  Observer(own);
  json_.EndLine();
}

void StreamLines::Warning(std::uint64_t monotonic_ns, const Process& process,
                          std::string_view reason) {
  json_.BeginLine("warning");
  json_.Number("monotonic_ns", monotonic_ns);
  Key(process);
  json_.String("reason", reason);
  json_.EndLine();
}

void StreamLines::Observer(const OwnCost& own) {
  json_.BeginObject("observer");
  json_.Number("cpu_time_ns", own.cpu_ns);
  json_.Number("rss_bytes", own.rss_bytes);
  json_.EndObject();
}

void StreamLines::End(std::uint64_t monotonic_ns, std::string_view reason, const OwnCost& own) {
  json_.BeginLine("end");
  json_.Number("monotonic_ns", monotonic_ns);
  json_.String("reason", reason);
  Observer(own);
  json_.EndLine();
}

}  // namespace process_sampler
