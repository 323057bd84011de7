// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__PAGE_FRAMES_HPP_
#define PROCESS_SAMPLER__PAGE_FRAMES_HPP_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "file_access.hpp"
#include "frame_set.hpp"
#include "present_pages.hpp"

namespace process_sampler {

/// One entry of /proc/PID/pagemap (Documentation/admin-guide/mm/pagemap.rst). The other bits
/// (soft-dirty, write-protection, ...) say nothing about which frame is mapped.
struct PagemapEntry {
  std::uint64_t bits;

  bool present() const { return (bits >> 63) != 0; }
  bool file_or_shared() const { return ((bits >> 61) & 1) != 0; }
  bool exclusive() const { return ((bits >> 56) & 1) != 0; }
  /// 0 when swapped out, and for readers without CAP_SYS_ADMIN.
  std::uint64_t frame() const { return bits & ((std::uint64_t{1} << 55) - 1); }
};

/// Counts the distinct page frames that processes map: what would be freed were they gone and
/// nobody else used their pages. Frames the kernel lends to everybody (zero pages, vdso) are left
/// out, and swapped-out pages too.
class PageFrames {
 public:
  /// :param may_scan: use PAGEMAP_SCAN where the kernel has it; the frames are the same without.
  explicit PageFrames(bool may_scan);

  /// nullptr when page frame numbers can be read, else one clause that says why not.
  const char* unavailable_reason() const { return unavailable_reason_; }

  /// Forgets all frames.
  void begin_walk();

  /// Adds the frames of one process. `process_fd` is its directory in /proc.
  /// On kOk, `*frames` is the number of distinct frames of this process alone; else of those that
  /// were added before it could not be read any more.
  ReadStatus add_process(int process_fd, std::uint64_t* frames);

  /// Distinct frames of all processes since begin_walk(); false when memory for the set ran out.
  bool distinct_frames(std::uint64_t* frames) const;

 private:
  static constexpr std::size_t kMapsCapacity = 16 * 1024;
  static constexpr std::size_t kEntries = 4096;

  static constexpr std::size_t kRegions = 256;

  const char* probe_own_memory();
  void probe_lent_pages(int own_pagemap_fd);
  ReadStatus read_by_scan(int pagemap_fd);
  ReadStatus read_by_maps(int process_fd, int pagemap_fd);
  ReadStatus extend_range(int pagemap_fd, std::uint64_t begin, std::uint64_t end);
  ReadStatus read_range(int pagemap_fd, std::uint64_t begin, std::uint64_t end);
  void add_entries(std::size_t count, std::uint64_t page);
  void add_entry(PagemapEntry entry, std::uint64_t page);
  bool is_lent_by_kernel(std::uint64_t frame, std::uint64_t page);

  std::uint64_t page_size_;
  std::uint64_t huge_pages_;  ///< Small pages in a huge page of the middle level.
  std::uint64_t zero_frame_ = 0;
  std::uint64_t huge_zero_frame_ = 0;
  std::vector<std::uint64_t> lent_frames_;  ///< Of the vdso and its like.
  bool can_scan_ = false;
  std::uint64_t range_begin_ = 0;  ///< What is to be read next, while it may still grow.
  std::uint64_t range_end_ = 0;
  const char* unavailable_reason_ = nullptr;
  FileDescriptor kpageflags_;
  FrameBitmap all_;
  FrameTable of_process_;
  std::uint64_t process_frames_ = 0;
  std::unique_ptr<char[]> maps_;
  std::unique_ptr<PagemapEntry[]> entries_;
  std::unique_ptr<PageRegion[]> regions_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__PAGE_FRAMES_HPP_
