// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "core_binding.hpp"

#include <sched.h>

#include <cerrno>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace composed_process {

namespace {

void bind_this_thread(int core) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(core, &only);
  if (sched_setaffinity(0, sizeof(only), &only) != 0) {
    throw std::system_error(errno, std::generic_category(), "core " + std::to_string(core));
  }
}

}  // namespace

void call_on_core(std::optional<int> core, const std::function<void()>& function) {
  std::packaged_task<void()> task([&] {
    if (core) bind_this_thread(*core);
    function();
  });
  std::future<void> done = task.get_future();
  std::thread(std::move(task)).join();
  done.get();
}

std::vector<int> usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read the cores of a thread");
  }
  std::vector<int> numbers;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) numbers.push_back(core);
  }
  return numbers;
}

}  // namespace composed_process
