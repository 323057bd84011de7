// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "burner.hpp"

#include <algorithm>
#include <cmath>

namespace known_cost {

Burner::Burner(double share, std::int64_t now_ns, std::int64_t used_ns)
    : share_(share), began_ns_(now_ns), used_before_ns_(used_ns) {}

std::int64_t Burner::debt_ns(std::int64_t now_ns, std::int64_t used_ns) {
  const std::int64_t due_ns = std::llround(share_ * static_cast<double>(now_ns - began_ns_));
  const std::int64_t debt_ns = due_ns - (used_ns - used_before_ns_);
  if (debt_ns > kMaxDebtNs) used_before_ns_ -= debt_ns - kMaxDebtNs;
  return std::clamp(debt_ns, std::int64_t{0}, kMaxDebtNs);
}

}  // namespace known_cost
