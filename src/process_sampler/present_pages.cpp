// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "present_pages.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace process_sampler {

namespace {

// Of linux/fs.h; spelled out because the headers of older systems do not have them yet.
struct ScanArgument {
  std::uint64_t size;
  std::uint64_t flags;
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t walk_end;
  std::uint64_t regions;
  std::uint64_t capacity;
  std::uint64_t max_pages;
  std::uint64_t category_inverted;
  std::uint64_t category_mask;
  std::uint64_t category_anyof_mask;
  std::uint64_t return_mask;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArgument);
constexpr std::uint64_t kPageIsPresent = 1 << 3;

}  // namespace

std::uint64_t PresentPages::address_end() {
  // 47 bits on x86-64 with four levels, 48 on aarch64; more only for programs that ask for it. The
  // kernel refuses an end beyond what this process could use itself.
#if defined(__aarch64__)
  constexpr std::uint64_t kEnd = std::uint64_t{1} << 48;
  return kEnd;
#else
  constexpr std::uint64_t kEnd = std::uint64_t{1} << 47;
  return kEnd - static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
#endif
}

long PresentPages::scan(int pagemap_fd, std::uint64_t* address, PageRegion* regions,
                        std::size_t capacity) {
  ScanArgument argument{};
  argument.size = sizeof(argument);
  argument.begin = *address;
  argument.end = address_end();
  argument.regions = reinterpret_cast<std::uintptr_t>(regions);
  argument.capacity = capacity;
  argument.category_mask = kPageIsPresent;
  argument.return_mask = kPageIsPresent;
  const int count = ioctl(pagemap_fd, kPagemapScan, &argument);
  if (count >= 0) *address = argument.walk_end;
  return count;
}

bool PresentPages::is_supported(int own_pagemap_fd) {
  PageRegion region{};
  std::uint64_t address = 0;
  return scan(own_pagemap_fd, &address, &region, 1) == 1 && region.end > region.begin;
}

}  // namespace process_sampler
