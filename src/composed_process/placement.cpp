// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <string>
#include <system_error>
#include <thread>

namespace composed_process {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void place_this_thread(const Placement& placement) {
  if (placement.core) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(*placement.core, &only);
    if (sched_setaffinity(0, sizeof(only), &only) != 0) {
      refuse("core " + std::to_string(*placement.core));
    }
  }
  if (placement.niceness == 0) return;
  // On Linux a nice value is a thread's, whatever POSIX says (setpriority(2)).
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  errno = 0;
  const int own = getpriority(PRIO_PROCESS, thread);
  if (errno != 0 || setpriority(PRIO_PROCESS, thread, own + placement.niceness) != 0) {
    refuse("niceness " + std::to_string(placement.niceness));
  }
}

}  // namespace

void call_placed(const Placement& placement, const std::function<void()>& function) {
  std::packaged_task<void()> task([&] {
    place_this_thread(placement);
    function();
  });
  std::future<void> done = task.get_future();
  std::thread(std::move(task)).join();
  done.get();
}

std::vector<int> usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) refuse("cannot read the cores of a thread");
  std::vector<int> numbers;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) numbers.push_back(core);
  }
  return numbers;
}

}  // namespace composed_process
