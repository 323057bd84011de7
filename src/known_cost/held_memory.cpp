// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "held_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace known_cost {

HeldMemory::HeldMemory(std::size_t size_bytes) : size_bytes_(size_bytes) {
  if (size_bytes == 0) return;
  void* const memory =
      mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = memory;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const bytes = static_cast<unsigned char*>(memory);
  // Pages unlike each other, and none of zeros, cannot be merged.
  for (std::size_t at = 0; at < size_bytes; at += page) {
    bytes[at] = static_cast<unsigned char>(1 + at / page % 255);
  }
}

HeldMemory::~HeldMemory() {
  if (memory_ != nullptr) munmap(memory_, size_bytes_);
}

}  // namespace known_cost
