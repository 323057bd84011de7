// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__FRAME_SET_HPP_
#define PROCESS_SAMPLER__FRAME_SET_HPP_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace process_sampler {

/// Page frames as one bit each over the physical address space. The bits are address space only
/// until a frame near them is inserted, so it costs at most 1/32768 of the machine's memory.
class FrameBitmap {
 public:
  FrameBitmap() = default;
  FrameBitmap(const FrameBitmap&) = delete;
  FrameBitmap& operator=(const FrameBitmap&) = delete;
  ~FrameBitmap();

  /// Inserts a frame; true when it was not in the set. Sets failed() when memory cannot be had.
  bool insert(std::uint64_t frame) {
    const std::uint64_t index = frame / 64;
    if (index >= word_count_ && !grow(index)) return false;
    const std::uint64_t bit = std::uint64_t{1} << (frame % 64);
    const bool is_new = (words_[index] & bit) == 0;
    words_[index] |= bit;
    size_ += is_new;
    return is_new;
  }

  std::uint64_t size() const { return size_; }
  bool failed() const { return failed_; }

  /// Empties the set and gives its memory back.
  void clear();

 private:
  bool grow(std::uint64_t index);

  std::uint64_t* words_ = nullptr;
  std::uint64_t word_count_ = 0;
  std::uint64_t size_ = 0;
  bool failed_ = false;
};

/// Page frames in a hash table of 64-frame words: small for the few thousand frames of one process,
/// and quick to empty. Neighbouring frames, the usual case, share a word.
class FrameTable {
 public:
  FrameTable() : slots_(kInitialSlots) {}

  /// Inserts a frame; true when it was not in the set.
  bool insert(std::uint64_t frame) {
    const std::uint64_t key = frame / 64 + 1;
    if (slots_[last_].key != key) last_ = find(key);
    const std::uint64_t bit = std::uint64_t{1} << (frame % 64);
    Slot& slot = slots_[last_];
    const bool is_new = (slot.bits & bit) == 0;
    slot.bits |= bit;
    return is_new;
  }

  /// Empties the set and keeps its memory.
  void clear();

 private:
  struct Slot {
    std::uint64_t key = 0;  ///< Number of the word plus one; 0 is a free slot.
    std::uint64_t bits = 0;
  };
  static constexpr std::size_t kInitialSlots = 4096;

  std::size_t find(std::uint64_t key);
  std::size_t probe(std::uint64_t key) const;
  void enlarge();

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::size_t last_ = 0;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__FRAME_SET_HPP_
