// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "own_cost.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "clock.hpp"
#include "smaps_rollup.hpp"
#include "text_scan.hpp"

namespace process_sampler {

OwnCostReader::OwnCostReader()
    : rollup_(open_at(AT_FDCWD, "/proc/self/smaps_rollup")),
      statm_(open_at(AT_FDCWD, "/proc/self/statm")) {}

OwnCost OwnCostReader::read() const {
  char buffer[4096];
  OwnCost cost;
  FileText file = read_from_start(rollup_.get(), buffer, sizeof(buffer));
  SmapsRollup rollup;
  if (file.status == ReadStatus::kOk && parse_smaps_rollup(file.text, &rollup)) {
    cost.rss_bytes = rollup.rss_bytes;
  } else {
    file = read_from_start(statm_.get(), buffer, sizeof(buffer));
    std::uint64_t pages = 0;
    take_word(&file.text);
    if (take_unsigned(&file.text, &pages)) {
      cost.rss_bytes = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    }
  }
  cost.cpu_ns = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  return cost;
}

}  // namespace process_sampler
