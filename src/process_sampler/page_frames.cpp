// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "page_frames.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "maps_line.hpp"
#include "text_scan.hpp"

namespace process_sampler {

namespace {

constexpr std::uint64_t kKpfZeroPage = std::uint64_t{1} << 24;  // linux/kernel-page-flags.h

constexpr const char* kHidden =
    "page frame numbers are hidden from this user (they need CAP_SYS_ADMIN)";

}  // namespace

PageFrames::PageFrames(bool may_scan)
    : page_size_(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))),
      huge_pages_(page_size_ / sizeof(PagemapEntry)),
      can_scan_(may_scan),
      maps_(std::make_unique<char[]>(kMapsCapacity)),
      entries_(std::make_unique<PagemapEntry[]>(kEntries)),
      regions_(std::make_unique<PageRegion[]>(kRegions)) {
  unavailable_reason_ = probe_own_memory();
  if (unavailable_reason_ == nullptr) kpageflags_ = open_at(AT_FDCWD, "/proc/kpageflags");
}

// Reads a page of our own that was never written: it maps the kernel's zero page, whose frame must
// be known to be left out. The same reading tells whether frame numbers are shown at all.
const char* PageFrames::probe_own_memory() {
  const FileDescriptor pagemap = open_at(AT_FDCWD, "/proc/self/pagemap");
  if (!pagemap.valid()) return "/proc/self/pagemap cannot be opened";
  void* memory = mmap(nullptr, page_size_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return "no memory for a probe page";
  (void)*static_cast<volatile const char*>(memory);
  const std::uint64_t page = reinterpret_cast<std::uintptr_t>(memory) / page_size_;
  PagemapEntry entry{0};
  const ssize_t count =
      pread(pagemap.get(), &entry, sizeof(entry), static_cast<off_t>(page * sizeof(PagemapEntry)));
  munmap(memory, page_size_);
  if (count != static_cast<ssize_t>(sizeof(entry))) return "/proc/self/pagemap cannot be read";
  if (!entry.present()) return "/proc/self/pagemap does not show a page that was just read";
  if (entry.frame() == 0) return kHidden;
  zero_frame_ = entry.frame();
  can_scan_ = can_scan_ && PresentPages::is_supported(pagemap.get());
  probe_lent_pages(pagemap.get());
  return nullptr;
}

// The kernel lends every process the same pages; a scan does not tell where, but our own do.
void PageFrames::probe_lent_pages(int own_pagemap_fd) {
  const FileDescriptor file = open_at(AT_FDCWD, "/proc/self/maps");
  if (!file.valid()) return;
  const FileText maps = read_records(file.get(), maps_.get(), kMapsCapacity);
  std::string_view text = maps.text;
  while (!text.empty()) {
    MappedRange range;
    if (!parse_maps_line(take_line(&text), &range) || !range.lent_by_kernel) continue;
    if (range.begin == getauxval(AT_SYSINFO_EHDR)) {
      // Of the vdso, pages that were not used yet would not show.
      const auto* vdso = reinterpret_cast<const volatile char*>(range.begin);
      for (std::uint64_t i = 0; i < range.end - range.begin; i += page_size_) (void)vdso[i];
    }
    const std::uint64_t first = range.begin / page_size_;
    const std::size_t count = std::min<std::uint64_t>(kEntries, range.end / page_size_ - first);
    const ssize_t bytes = pread(own_pagemap_fd, entries_.get(), count * sizeof(PagemapEntry),
                                static_cast<off_t>(first * sizeof(PagemapEntry)));
    for (ssize_t i = 0; i < bytes / static_cast<ssize_t>(sizeof(PagemapEntry)); ++i) {
      if (entries_[i].present()) lent_frames_.push_back(entries_[i].frame());
    }
  }
}

void PageFrames::begin_walk() {
  all_.clear();
  huge_zero_frame_ = 0;  // The kernel may have freed it since, and made another.
}

bool PageFrames::distinct_frames(std::uint64_t* frames) const {
  *frames = all_.size();
  return !all_.failed();
}

ReadStatus PageFrames::add_process(int process_fd, std::uint64_t* frames) {
  process_frames_ = 0;
  of_process_.clear();
  range_begin_ = range_end_ = 0;
  const FileDescriptor pagemap = open_at(process_fd, "pagemap");
  if (!pagemap.valid()) return status_of_errno(errno);
  // A process that is just ending has no address space to scan; only read() says so everywhere.
  const auto is_gone = [&pagemap] {
    PagemapEntry entry{0};
    return pread(pagemap.get(), &entry, sizeof(entry), 0) == 0;
  };
  if (is_gone()) return ReadStatus::kGone;
  ReadStatus status =
      can_scan_ ? read_by_scan(pagemap.get()) : read_by_maps(process_fd, pagemap.get());
  if (status == ReadStatus::kOk) status = read_range(pagemap.get(), range_begin_, range_end_);
  *frames = process_frames_;
  // Had it ended meanwhile, these are some of its frames only.
  return is_gone() ? ReadStatus::kGone : status;
}

// Ranges that touch or nearly touch are read in one go: a hole of some pages costs less than a
// system call, and shows no page as present.
ReadStatus PageFrames::extend_range(int pagemap_fd, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t small_gap = 64 * page_size_;
  if (range_end_ != 0 && begin >= range_end_ && begin - range_end_ <= small_gap) {
    range_end_ = end;
    return ReadStatus::kOk;
  }
  const ReadStatus status = read_range(pagemap_fd, range_begin_, range_end_);
  range_begin_ = begin;
  range_end_ = end;
  return status;
}

ReadStatus PageFrames::read_by_scan(int pagemap_fd) {
  std::uint64_t address = 0;
  while (address < PresentPages::address_end()) {
    const std::uint64_t before = address;
    const long count = PresentPages::scan(pagemap_fd, &address, regions_.get(), kRegions);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return status_of_errno(errno);
    for (long i = 0; i < count; ++i) {
      const ReadStatus status = extend_range(pagemap_fd, regions_[i].begin, regions_[i].end);
      if (status != ReadStatus::kOk) return status;
    }
    if (address <= before) return ReadStatus::kFailed;
  }
  return ReadStatus::kOk;
}

ReadStatus PageFrames::read_by_maps(int process_fd, int pagemap_fd) {
  const FileDescriptor maps = open_at(process_fd, "maps");
  if (!maps.valid()) return status_of_errno(errno);
  std::size_t kept = 0;
  for (;;) {
    const ssize_t count = read(maps.get(), maps_.get() + kept, kMapsCapacity - kept);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return status_of_errno(errno);
    if (count == 0) return ReadStatus::kOk;
    std::string_view text(maps_.get(), kept + static_cast<std::size_t>(count));
    // A line may be cut at the end of a reading; its rest comes with the next one.
    while (text.find('\n') != std::string_view::npos) {
      MappedRange range;
      if (!parse_maps_line(take_line(&text), &range) || range.lent_by_kernel) continue;
      const ReadStatus status = extend_range(pagemap_fd, range.begin, range.end);
      if (status != ReadStatus::kOk) return status;
    }
    kept = text.size();
    if (kept == kMapsCapacity) return ReadStatus::kFailed;  // No path is that long.
    std::memmove(maps_.get(), text.data(), kept);
  }
}

ReadStatus PageFrames::read_range(int pagemap_fd, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t page = begin / page_size_;
  const std::uint64_t last = end / page_size_;
  while (page < last) {
    const std::size_t wanted = std::min<std::uint64_t>(kEntries, last - page);
    const ssize_t bytes = pread(pagemap_fd, entries_.get(), wanted * sizeof(PagemapEntry),
                                static_cast<off_t>(page * sizeof(PagemapEntry)));
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) return status_of_errno(errno);
    const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(PagemapEntry);
    if (count == 0) return ReadStatus::kOk;  // Unmapped meanwhile, at the end of the space.
    add_entries(count, page);
    page += count;
  }
  return ReadStatus::kOk;
}

