// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__SWAPPED_HPP_
#define TOPOLOGY__SWAPPED_HPP_

#include <time.h>

#include <atomic>
#include <memory>

namespace topology {

/// What is counted during a period. One thread at a time counts, another one takes the record of
/// a period away and leaves an empty one. The one that counts never waits.
template <typename Record>
class Swapped {
 public:
  Swapped() : current_(new Record()) {}
  ~Swapped() { delete current_.load(); }
  Swapped(const Swapped&) = delete;
  Swapped& operator=(const Swapped&) = delete;

  /// Calls `count` with the record of the running period.
  template <typename Count>
  void write(Count&& count) {
    Record* record = current_.load(std::memory_order_acquire);
    while (true) {
      // Either the taker sees this mark, or this thread sees the new record.
      in_use_.store(record, std::memory_order_seq_cst);
      Record* const now = current_.load(std::memory_order_seq_cst);
      if (now == record) break;
      record = now;
    }
    count(record);
    in_use_.store(nullptr, std::memory_order_release);
  }

  /// Ends the period: gives its record and lets `next`, which is empty, be the new one.
  std::unique_ptr<Record> take(std::unique_ptr<Record> next) {
    Record* const taken = current_.exchange(next.release(), std::memory_order_seq_cst);
    while (in_use_.load(std::memory_order_seq_cst) == taken) {
      const timespec moment{0, 20'000};
      nanosleep(&moment, nullptr);
    }
    return std::unique_ptr<Record>(taken);
  }

 private:
  std::atomic<Record*> current_;
  std::atomic<Record*> in_use_{nullptr};
};

}  // namespace topology

#endif  // TOPOLOGY__SWAPPED_HPP_
