// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__YARDSTICK_HPP_
#define PROCESS_SAMPLER__YARDSTICK_HPP_

#include "options.hpp"
#include "stream_output.hpp"

namespace process_sampler {

/// Does known work at a fixed rate and writes every second what a unit of it took, until told to
/// end; nullptr then, else one clause that says why it cannot.
///
/// Without a rate of its own it takes 50 units a second, or half, a quarter ... of that on a
/// machine so slow that they would cost more than 1 % of a core.
const char* run_yardstick(const Options& options, StreamOutput* output);

/// The rate at which units of that length cost 1 % of a core or less.
double affordable_rate(std::uint64_t unit_ns);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__YARDSTICK_HPP_
