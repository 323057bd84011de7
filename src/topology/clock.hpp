// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__CLOCK_HPP_
#define TOPOLOGY__CLOCK_HPP_

#include "monotonic_clock.hpp"

namespace topology {

using executors::monotonic_now_ns;
using executors::read_clock_ns;

}  // namespace topology

#endif  // TOPOLOGY__CLOCK_HPP_
