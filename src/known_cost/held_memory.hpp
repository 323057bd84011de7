// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef KNOWN_COST__HELD_MEMORY_HPP_
#define KNOWN_COST__HELD_MEMORY_HPP_

#include <cstddef>

namespace known_cost {

/// Anonymous memory, every page of it written to.
///
/// A mapping of its own, so that it neither shares pages with anything nor is kept when freed.
class HeldMemory {
 public:
  /// \throws std::bad_alloc
  explicit HeldMemory(std::size_t size_bytes);
  ~HeldMemory();
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;

 private:
  const std::size_t size_bytes_;
  void* memory_ = nullptr;  ///< None where the size is 0.
};

}  // namespace known_cost

#endif  // KNOWN_COST__HELD_MEMORY_HPP_
