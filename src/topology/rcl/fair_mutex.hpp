// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__FAIR_MUTEX_HPP_
#define TOPOLOGY__RCL__FAIR_MUTEX_HPP_

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace topology {

/// A mutex that threads get in the order in which they ask for it. One that asks again as soon as
/// it has let go, as it does after a callback where the next one is due already, lets those before
/// it go first; of a std::mutex it would mostly be faster than they are.
class FairMutex {
 public:
  void lock() {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::uint64_t number = next_++;
    changed_.wait(lock, [this, number] { return turn_ == number; });
  }

  void unlock() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++turn_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable changed_;
  std::uint64_t next_ = 0;  ///< The number of the next one to ask.
  std::uint64_t turn_ = 0;  ///< Whose turn it is.
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__FAIR_MUTEX_HPP_
