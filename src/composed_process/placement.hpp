// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__PLACEMENT_HPP_
#define COMPOSED_PROCESS__PLACEMENT_HPP_

#include <functional>
#include <optional>
#include <vector>

namespace composed_process {

/// Where threads run, and how far they give way to others.
struct Placement {
  std::optional<int> core;  ///< On this one only.
  int niceness = 0;         ///< More than the process's own.
};

/// Calls a function in a thread of its own with that placement, which the threads that it makes
/// inherit, and waits for it. Nothing is taken back, since who has no privileges cannot be less
/// nice again.
/// \throws std::system_error if the kernel refuses the placement; what the function throws.
void call_placed(const Placement& placement, const std::function<void()>& function);

/// The numbers of the cores that the calling thread may run on.
std::vector<int> usable_cores();

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__PLACEMENT_HPP_
