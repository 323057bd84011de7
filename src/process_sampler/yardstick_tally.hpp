// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__YARDSTICK_TALLY_HPP_
#define PROCESS_SAMPLER__YARDSTICK_TALLY_HPP_

#include <cstdint>
#include <vector>

#include "yardstick_work.hpp"

namespace process_sampler {

/// The units of one second.
///
/// A single unit is so short that one interrupt charged to it, or one slice of time taken by the
/// hypervisor, would outweigh the others of its second. So a part counts for no more than a
/// multiple of its median in that second.
class YardstickTally {
 public:
  static constexpr std::uint64_t kMaxOfMedian = 3;

  void add(const PartTimes& times);
  void clear() { units_.clear(); }

  std::size_t units() const { return units_.size(); }

  /// Mean of each part over the units, limited as said; zeros without any.
  PartTimes means() const;

 private:
  std::vector<PartTimes> units_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__YARDSTICK_TALLY_HPP_
