// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "thread_reader.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "proc_directory.hpp"
#include "proc_stat.hpp"
#include "task_files.hpp"

namespace process_sampler {

namespace {

int max_kept_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  constexpr rlim_t kOthers = 256;
  const rlim_t most = std::min<rlim_t>(limit.rlim_cur, 65536);
  return most > kOthers ? static_cast<int>(most - kOthers) : 0;
}

void add_to_exited(Process* process, const Thread& thread) {
  process->exited_voluntary_switches += thread.voluntary_switches;
  process->exited_involuntary_switches += thread.involuntary_switches;
}

}  // namespace

ThreadReader::ThreadReader(std::uint64_t ns_per_tick)
    : ns_per_tick_(ns_per_tick),
      has_schedstat_(access("/proc/self/schedstat", R_OK) == 0),
      max_kept_(max_kept_descriptors()) {}

FileText ThreadReader::read_kept(const Process& process, pid_t tid, const char* name,
                                 FileDescriptor* file, char* buffer, std::size_t capacity) const {
  if (!file->valid()) {
    *file = open_at(process.tasks.get(), NumberedPath(tid, name).c_str());
    if (!file->valid()) return {status_of_errno(errno), errno, {}};
  }
  const FileText text = read_from_start(file->get(), buffer, capacity);
  if (file->get() >= max_kept_) file->close();
  return text;
}

int ThreadReader::refresh(Process* process, bool may_have_new, bool reread_names) {
  error_ = 0;
  if (may_have_new || process->threads.empty()) match_threads(process);
  bool any_gone = false;
  for (Thread& thread : process->threads) {
    read_thread(process, &thread, reread_names);
    any_gone |= thread.gone;
  }
  if (any_gone) drop_gone_threads(process);
  return error_;
}

void ThreadReader::keep_none(std::vector<Process>* processes) {
  max_kept_ = 0;
  for (Process& process : *processes) {
    for (Thread& thread : process.threads) {
      thread.cpu_file.close();
      thread.status_file.close();
    }
  }
}

// The kernel lists threads in the order of their creation, so both lists are walked once.
void ThreadReader::match_threads(Process* process) {
  tids_.clear();
  if (!list_numbers(process->tasks.get(), &tids_)) {
    if (status_of_errno(errno) != ReadStatus::kGone) error_ = errno;
    return;
  }
  matched_.clear();
  auto known = process->threads.begin();
  const auto known_end = process->threads.end();
  for (const pid_t tid : tids_) {
    const auto found =
        std::find_if(known, known_end, [tid](const Thread& thread) { return thread.tid == tid; });
    if (found == known_end) {
      matched_.emplace_back();
      matched_.back().tid = tid;
      continue;
    }
    std::for_each(known, found, [process](const Thread& gone) { add_to_exited(process, gone); });
    matched_.push_back(std::move(*found));
    known = found + 1;
  }
  std::for_each(known, known_end, [process](const Thread& gone) { add_to_exited(process, gone); });
  process->threads.swap(matched_);
}

void ThreadReader::read_thread(Process* process, Thread* thread, bool reread_name) {
  bool has_run = false;
  read_cpu(*process, thread, &has_run);
  if (thread->gone) return;
  // A thread that has not run since cannot have switched: its status, the dearer file, stays as is.
  if (!has_run && thread->status_known && !reread_name) return;
  char buffer[8192];
  const FileText file =
      read_kept(*process, thread->tid, "/status", &thread->status_file, buffer, sizeof(buffer));
  if (!has_run) thread->status_file.close();  // Read once now, and rarely again.
  TaskStatus status;
  if (file.status != ReadStatus::kOk || !parse_task_status(file.text, &status)) {
    thread->gone |= file.status == ReadStatus::kGone;
    if (!thread->gone) process->switches_known = false;
    return;
  }
  thread->status_known = true;
  thread->comm = status.name;
  thread->voluntary_switches = status.voluntary_switches;
  thread->involuntary_switches = status.involuntary_switches;
}

void ThreadReader::read_cpu(const Process& process, Thread* thread, bool* has_run) {
  char buffer[1024];
  const char* name = has_schedstat_ ? "/schedstat" : "/stat";
  const FileText file =
      read_kept(process, thread->tid, name, &thread->cpu_file, buffer, sizeof(buffer));
  thread->gone = file.status == ReadStatus::kGone;
  if (file.status == ReadStatus::kFailed) error_ = file.error;
  if (file.status != ReadStatus::kOk) return;
  if (has_schedstat_) {
    TaskSchedstat schedstat;
    if (!parse_schedstat(file.text, &schedstat)) return;
    *has_run = schedstat.run_ns != thread->cpu_ns || schedstat.timeslices != thread->timeslices;
    thread->cpu_ns = std::max(thread->cpu_ns, schedstat.run_ns);
    thread->timeslices = schedstat.timeslices;
    return;
  }
  ProcStat stat;
  if (!parse_proc_stat(file.text, &stat)) return;
  // Ticks are too coarse to tell that a thread has not run.
  *has_run = true;
  thread->comm = Comm(stat.comm);
  thread->cpu_ns = std::max(thread->cpu_ns, (stat.user_ticks + stat.system_ticks) * ns_per_tick_);
}

void ThreadReader::drop_gone_threads(Process* process) {
  auto& threads = process->threads;
  for (const Thread& thread : threads) {
    if (thread.gone) add_to_exited(process, thread);
  }
  threads.erase(std::remove_if(threads.begin(), threads.end(),
                               [](const Thread& thread) { return thread.gone; }),
                threads.end());
}

}  // namespace process_sampler
