// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "cgroup.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "text_scan.hpp"

namespace process_sampler {

bool parse_cpu_stat(std::string_view text, std::uint64_t* usage_ns) {
  constexpr std::string_view kLabel = "usage_usec ";
  while (!text.empty()) {
    std::string_view line = take_line(&text);
    if (!starts_with(line, kLabel)) continue;
    line.remove_prefix(kLabel.size());
    std::uint64_t microseconds = 0;
    if (!take_unsigned(&line, &microseconds)) return false;
    *usage_ns = microseconds * 1000;
    return true;
  }
  return false;
}

const char* Cgroup::open(const char* path) {
  FileDescriptor directory = open_at(AT_FDCWD, path, O_DIRECTORY);
  if (!directory.valid()) return std::strerror(errno);
  const bool has_version_2 = faccessat(directory.get(), "cpu.stat", R_OK, 0) == 0;
  const bool has_version_1 = faccessat(directory.get(), "cpuacct.usage", R_OK, 0) == 0;
  if (!has_version_1 && !has_version_2) return "it has neither cpu.stat nor cpuacct.usage";
  directory_ = std::move(directory);
  // Version 1 keeps a cpu.stat too, of throttling only.
  version_2_ = !has_version_1;
  std::uint64_t usage_ns = 0;
  if (!read_cpu(&usage_ns)) {
    directory_.close();
    return "its CPU usage cannot be read";
  }
  return nullptr;
}

bool Cgroup::read_cpu(std::uint64_t* usage_ns) const {
  char buffer[4096];
  const char* name = version_2_ ? "cpu.stat" : "cpuacct.usage";
  FileText file = read_file_at(directory_.get(), name, buffer, sizeof(buffer));
  if (file.status != ReadStatus::kOk) return false;
  if (version_2_) return parse_cpu_stat(file.text, usage_ns);
  return take_unsigned(&file.text, usage_ns);
}

bool Cgroup::read_processes(std::vector<pid_t>* pids) const {
  const FileDescriptor file = open_at(directory_.get(), "cgroup.procs");
  if (!file.valid()) return false;
  char buffer[4096];
  std::size_t kept = 0;
  for (;;) {
    const ssize_t count = read(file.get(), buffer + kept, sizeof(buffer) - kept);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    std::string_view text(buffer, kept + static_cast<std::size_t>(count));
    // A number may be cut at the end of a reading; its rest comes with the next one.
    while (text.find('\n') != std::string_view::npos) {
      std::string_view line = take_line(&text);
      std::uint64_t pid = 0;
      if (take_unsigned(&line, &pid) && pid != 0) pids->push_back(static_cast<pid_t>(pid));
    }
    if (count == 0) return true;
    kept = text.size();
    std::memmove(buffer, text.data(), kept);
  }
}

}  // namespace process_sampler