void PageFrames::add_entries(std::size_t count, std::uint64_t page) {
  constexpr std::size_t kStride = 16;
  for (std::size_t i = 0; i < count; i += kStride) {
    const std::size_t end = std::min(count, i + kStride);
    // Most stretches of a threaded process's address space are empty: one test for all of them.
    PagemapEntry any{0};
    for (std::size_t j = i; j < end; ++j) any.bits |= entries_[j].bits;
    if (!any.present()) continue;
    for (std::size_t j = i; j < end; ++j) {
      if (entries_[j].present()) add_entry(entries_[j], page + j);
    }
  }
}

void PageFrames::add_entry(PagemapEntry entry, std::uint64_t page) {
  const std::uint64_t frame = entry.frame();
  if (frame == 0) return;
  if (entry.exclusive() && !entry.file_or_shared()) {
    // Anonymous and mapped once: no other mapping of this process can show it again.
    all_.insert(frame);
    ++process_frames_;
    return;
  }
  if (!entry.exclusive() && is_lent_by_kernel(frame, page)) return;
  all_.insert(frame);
  process_frames_ += of_process_.insert(frame);
}

bool PageFrames::is_lent_by_kernel(std::uint64_t frame, std::uint64_t page) {
  if (frame == zero_frame_) return true;
  for (const std::uint64_t lent : lent_frames_) {
    if (frame == lent) return true;
  }
  if (huge_zero_frame_ != 0 && frame - huge_zero_frame_ < huge_pages_) return true;
  // The huge zero page shows as a whole, aligned both in addresses and in frames; the first of its
  // pages is looked up in the kernel's page flags, once in a walk.
  if (huge_zero_frame_ != 0 || page % huge_pages_ != 0 || frame % huge_pages_ != 0 ||
      !kpageflags_.valid()) {
    return false;
  }
  std::uint64_t flags = 0;
  const ssize_t count =
      pread(kpageflags_.get(), &flags, sizeof(flags), static_cast<off_t>(frame * sizeof(flags)));
  if (count != static_cast<ssize_t>(sizeof(flags)) || (flags & kKpfZeroPage) == 0) return false;
  huge_zero_frame_ = frame;
  return true;
}

}  // namespace process_sampler
