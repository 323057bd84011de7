// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "proc_directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "text_scan.hpp"

namespace process_sampler {

NumberedPath::NumberedPath(pid_t number, const char* suffix) {
  char digits[12];
  std::size_t begin = sizeof(digits);
  auto rest = static_cast<unsigned>(number);
  do {
    digits[--begin] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  const std::size_t length = sizeof(digits) - begin;
  std::memcpy(text_, digits + begin, length);
  std::strncpy(text_ + length, suffix, sizeof(text_) - length - 1);
  text_[sizeof(text_) - 1] = '\0';
}

bool list_numbers(int directory_fd, std::vector<pid_t>* numbers) {
  if (lseek(directory_fd, 0, SEEK_SET) < 0) return false;
  alignas(dirent64) char buffer[8192];
  for (;;) {
    const ssize_t count = getdents64(directory_fd, buffer, sizeof(buffer));
    if (count < 0) return false;
    if (count == 0) return true;
    for (ssize_t offset = 0; offset < count;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + offset);
      offset += entry->d_reclen;
      std::string_view name = entry->d_name;
      std::uint64_t number = 0;
      if (take_unsigned(&name, &number) && name.empty()) {
        numbers->push_back(static_cast<pid_t>(number));
      }
    }
  }
}

NewTaskDetector::NewTaskDetector() : loadavg_(open_at(AT_FDCWD, "/proc/loadavg")) {}

bool NewTaskDetector::check() {
  // The last word of /proc/loadavg is the id given out most recently, for a process or a thread.
  char buffer[128];
  const FileText file = read_from_start(loadavg_.get(), buffer, sizeof(buffer));
  std::string_view text = file.text;
  for (int i = 0; i < 4; ++i) take_word(&text);
  std::uint64_t last_pid = 0;
  if (file.status != ReadStatus::kOk || !take_unsigned(&text, &last_pid)) return true;
  const bool changed = last_pid != last_pid_;
  last_pid_ = last_pid;
  return changed;
}

}  // namespace process_sampler
