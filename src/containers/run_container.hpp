// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef CONTAINERS__RUN_CONTAINER_HPP_
#define CONTAINERS__RUN_CONTAINER_HPP_

#include "executor_kind.hpp"

namespace containers {

/// A container program from its command line to its exit status.
int run_container(const char* program, composed_process::ExecutorKind kind, int argc, char** argv);

}  // namespace containers

#endif  // CONTAINERS__RUN_CONTAINER_HPP_
