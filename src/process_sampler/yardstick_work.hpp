// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__YARDSTICK_WORK_HPP_
#define PROCESS_SAMPLER__YARDSTICK_WORK_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "file_access.hpp"

namespace process_sampler {

/// What one unit of the yardstick's work is made of, in about the proportions of a system of many
/// nodes: a third in the kernel, most of the rest waiting for memory.
enum Part : std::size_t { kMemoryReads, kSystemCalls, kWakeUps, kArithmetic, kPartCount };

/// Keys of the parts in a stream.
extern const char* const kPartKeys[kPartCount];

/// CPU time of each part of one unit, in nanoseconds, partner thread included.
using PartTimes = std::array<std::uint64_t, kPartCount>;

/// The known work. Every unit does the same, on every machine.
class YardstickWork {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{32} << 20;  ///< Larger than any L2.
  static constexpr int kReads = 100;         ///< At random places, each waiting for the last.
  static constexpr int kPipeCalls = 20;      ///< Writes to a pipe, and as many reads.
  static constexpr int kRoundTrips = 3;      ///< Each wakes the partner thread and is woken by it.
  static constexpr int kOperations = 12000;  ///< Multiplications and additions in one chain.

  YardstickWork();
  ~YardstickWork();
  YardstickWork(const YardstickWork&) = delete;
  YardstickWork& operator=(const YardstickWork&) = delete;

  /// nullptr if all is there that the work needs, else one clause that says what is not.
  const char* problem() const { return problem_; }

  /// Does one unit.
  PartTimes do_unit();

  /// Depends on all results, so that no work can be left out.
  std::uint64_t result() const { return state_; }

 private:
  struct Pipe {
    FileDescriptor read_end;
    FileDescriptor write_end;
    bool open();
  };

  void read_memory();
  void call_system();
  void wake_partner();
  void calculate();
  void answer();

  const char* problem_ = nullptr;
  std::uint64_t state_ = 1;
  std::uint64_t* buffer_ = nullptr;
  Pipe own_;
  Pipe to_partner_;
  Pipe from_partner_;
  std::thread partner_;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__YARDSTICK_WORK_HPP_
