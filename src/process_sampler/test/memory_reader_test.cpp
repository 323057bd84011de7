// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "memory_reader.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "expect.hpp"

namespace process_sampler {

namespace {

/// A directory as a process has it in /proc, of a process with two pages far apart. Its maps come
/// through a pipe, so that it is known how far a reader has come.
class FakeProcess {
 public:
  FakeProcess() {
    mkdtemp(path_.data());
    mkfifo(file("maps").c_str(), 0600);
    std::ofstream(file("smaps_rollup")) << "nothing that is needed here\n";
    std::ofstream pagemap(file("pagemap"), std::ios::binary);
    for (const std::uint64_t page : {kFirstPage, kSecondPage}) {
      // Present, and mapped here alone.
      const std::uint64_t entry = (std::uint64_t{1} << 63) | (std::uint64_t{1} << 56) | page;
      pagemap.seekp(static_cast<std::streamoff>(page * sizeof(entry)));
      pagemap.write(reinterpret_cast<const char*>(&entry), sizeof(entry));
    }
  }
  ~FakeProcess() {
    for (const char* name : {"maps", "smaps_rollup", "pagemap"}) unlink(file(name).c_str());
    rmdir(path_.c_str());
  }
  FakeProcess(const FakeProcess&) = delete;
  FakeProcess& operator=(const FakeProcess&) = delete;

  /// Lets a reader walk over it; `after_first_page` is called when the first page has been read.
  MemoryWalk walk(const std::function<void()>& after_first_page) {
    std::thread kernel([&] {
      const int pipe = open(file("maps").c_str(), O_WRONLY);
      const int capacity = fcntl(pipe, F_SETPIPE_SZ, static_cast<int>(kPageSize));
      std::string lines = line(kFirstPage) + line(kSecondPage);
      lines.resize(static_cast<std::size_t>(capacity), '\n');
      // The third is in the pipe when the second was taken, and that was after all of the first.
      for (int part = 0; part < 3; ++part) {
        if (write(pipe, lines.data(), lines.size()) < 0) break;
        lines.assign(lines.size(), '\n');
      }
      after_first_page();
      close(pipe);
    });
    std::vector<Process> processes(1);
    processes[0].directory = open_at(AT_FDCWD, path_.c_str(), O_DIRECTORY);
    MemoryReader reader(false);
    const MemoryWalk walk = reader.read(processes);
    kernel.join();
    return walk;
  }

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  static constexpr std::uint64_t kFirstPage = 16;
  static constexpr std::uint64_t kSecondPage = 4096;
  static inline const std::uint64_t kPageSize = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));

  static std::string line(std::uint64_t page) {
    char text[80];
    std::snprintf(text, sizeof(text), "%llx-%llx rw-p 00000000 00:00 0\n",
                  static_cast<unsigned long long>(page * kPageSize),
                  static_cast<unsigned long long>((page + 1) * kPageSize));
    return text;
  }

  std::string path_ = "/tmp/memory_reader_test_XXXXXX";
};

// Page frame numbers are not shown to everybody; the Python tests say so.
bool can_read_frames() { return PageFrames(false).unavailable_reason() == nullptr; }

/// A process that goes on in another thread when its first one has ended; it has this much memory.
class LeaderlessProcess {
 public:
  static constexpr std::size_t kBytes = std::size_t{8} << 20;

  LeaderlessProcess() : pid_(fork()) {
    if (pid_ == 0) {
      static std::vector<char> memory;
      memory.assign(kBytes, 'x');
      std::thread([] {
        for (;;) pause();
      }).detach();
      syscall(SYS_exit, 0);
    }
    const std::string path = "/proc/" + std::to_string(pid_);
    for (std::string state; state != "Z";) {
      std::ifstream stat(path + "/stat");
      std::string word;
      stat >> word >> word >> state;
      usleep(1000);
    }
    process.pid = pid_;
    process.thread_count = 2;
    process.directory = open_at(AT_FDCWD, path.c_str(), O_DIRECTORY);
    process.tasks = open_at(AT_FDCWD, (path + "/task").c_str(), O_DIRECTORY);
  }
  ~LeaderlessProcess() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  LeaderlessProcess(const LeaderlessProcess&) = delete;
  LeaderlessProcess& operator=(const LeaderlessProcess&) = delete;

  Process process;

 private:
  pid_t pid_;
};

}  // namespace

TEST_CASE(AProcessWhoseFirstThreadHasEndedHasItsMemory) {
  LeaderlessProcess leaderless;
  std::vector<Process> processes;
  processes.push_back(std::move(leaderless.process));
  MemoryReader reader(true);
  const MemoryWalk walk = reader.read(processes);
  EXPECT_FALSE(walk.processes[0].gone);
  EXPECT_TRUE(walk.processes[0].rollup_known);
  EXPECT_TRUE(walk.processes[0].rollup.uss_bytes >= LeaderlessProcess::kBytes);
  if (!can_read_frames()) return;
  EXPECT_TRUE(walk.processes[0].footprint_known);
  EXPECT_TRUE(walk.footprint_known);
  EXPECT_TRUE(walk.processes[0].footprint_bytes >= LeaderlessProcess::kBytes);
}

TEST_CASE(APageIsReadWhereverItIsMapped) {
  if (!can_read_frames()) return;
  FakeProcess process;
  const MemoryWalk walk = process.walk([] {});
  const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_TRUE(walk.processes[0].footprint_known);
  EXPECT_EQ(walk.processes[0].footprint_bytes, 2 * page_size);
  EXPECT_TRUE(walk.footprint_known);
  EXPECT_EQ(walk.footprint_bytes, 2 * page_size);
}

TEST_CASE(OfAProcessThatEndsWhileItsPagesAreReadNothingIsKnown) {
  if (!can_read_frames()) return;
  FakeProcess process;
  const MemoryWalk walk = process.walk([&] {
    // Without an address space the kernel shows nothing more.
    if (truncate(process.file("pagemap").c_str(), 0) != 0) std::abort();
  });
  EXPECT_TRUE(walk.processes[0].gone);
  EXPECT_FALSE(walk.processes[0].footprint_known);
  EXPECT_FALSE(walk.footprint_known);
}

}  // namespace process_sampler
