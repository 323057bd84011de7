// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0

// A process whose memory changes only when told, and then by a known number of pages: every byte
// on standard input executes the next step of the command line, answered by a byte on standard
// output. Where permitted, all of the program is locked into memory first, so that no step brings
// in a page of its own code.
//
//   file:PATH       map the whole file, shared, and read every page
//   file-twice:PATH the same, two mappings
//   write:N         map N private pages and write every page
//   read:N          map N private pages and read every page
//   huge-read:N     the same on a range aligned for and advised to have huge pages

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::size_t kHugeBytes = std::size_t{2} << 20;

void check(bool condition) {
  if (!condition) _exit(3);
}

void read_pages(const void* memory, std::size_t bytes) {
  const volatile char* bytes_of = static_cast<const volatile char*>(memory);
  const std::size_t page = static_cast<std::size_t>(getpagesize());
  for (std::size_t offset = 0; offset < bytes; offset += page) (void)bytes_of[offset];
}

char* map_pages(std::size_t bytes, int protection, int flags, int fd) {
  void* memory = mmap(nullptr, bytes, protection, flags, fd, 0);
  check(memory != MAP_FAILED);
  return static_cast<char*>(memory);
}

void map_file(const char* path) {
  const int fd = open(path, O_RDONLY);
  struct stat status{};
  check(fd >= 0 && fstat(fd, &status) == 0);
  const std::size_t bytes = static_cast<std::size_t>(status.st_size);
  read_pages(map_pages(bytes, PROT_READ, MAP_SHARED, fd), bytes);
  close(fd);
}

void execute(const char* step) {
  const char* value = std::strchr(step, ':');
  check(value != nullptr);
  const std::size_t length = static_cast<std::size_t>(value - step);
  ++value;
  const auto is = [&](const char* name) {
    return std::strlen(name) == length && std::strncmp(step, name, length) == 0;
  };
  const std::size_t bytes = std::strtoul(value, nullptr, 10) * static_cast<unsigned>(getpagesize());
  if (is("file")) {
    map_file(value);
  } else if (is("file-twice")) {
    map_file(value);
    map_file(value);
  } else if (is("write")) {
    std::memset(map_pages(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1), 1,
                bytes);
  } else if (is("read")) {
    read_pages(map_pages(bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1), bytes);
  } else if (is("huge-read")) {
    char* memory = map_pages(bytes + kHugeBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(memory);
    memory += (kHugeBytes - address % kHugeBytes) % kHugeBytes;
    madvise(memory, bytes, MADV_HUGEPAGE);
    read_pages(memory, bytes);
  } else {
    check(false);
  }
}

}  // namespace

int main(int argc, char** argv) {
  mlockall(MCL_CURRENT);  // Not permitted everywhere; then a step may bring in a page of code.
  char byte = 0;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) execute(argv[i]);
    check(write(STDOUT_FILENO, "+", 1) == 1);
    if (read(STDIN_FILENO, &byte, 1) != 1) return 0;
  }
  return 0;
}
