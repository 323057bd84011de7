// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// One of the containers: CONTAINER_PROGRAM is its name, CONTAINER_KIND the kind of its executors.
#include "run_container.hpp"

int main(int argc, char** argv) {
  return containers::run_container(CONTAINER_PROGRAM,
                                   composed_process::ExecutorKind::CONTAINER_KIND, argc, argv);
}
