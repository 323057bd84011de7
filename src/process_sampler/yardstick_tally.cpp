// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "yardstick_tally.hpp"

#include <algorithm>

namespace process_sampler {

void YardstickTally::add(const PartTimes& times) { units_.push_back(times); }

PartTimes YardstickTally::means() const {
  PartTimes means{};
  if (units_.empty()) return means;
  std::vector<std::uint64_t> column(units_.size());
  for (std::size_t part = 0; part < kPartCount; ++part) {
    for (std::size_t i = 0; i < units_.size(); ++i) column[i] = units_[i][part];
    const auto middle = column.begin() + static_cast<std::ptrdiff_t>(column.size() / 2);
    std::nth_element(column.begin(), middle, column.end());
    const std::uint64_t limit = kMaxOfMedian * *middle;
    std::uint64_t sum = 0;
    for (const std::uint64_t value : column) sum += std::min(value, limit);
    means[part] = sum / column.size();
  }
  return means;
}

}  // namespace process_sampler
