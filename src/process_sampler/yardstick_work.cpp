// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "yardstick_work.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "clock.hpp"

namespace process_sampler {

namespace {

constexpr std::size_t kWords = YardstickWork::kBufferBytes / sizeof(std::uint64_t);

// Knuth's MMIX generator; its high bits are the good ones.
std::uint64_t next(std::uint64_t state) {
  return state * 6364136223846793005ULL + 1442695040888963407ULL;
}

bool write_byte(int fd) {
  const char byte = 1;
  ssize_t written = 0;
  do {
    written = write(fd, &byte, 1);
  } while (written < 0 && errno == EINTR);
  return written == 1;
}

bool read_byte(int fd) {
  char byte = 0;
  ssize_t count = 0;
  do {
    count = read(fd, &byte, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1;
}

}  // namespace

const char* const kPartKeys[kPartCount] = {"memory_ns", "system_calls_ns", "wake_ups_ns",
                                           "arithmetic_ns"};

bool YardstickWork::Pipe::open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  read_end = FileDescriptor(ends[0]);
  write_end = FileDescriptor(ends[1]);
  return true;
}

YardstickWork::YardstickWork() {
  void* memory =
      mmap(nullptr, kBufferBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    problem_ = "no memory for its buffer";
    return;
  }
  // Huge pages come and go; a robot's heap rarely has any.
  madvise(memory, kBufferBytes, MADV_NOHUGEPAGE);
  buffer_ = static_cast<std::uint64_t*>(memory);
  for (std::size_t i = 0; i < kWords; ++i) buffer_[i] = i;
  if (!own_.open() || !to_partner_.open() || !from_partner_.open()) {
    problem_ = "no pipe can be opened";
    return;
  }
  partner_ = std::thread(&YardstickWork::answer, this);
}

YardstickWork::~YardstickWork() {
  to_partner_.write_end.close();
  if (partner_.joinable()) partner_.join();
  if (buffer_ != nullptr) munmap(buffer_, kBufferBytes);
}

PartTimes YardstickWork::do_unit() {
  PartTimes times{};
  std::uint64_t before = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  const auto close = [&](Part part) {
    const std::uint64_t now = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    times[part] = now - before;
    before = now;
  };
  read_memory();
  close(kMemoryReads);
  call_system();
  close(kSystemCalls);
  wake_partner();
  close(kWakeUps);
  calculate();
  close(kArithmetic);
  return times;
}

void YardstickWork::read_memory() {
  std::uint64_t state = state_;
  for (int i = 0; i < kReads; ++i) state = next(state) + buffer_[(state >> 32) % kWords];
  state_ = state;
}

void YardstickWork::call_system() {
  std::uint64_t message[8] = {state_};
  for (int i = 0; i < kPipeCalls; ++i) {
    if (write(own_.write_end.get(), message, sizeof(message)) != sizeof(message) ||
        read(own_.read_end.get(), message, sizeof(message)) != sizeof(message)) {
      problem_ = "its pipe has failed";
    }
  }
  state_ += message[0];
}

void YardstickWork::wake_partner() {
  for (int i = 0; i < kRoundTrips; ++i) {
    if (!write_byte(to_partner_.write_end.get()) || !read_byte(from_partner_.read_end.get())) {
      problem_ = "its second thread has failed";
    }
  }
}

void YardstickWork::answer() {
  while (read_byte(to_partner_.read_end.get())) {
    if (!write_byte(from_partner_.write_end.get())) return;
  }
}

void YardstickWork::calculate() {
  std::uint64_t state = state_;
  for (int i = 0; i < kOperations; ++i) state = next(state);
  state_ = state;
}

}  // namespace process_sampler
