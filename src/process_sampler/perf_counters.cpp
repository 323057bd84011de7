// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "perf_counters.hpp"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "proc_directory.hpp"

namespace process_sampler {

namespace {

struct Known {
  const char* name;
  std::uint32_t type;
  std::uint64_t config;
};

constexpr Known kKnown[] = {
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
};

/// How often a root's threads are listed again because one began meanwhile.
constexpr int kMaxTries = 20;

const Known* find(std::string_view name) {
  for (const Known& known : kKnown) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

const char* reason_of(int error) {
  switch (error) {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
      return "this machine does not count it";
    case EACCES:
    case EPERM:
      return "counting is not permitted; see kernel.perf_event_paranoid";
    case ENOSYS:
      return "the kernel has no perf events";
    default:
      return std::strerror(error);
  }
}

// errno tells why there is none.
bool list_threads(pid_t pid, std::vector<pid_t>* tids) {
  tids->clear();
  const std::string path = "/proc/" + std::to_string(pid) + "/task";
  const FileDescriptor directory = open_at(-1, path.c_str(), O_DIRECTORY);
  if (!directory.valid() || !list_numbers(directory.get(), tids)) return false;
  if (tids->empty()) errno = ESRCH;
  return !tids->empty();
}

}  // namespace

bool PerfCounters::choose(std::string_view names) {
  events_.clear();
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    const Known* known = find(name);
    if (known == nullptr) return false;
    events_.push_back({known->name, known->type, known->config, {}});
    names.remove_prefix(name.size() < names.size() ? name.size() + 1 : names.size());
  }
  return !events_.empty();
}

const char* PerfCounters::probe() {
  is_usable_ = true;
  for (const Event& event : events_) {
    if (open(event, 0).valid()) continue;
    is_usable_ = false;
    return reason_of(errno);
  }
  return nullptr;
}

void PerfCounters::follow(pid_t pid) {
  std::vector<pid_t> before;
  std::vector<pid_t> after;
  for (int i = 0; i < kMaxTries && is_usable_; ++i) {
    if (!list_threads(pid, &before)) return stop_unless_ended();
    const bool followed = follow_threads(before);
    if (!list_threads(pid, &after)) return stop_unless_ended();
    // Of a thread that began in between nobody knows whether it inherited a counter.
    if (followed && after == before) return;
    for (Event& event : events_) event.files.resize(event.files.size() - before.size());
  }
  is_usable_ = false;
}

// One that has ended counts nothing; without one that runs the counts would be too small.
void PerfCounters::stop_unless_ended() { is_usable_ = status_of_errno(errno) == ReadStatus::kGone; }

// Appends as many files to each event as there are threads, invalid ones for those that ended.
bool PerfCounters::follow_threads(const std::vector<pid_t>& tids) {
  bool all = true;
  for (Event& event : events_) {
    for (const pid_t tid : tids) {
      event.files.push_back(open(event, tid));
      all &= event.files.back().valid();
    }
  }
  return all;
}

FileDescriptor PerfCounters::open(const Event& event, pid_t tid) const {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.inherit = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return FileDescriptor(static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, tid, -1, -1, PERF_FLAG_FD_CLOEXEC)));
}

bool PerfCounters::read(std::size_t event, std::uint64_t* total) const {
  if (!is_usable_) return false;
  struct {
    std::uint64_t value;
    std::uint64_t enabled_ns;
    std::uint64_t running_ns;
  } counted{};
  *total = 0;
  for (const FileDescriptor& file : events_[event].files) {
    if (!file.valid()) continue;
    if (::read(file.get(), &counted, sizeof(counted)) != sizeof(counted)) return false;
    if (counted.running_ns == 0) {
      if (counted.enabled_ns > 0) return false;  // It never had its turn on the hardware.
      continue;
    }
    const double share =
        static_cast<double>(counted.enabled_ns) / static_cast<double>(counted.running_ns);
    *total += static_cast<std::uint64_t>(static_cast<double>(counted.value) * share);
  }
  return true;
}

}  // namespace process_sampler
