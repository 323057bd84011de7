// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "frame_set.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace process_sampler {

FrameBitmap::~FrameBitmap() {
  if (words_ != nullptr) munmap(words_, word_count_ * sizeof(*words_));
}

bool FrameBitmap::grow(std::uint64_t index) {
  constexpr std::uint64_t kStep = 1 << 14;  // 128 KiB of bits: 4 GiB of memory at 4 KiB pages.
  const std::uint64_t count = (index / kStep + 1) * kStep;
  void* memory;
  if (words_ == nullptr) {
    memory = mmap(nullptr, count * sizeof(*words_), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  } else {
    memory = mremap(words_, word_count_ * sizeof(*words_), count * sizeof(*words_), MREMAP_MAYMOVE);
  }
  if (memory == MAP_FAILED) {
    failed_ = true;
    return false;
  }
  words_ = static_cast<std::uint64_t*>(memory);
  word_count_ = count;
  // A transparent huge page would turn one bit into two resident megabytes.
  madvise(words_, word_count_ * sizeof(*words_), MADV_NOHUGEPAGE);
  return true;
}

void FrameBitmap::clear() {
  if (words_ != nullptr) madvise(words_, word_count_ * sizeof(*words_), MADV_DONTNEED);
  size_ = 0;
  failed_ = false;
}

std::size_t FrameTable::probe(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  // Fibonacci hashing: multiplication by 2^64 over the golden ratio spreads neighbouring keys.
  std::size_t index = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 40) & mask;
  while (slots_[index].key != 0 && slots_[index].key != key) index = (index + 1) & mask;
  return index;
}

std::size_t FrameTable::find(std::uint64_t key) {
  std::size_t index = probe(key);
  if (slots_[index].key == key) return index;
  if ((used_ + 1) * 2 > slots_.size()) {
    enlarge();
    index = probe(key);
  }
  slots_[index].key = key;
  ++used_;
  return index;
}

void FrameTable::enlarge() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.key != 0) slots_[probe(slot.key)] = slot;
  }
}

void FrameTable::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot());
  used_ = 0;
  last_ = 0;
}

}  // namespace process_sampler
