// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__SWAPPED_HPP_
#define TOPOLOGY__SWAPPED_HPP_

#include <sys/mman.h>
#include <time.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace topology {

/// Whether a record lies in pages of its own, which take memory only where something is counted.
/// The heap would touch every page of a histogram for its neighbours' sake.
template <typename Record>
constexpr bool kHasOwnPages = sizeof(Record) >= 4096;

struct RecordDeleter {
  template <typename Record>
  void operator()(Record* record) const {
    if constexpr (kHasOwnPages<Record>) {
      munmap(record, sizeof(Record));
    } else {
      std::free(record);
    }
  }
};
template <typename Record>
using RecordPointer = std::unique_ptr<Record, RecordDeleter>;

/// An empty record: all bytes zero.
template <typename Record>
RecordPointer<Record> MakeRecord() {
  static_assert(std::is_trivially_default_constructible_v<Record>);
  void* memory = nullptr;
  if constexpr (kHasOwnPages<Record>) {
    memory =
        mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) memory = nullptr;
  } else {
    memory = std::calloc(1, sizeof(Record));
  }
  if (memory == nullptr) throw std::bad_alloc();
  return RecordPointer<Record>(static_cast<Record*>(memory));
}

/// What is counted during a period. One thread at a time counts, another one takes the record of
/// a period away and leaves an empty one. The one that counts never waits.
template <typename Record>
class Swapped {
 public:
  Swapped() : current_(MakeRecord<Record>().release()) {}
  ~Swapped() { RecordDeleter()(current_.load()); }
  Swapped(const Swapped&) = delete;
  Swapped& operator=(const Swapped&) = delete;

  /// Calls `count` with the record of the running period.
  template <typename Count>
  void Write(Count&& count) {
    Record* record = current_.load(std::memory_order_acquire);
    while (true) {
      // The taker sees either this mark or no more than the new record is used.
      in_use_.store(record, std::memory_order_seq_cst);
      Record* const now = current_.load(std::memory_order_seq_cst);
      if (now == record) break;
      record = now;
    }
    count(record);
    in_use_.store(nullptr, std::memory_order_release);
  }

  /// Ends the period: gives its record and lets `next`, which is empty, be the new one.
  RecordPointer<Record> Take(RecordPointer<Record> next) {
    Record* const taken = current_.exchange(next.release(), std::memory_order_seq_cst);
    while (in_use_.load(std::memory_order_seq_cst) == taken) {
      const timespec moment{0, 20'000};
      nanosleep(&moment, nullptr);
    }
    return RecordPointer<Record>(taken);
  }

 private:
  std::atomic<Record*> current_;
  std::atomic<Record*> in_use_{nullptr};
};

}  // namespace topology

#endif  // TOPOLOGY__SWAPPED_HPP_
