// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "process_tree.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "clock.hpp"
#include "proc_stat.hpp"
#include "task_files.hpp"

namespace process_sampler {

namespace {

FileDescriptor open_pid_fd(pid_t pid) {
#ifdef SYS_pidfd_open
  return FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
#else
  (void)pid;
  return FileDescriptor();
#endif
}

}  // namespace

ProcessTree::ProcessTree(const Cgroup* cgroup)
    : cgroup_(cgroup),
      ns_per_tick_(1'000'000'000ULL / static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK))),
      own_pid_(getpid()),
      thread_reader_(ns_per_tick_),
      proc_(open_at(AT_FDCWD, "/proc", O_DIRECTORY)) {}

std::string ProcessTree::add_root(pid_t pid, bool* ended) {
  *ended = false;
  if (follows(pid)) return {};
  char buffer[4096];
  const FileText status =
      read_file_at(proc_.get(), NumberedPath(pid, "/status").c_str(), buffer, sizeof(buffer));
  pid_t process = pid;
  // /proc shows threads under their own ids as well, although it lists none.
  if (status.status == ReadStatus::kOk && parse_thread_group(status.text, &process) &&
      process != pid) {
    return "it is a thread of process " + std::to_string(process) + "; name that process";
  }
  *ended = true;
  switch (adopt(pid, true)) {
    case Adoption::kTaken:
      return {};
    case Adoption::kEnded:
      return "it has ended";
    default:
      *ended = status_of_errno(errno) == ReadStatus::kGone;
      return *ended ? "there is no such process" : std::strerror(errno);
  }
}

bool ProcessTree::follows(pid_t pid) const {
  return std::any_of(processes_.begin(), processes_.end(),
                     [pid](const Process& process) { return process.pid == pid; });
}

ProcessTree::Adoption ProcessTree::adopt(pid_t pid, bool is_root) {
  const Adoption adoption = try_to_adopt(pid, is_root);
  if (adoption != Adoption::kFailed || errno != EMFILE) return adoption;
  thread_reader_.keep_none(&processes_);
  return try_to_adopt(pid, is_root);
}

ProcessTree::Adoption ProcessTree::try_to_adopt(pid_t pid, bool is_root) {
  Process process;
  process.pid = pid;
  process.is_root = is_root;
  // All later readings go through this descriptor: it means this process, not whoever may be given
  // its number one day.
  process.directory = open_at(proc_.get(), NumberedPath(pid, "").c_str(), O_DIRECTORY);
  if (!process.directory.valid()) return Adoption::kFailed;
  process.stat = open_at(process.directory.get(), "stat");
  process.tasks = open_at(process.directory.get(), "task", O_DIRECTORY);
  if (!process.stat.valid() || !process.tasks.valid()) return Adoption::kFailed;
  process.pid_fd = open_pid_fd(pid);
  // Older kernels have none, and sandboxes may refuse it: its end is then found a reading later.
  if (!process.pid_fd.valid() && (errno == EMFILE || errno == ENFILE)) return Adoption::kFailed;
  process.has_cpu_clock = clock_getcpuclockid(pid, &process.cpu_clock) == 0;
  refresh_counters(&process);
  // A child that nobody has waited for yet has used CPU that its parent is not charged with so far.
  if (process.waited_for || (process.ended && is_root)) return Adoption::kEnded;
  const auto later = std::find_if(processes_.begin(), processes_.end(), [&](const Process& other) {
    return other.start_time_ticks > process.start_time_ticks;
  });
  processes_.insert(later, std::move(process));
  return Adoption::kTaken;
}

bool ProcessTree::adopt_or_fail(pid_t pid, bool is_root) {
  const Adoption adoption = adopt(pid, is_root);
  if (adoption == Adoption::kFailed && status_of_errno(errno) != ReadStatus::kGone) {
    fail("process " + std::to_string(pid), errno);
  }
  return adoption == Adoption::kTaken;
}

// The first failure says it all: the others mostly follow from it.
void ProcessTree::fail(const std::string& what, int error) {
  if (!failure_.empty()) return;
  failure_ = what + " cannot be read: " + std::strerror(error);
  if (error == EMFILE) failure_ += "; raise the limit of open files (ulimit -n)";
}

void ProcessTree::refresh_counters(Process* process) {
  char buffer[1024];
  const FileText file = read_from_start(process->stat.get(), buffer, sizeof(buffer));
  ProcStat stat;
  if (file.status == ReadStatus::kGone) {
    process->ended = true;
    process->waited_for = true;
    return;
  }
  if (file.status != ReadStatus::kOk || !parse_proc_stat(file.text, &stat)) {
    fail("process " + std::to_string(process->pid), file.error != 0 ? file.error : EBADMSG);
    return;
  }
  process->start_time_ticks = stat.start_time_ticks;
  process->parent_pid = stat.parent_pid;
  process->thread_count = stat.thread_count;
  process->ended = stat.has_ended();
  const Comm comm(stat.comm);
  if (comm.view() != process->comm.view()) {
    process->comm = comm;
    process->announced = false;  // Another program, or the name it gave itself.
  }
  process->kernel_ns = std::max(process->kernel_ns, stat.system_ticks * ns_per_tick_);
  process->children.record_reaped((stat.reaped_user_ticks + stat.reaped_system_ticks) *
                                  ns_per_tick_);
  // The process clock is the scheduler's own sum over all threads, exited ones included, in
  // nanoseconds; stat shows the same sum cut to ticks, once for user and once for system.
  timespec time;
  if (process->has_cpu_clock && clock_gettime(process->cpu_clock, &time) == 0) {
    process->cpu_ns = std::max(process->cpu_ns, nanoseconds(time));
  } else {
    process->cpu_ns =
        std::max(process->cpu_ns, (stat.user_ticks + stat.system_ticks) * ns_per_tick_);
  }
}

void ProcessTree::update(bool search_all) {
  const bool new_tasks = new_tasks_.check() || search_all;
  threads_may_be_new_ |= new_tasks;
  monotonic_ns_ = read_clock(CLOCK_MONOTONIC);
  wall_ns_ = read_clock(CLOCK_REALTIME);
  ended_.clear();
  for (Process& process : processes_) refresh_counters(&process);
  settle_ended();
  if (new_tasks) search_new();
}

// Hands the time of ended processes to their parents, youngest first: a parent that has ended too
// must have its children's time before it passes on its own.
void ProcessTree::settle_ended() {
  for (std::size_t i = processes_.size(); i-- > 0;) {
    Process& process = processes_[i];
    if (!process.ended) continue;
    const auto parent =
        std::find_if(processes_.begin(), processes_.end(),
                     [&](const Process& other) { return other.pid == process.parent_pid; });
    if (parent != processes_.end()) {
      parent->children.record_ended(process.total_cpu_ns(), process.waited_for);
    } else {
      departed_ns_ += process.total_cpu_ns();
    }
    ended_.push_back(std::move(process));
    processes_.erase(processes_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void ProcessTree::search_new() {
  search_children();
  if (!adopt_members()) return;
  // Their children may have been listed while nobody knew that they are to be followed.
  seen_.clear();
  search_children();
}

// Only ids that the last search did not list can be new: another process can carry a known id only
// after the kernel has given out all the others.
void ProcessTree::search_children() {
  listed_.clear();
  if (!list_numbers(proc_.get(), &listed_)) {
    fail("/proc", errno);
    return;
  }
  std::sort(listed_.begin(), listed_.end());
  candidates_.clear();
  char buffer[1024];
  for (const pid_t pid : listed_) {
    if (std::binary_search(seen_.begin(), seen_.end(), pid) || follows(pid)) continue;
    if (pid == own_pid_) continue;
    const FileText file =
        read_file_at(proc_.get(), NumberedPath(pid, "/stat").c_str(), buffer, sizeof(buffer));
    ProcStat stat;
    // Of one that must not be looked at nobody can tell whose child it is.
    if (file.status == ReadStatus::kFailed) fail("process " + std::to_string(pid), file.error);
    if (file.status != ReadStatus::kOk || !parse_proc_stat(file.text, &stat)) continue;
    candidates_.push_back({pid, stat.parent_pid});
  }
  seen_.swap(listed_);
  // Ids may wrap around, so a child can stand before its parent: until nothing is taken any more.
  for (bool taken = true; taken;) {
    taken = false;
    for (Candidate& candidate : candidates_) {
      if (candidate.pid == 0 || !follows(candidate.parent_pid)) continue;
      taken |= adopt_or_fail(candidate.pid, false);
      candidate.pid = 0;
    }
  }
}

bool ProcessTree::adopt_members() {
  if (cgroup_ == nullptr || !cgroup_->is_open()) return false;
  members_.clear();
  if (!cgroup_->read_processes(&members_) && status_of_errno(errno) != ReadStatus::kGone) {
    fail("the list of the cgroup's processes", errno);
  }
  bool taken = false;
  for (const pid_t pid : members_) {
    if (pid != own_pid_ && !follows(pid)) taken |= adopt_or_fail(pid, true);
  }
  return taken;
}

void ProcessTree::read_threads(bool reread_names) {
  for (Process& process : processes_) {
    const int error = thread_reader_.refresh(&process, threads_may_be_new_, reread_names);
    if (error != 0) fail("the threads of process " + std::to_string(process.pid), error);
  }
  threads_may_be_new_ = false;
}

std::uint64_t ProcessTree::total_cpu_ns() const {
  std::uint64_t total_ns = departed_ns_;
  for (const Process& process : processes_) total_ns += process.total_cpu_ns();
  return total_ns;
}

}  // namespace process_sampler
