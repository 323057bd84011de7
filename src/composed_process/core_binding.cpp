// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "core_binding.hpp"

#include <cerrno>
#include <string>
#include <system_error>

namespace composed_process {

namespace {

cpu_set_t own_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read the cores of a thread");
  }
  return cores;
}

}  // namespace

CoreBinding::CoreBinding(std::optional<int> core) {
  if (!core) return;
  const cpu_set_t before = own_cores();
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(*core, &only);
  if (sched_setaffinity(0, sizeof(only), &only) != 0) {
    throw std::system_error(errno, std::generic_category(), "core " + std::to_string(*core));
  }
  previous_ = before;
}

CoreBinding::~CoreBinding() {
  if (previous_) sched_setaffinity(0, sizeof(*previous_), &*previous_);
}

std::vector<int> usable_cores() {
  const cpu_set_t cores = own_cores();
  std::vector<int> numbers;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) numbers.push_back(core);
  }
  return numbers;
}

}  // namespace composed_process
