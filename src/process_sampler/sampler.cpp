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
  if (counters_.choose(options.counters)) counters_unavailable_reason_ = counters_.probe();
}

std::string Sampler::add_root(pid_t pid, bool* ended) {
  // Named twice, it is counted once.
  if (tree_.follows(pid)) return {};
  std::string problem = tree_.add_root(pid, ended);
  if (problem.empty()) counters_.follow(pid);
  return problem;
}

void Sampler::write_header() {
  lines_.header(options_, memory_.footprint_unavailable_reason(), counters_,
                counters_unavailable_reason_);
}

void Sampler::update(bool search_all) {
  tree_.update(search_all);
  for (const Process& process : tree_.ended()) {
    lines_.process_exit(tree_.monotonic_ns(), process);
  }
  for (Process& process : tree_.processes()) {
    if (process.announced) continue;
    lines_.process_start(tree_.monotonic_ns(), process);
    process.announced = true;
  }
}

void Sampler::settle_exits() { update(false); }

void Sampler::read_cpu() {
  update(false);
  std::uint64_t cgroup_ns = 0;
  const bool cgroup_known = cgroup_->is_open() && cgroup_->read_cpu(&cgroup_ns);
  tree_.read_threads(reread_names_);
  reread_names_ = false;
  if (!failure().empty()) return;
  lines_.cpu(tree_, cgroup_known, cgroup_ns, counters_, own_cost_.read());
}

void Sampler::read_memory(std::string_view trigger) {
  // The rare occasion for what need not be done often: names of threads that have not run, and
  // new processes that the cheap check may have missed.
  reread_names_ = true;
  update(true);
  if (!failure().empty()) return;
  std::vector<Process>& processes = tree_.processes();
  const MemoryWalk& walk = memory_.read(processes);
  for (std::size_t i = 0; i < processes.size(); ++i) {
    const ProcessMemory& memory = walk.processes[i];
    if (memory.reason == nullptr || processes[i].memory_reason_given) continue;
    lines_.warning(walk.begin_monotonic_ns, processes[i], memory.reason);
    processes[i].memory_reason_given = true;
  }
  lines_.memory(walk, processes, trigger, own_cost_.read());
}

void Sampler::write_end(std::string_view reason) {
  lines_.end(read_clock(CLOCK_MONOTONIC), reason, own_cost_.read());
}

}  // namespace process_sampler
