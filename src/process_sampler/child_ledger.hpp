// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__CHILD_LEDGER_HPP_
#define PROCESS_SAMPLER__CHILD_LEDGER_HPP_

#include <algorithm>
#include <cstdint>

namespace process_sampler {

/// CPU time of the ended children of one process, each counted once.
///
/// Two sources tell of it, neither complete. The kernel adds a child to its parent's
/// cutime + cstime when the parent waits for it: exact, children never seen alive included, but
/// late, rounded to ticks, and not at all if the parent ignores SIGCHLD. The readings of the child
/// while it lived are there at once, but lack what it did after the last of them. So every ended
/// child raises a floor by its last reading, and the kernel's figure counts when above the floor.
class ChildLedger {
 public:
  /// Takes over the kernel's figure. Call once per pass, before record_ended() of that pass.
  void record_reaped(std::uint64_t reaped_ns) {
    previous_ns_ = current_ns_;
    current_ns_ = std::max(current_ns_, reaped_ns);
  }

  /// A child that was alive in the previous pass has ended. The floor is raised from a figure of
  /// the kernel's that certainly does not contain it: today's while nobody has waited for it yet,
  /// else that of the previous pass.
  void record_ended(std::uint64_t last_known_ns, bool waited_for) {
    floor_ns_ = std::max(floor_ns_, waited_for ? previous_ns_ : current_ns_) + last_known_ns;
  }

  /// Never falls.
  std::uint64_t total_ns() const { return std::max(current_ns_, floor_ns_); }

  std::uint64_t reaped_ns() const { return current_ns_; }

 private:
  std::uint64_t previous_ns_ = 0;
  std::uint64_t current_ns_ = 0;
  std::uint64_t floor_ns_ = 0;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__CHILD_LEDGER_HPP_
