// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "sampler.hpp"

#include "clock.hpp"

namespace process_sampler {

Sampler::Sampler(const Options& options, const Cgroup* cgroup, json_writer::TextSink* sink)
    : options_(options),
      cgroup_(cgroup),
      tree_(cgroup),
      memory_(options.pagemap_scan),
      lines_(sink) {
  // Before the roots are taken up, so that these count from then on.
  if (counters_.Choose(options.counters)) counters_unavailable_reason_ = counters_.Probe();
}

const char* Sampler::AddRoot(pid_t pid, bool* ended) {
  const char* problem = tree_.AddRoot(pid, ended);
  if (problem == nullptr) counters_.Follow(pid);
  return problem;
}

void Sampler::WriteHeader() {
  lines_.Header(options_, memory_.footprint_unavailable_reason(), counters_,
                counters_unavailable_reason_);
}

void Sampler::Update(bool search_all) {
  tree_.Update(search_all);
  for (const Process& process : tree_.ended()) {
    lines_.ProcessExit(tree_.monotonic_ns(), process);
  }
  for (Process& process : tree_.processes()) {
    if (process.announced) continue;
    lines_.ProcessStart(tree_.monotonic_ns(), process);
    process.announced = true;
  }
}

void Sampler::SettleExits() { Update(false); }

void Sampler::ReadCpu() {
  Update(false);
  std::uint64_t cgroup_ns = 0;
  const bool cgroup_known = cgroup_->is_open() && cgroup_->ReadCpu(&cgroup_ns);
  tree_.ReadThreads(reread_names_);
  reread_names_ = false;
  lines_.Cpu(tree_, tree_.processes(), cgroup_known, cgroup_ns, counters_, own_cost_.Read());
}

void Sampler::ReadMemory(std::string_view trigger) {
  // The rare occasion for what need not be done often: names of threads that have not run, and
  // new processes that the cheap check may have missed.
  reread_names_ = true;
  Update(true);
  std::vector<Process>& processes = tree_.processes();
  const MemoryWalk& walk = memory_.Read(processes);
  for (std::size_t i = 0; i < processes.size(); ++i) {
    const ProcessMemory& memory = walk.processes[i];
    if (memory.reason == nullptr || processes[i].memory_reason_given) continue;
    lines_.Warning(walk.begin_monotonic_ns, processes[i], memory.reason);
    processes[i].memory_reason_given = true;
  }
  lines_.Memory(walk, processes, trigger, own_cost_.Read());
}

void Sampler::WriteEnd(std::string_view reason) {
  lines_.End(ReadClock(CLOCK_MONOTONIC), reason, own_cost_.Read());
}

}  // namespace process_sampler
