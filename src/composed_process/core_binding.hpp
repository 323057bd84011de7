// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__CORE_BINDING_HPP_
#define COMPOSED_PROCESS__CORE_BINDING_HPP_

#include <functional>
#include <optional>
#include <vector>

namespace composed_process {

/// Calls a function in a thread of its own that runs on that core only, if one is given, as do the
/// threads that it makes, and waits for it.
/// \throws std::system_error if the kernel refuses the core; what the function throws.
void call_on_core(std::optional<int> core, const std::function<void()>& function);

/// The numbers of the cores that the calling thread may run on.
std::vector<int> usable_cores();

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__CORE_BINDING_HPP_
