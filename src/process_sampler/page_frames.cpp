// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "page_frames.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "maps_line.hpp"

namespace process_sampler {

namespace {

constexpr std::uint64_t kKpfZeroPage = std::uint64_t{1} << 24;  // linux/kernel-page-flags.h

constexpr const char* kHidden =
    "page frame numbers are hidden from this user (they need CAP_SYS_ADMIN)";

}  // namespace

PageFrames::PageFrames()
    : page_size_(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))),
      huge_pages_(page_size_ / sizeof(PagemapEntry)) {
  unavailable_reason_ = ProbeOwnZeroPage();
  if (unavailable_reason_ != nullptr) return;
  kpageflags_ = OpenAt(AT_FDCWD, "/proc/kpageflags");
  maps_ = std::make_unique<char[]>(kMapsCapacity);
  entries_ = std::make_unique<PagemapEntry[]>(kEntries);
}

// Reads a page of our own that was never written: it maps the kernel's zero page, whose frame must
// be known to be left out. The same reading tells whether frame numbers are shown at all.
const char* PageFrames::ProbeOwnZeroPage() {
  const FileDescriptor pagemap = OpenAt(AT_FDCWD, "/proc/self/pagemap");
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
  return nullptr;
}

void PageFrames::BeginWalk() {
  all_.Clear();
  huge_zero_frame_ = 0;  // The kernel may have freed it since, and made another.
}

bool PageFrames::DistinctFrames(std::uint64_t* frames) const {
  *frames = all_.size();
  return !all_.failed();
}

ReadStatus PageFrames::AddProcess(int process_fd, std::uint64_t* frames) {
  process_frames_ = 0;
  of_process_.Clear();
  const FileDescriptor maps = OpenAt(process_fd, "maps");
  if (!maps.valid()) return StatusOfErrno(errno);
  const FileDescriptor pagemap = OpenAt(process_fd, "pagemap");
  if (!pagemap.valid()) return StatusOfErrno(errno);

  // Mappings that touch or nearly touch are read as one range: a hole of some pages costs less than
  // a system call, and shows no page as present.
  const std::uint64_t small_gap = 64 * page_size_;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::size_t kept = 0;
  for (;;) {
    const ssize_t count = read(maps.get(), maps_.get() + kept, kMapsCapacity - kept);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return StatusOfErrno(errno);
    if (count == 0) break;
    std::size_t length = kept + static_cast<std::size_t>(count);
    const char* line = maps_.get();
    const char* limit = line + length;
    while (const void* found = std::memchr(line, '\n', static_cast<std::size_t>(limit - line))) {
      const char* newline = static_cast<const char*>(found);
      MappedRange range;
      const std::string_view text(line, static_cast<std::size_t>(newline - line));
      line = newline + 1;
      if (!ParseMapsLine(text, &range) || range.lent_by_kernel) continue;
      if (range.begin >= end && range.begin - end <= small_gap && end != begin) {
        end = range.end;
        continue;
      }
      const ReadStatus status = ReadRange(pagemap.get(), begin, end);
      if (status != ReadStatus::kOk) return status;
      begin = range.begin;
      end = range.end;
    }
    kept = static_cast<std::size_t>(limit - line);
    if (kept == kMapsCapacity) return ReadStatus::kFailed;  // No path is that long.
    std::memmove(maps_.get(), line, kept);
  }
  const ReadStatus status = ReadRange(pagemap.get(), begin, end);
  if (status != ReadStatus::kOk) return status;
  *frames = process_frames_;
  return ReadStatus::kOk;
}

ReadStatus PageFrames::ReadRange(int pagemap_fd, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t page = begin / page_size_;
  const std::uint64_t last = end / page_size_;
  while (page < last) {
    const std::size_t wanted = std::min<std::uint64_t>(kEntries, last - page);
    const ssize_t bytes = pread(pagemap_fd, entries_.get(), wanted * sizeof(PagemapEntry),
                                static_cast<off_t>(page * sizeof(PagemapEntry)));
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) return StatusOfErrno(errno);
    const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(PagemapEntry);
    if (count == 0) return ReadStatus::kOk;  // Unmapped meanwhile, at the end of the space.
    for (std::size_t i = 0; i < count; ++i) {
      if (entries_[i].present()) AddEntry(entries_[i], page + i);
    }
    page += count;
  }
  return ReadStatus::kOk;
}

void PageFrames::AddEntry(PagemapEntry entry, std::uint64_t page) {
  const std::uint64_t frame = entry.frame();
  if (frame == 0) return;
  if (entry.exclusive() && !entry.file_or_shared()) {
    // Anonymous and mapped once: no other mapping of this process can show it again.
    all_.Insert(frame);
    ++process_frames_;
    return;
  }
  if (!entry.exclusive() && IsZeroPage(frame, page)) return;
  all_.Insert(frame);
  process_frames_ += of_process_.Insert(frame);
}

bool PageFrames::IsZeroPage(std::uint64_t frame, std::uint64_t page) {
  if (frame == zero_frame_) return true;
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
