// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__OWN_COST_HPP_
#define PROCESS_SAMPLER__OWN_COST_HPP_

#include <cstdint>

#include "file_access.hpp"

namespace process_sampler {

/// What the sampler itself costs.
struct OwnCost {
  std::uint64_t cpu_ns = 0;
  std::uint64_t rss_bytes = 0;
};

/// Reads the sampler's own cost. Resident memory comes from smaps_rollup, because the counters in
/// /proc/self/statm lag behind by some pages per core; where it is missing, from statm.
class OwnCostReader {
 public:
  OwnCostReader();
  OwnCost read() const;

 private:
  FileDescriptor rollup_;
  FileDescriptor statm_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__OWN_COST_HPP_
