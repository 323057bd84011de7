// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PRESENT_PAGES_HPP_
#define PROCESS_SAMPLER__PRESENT_PAGES_HPP_

#include <cstddef>
#include <cstdint>

namespace process_sampler {

/// A range of addresses; `categories` as in the kernel's struct page_region.
struct PageRegion {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t categories;
};

/// Asks the kernel which pages of a process are present (PAGEMAP_SCAN, from Linux 6.7 on). Most of
/// the address space of a threaded process is reserved and empty, and reading its pagemap entries
/// would cost more than all the rest of a walk.
class PresentPages {
 public:
  /// Fills `regions` with up to `capacity` regions of present pages, from `*address` on, and moves
  /// `*address` behind what was looked at; to the end of the address space when all was.
  /// Returns their number, or -1 with errno set: ENOTTY on older kernels.
  static long scan(int pagemap_fd, std::uint64_t* address, PageRegion* regions,
                   std::size_t capacity);

  /// End of the address space that processes can use.
  static std::uint64_t address_end();

  /// Whether the kernel knows the request, asked on this process's own pagemap.
  static bool is_supported(int own_pagemap_fd);
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PRESENT_PAGES_HPP_
