// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__WORK_HPP_
#define TOPOLOGY__WORK_HPP_

#include <cstdint>

#include "description.hpp"

namespace topology {

/// Does a callback's work: sleeps, then computes.
void perform(const Work& work);

/// Primes up to a number, by trial division; the count keeps the loop from being left out.
std::uint64_t count_primes(std::int64_t up_to);

/// Keeps the calling thread busy for so much of its own CPU time.
void be_busy(std::int64_t cpu_ns);

}  // namespace topology

#endif  // TOPOLOGY__WORK_HPP_
