// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "delay_file.hpp"

#include <unistd.h>

#include <cinttypes>
#include <cstdlib>
#include <ctime>
#include <string>

namespace delay_probe {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void DelayFile::write(char what, std::int64_t end_ns, std::int64_t delay_ns) {
  if (!is_tried_) {
    is_tried_ = true;
    const char* directory = std::getenv("NAV2_BENCH_DELAYS");
    if (directory != nullptr) {
      const std::string path = std::string(directory) + "/delays." + std::to_string(getpid());
      file_ = std::fopen(path.c_str(), "we");
    }
  }
  if (file_ != nullptr) {
    std::fprintf(file_, "%c %" PRId64 " %" PRId64 "\n", what, end_ns, delay_ns);
  }
}

void DelayFile::flush() {
  if (file_ != nullptr) std::fflush(file_);
}

}  // namespace delay_probe
