// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__CORE_BINDING_HPP_
#define COMPOSED_PROCESS__CORE_BINDING_HPP_

#include <sched.h>

#include <optional>
#include <vector>

namespace composed_process {

/// The calling thread runs on one core only, if one is given, for as long as this lives. Threads
/// made meanwhile inherit it.
class CoreBinding {
 public:
  /// \throws std::system_error if the thread may not run there.
  explicit CoreBinding(std::optional<int> core);
  ~CoreBinding();
  CoreBinding(const CoreBinding&) = delete;
  CoreBinding& operator=(const CoreBinding&) = delete;

 private:
  std::optional<cpu_set_t> previous_;
};

/// The numbers of the cores that the calling thread may run on.
std::vector<int> usable_cores();

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__CORE_BINDING_HPP_
