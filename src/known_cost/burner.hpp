// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef KNOWN_COST__BURNER_HPP_
#define KNOWN_COST__BURNER_HPP_

#include <cstdint>

namespace known_cost {

/// CPU time that is made up for after others kept the thread from running.
constexpr std::int64_t kMaxDebtNs = 1'000'000'000;

/// How much CPU a thread has to use to have used a share of a core.
///
/// By the thread's own CPU clock: everything that it does counts, its waking up included, so that
/// the kernel's figure for the thread is the share itself.
class Burner {
 public:
  /// \param share of one core, below 1.
  /// \param now_ns of a monotonic clock.
  /// \param used_ns of the thread's CPU clock.
  Burner(double share, std::int64_t now_ns, std::int64_t used_ns);

  /// CPU time that is due by now and not used yet, not below 0.
  std::int64_t debt_ns(std::int64_t now_ns, std::int64_t used_ns);

 private:
  const double share_;
  const std::int64_t began_ns_;
  std::int64_t used_before_ns_;
};

}  // namespace known_cost

#endif  // KNOWN_COST__BURNER_HPP_
