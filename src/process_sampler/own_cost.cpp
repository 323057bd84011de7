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
    : rollup_(OpenAt(AT_FDCWD, "/proc/self/smaps_rollup")),
      statm_(OpenAt(AT_FDCWD, "/proc/self/statm")) {}

OwnCost OwnCostReader::Read() const {
  char buffer[4096];
  OwnCost cost;
  FileText file = ReadFromStart(rollup_.get(), buffer, sizeof(buffer));
  SmapsRollup rollup;
  if (file.status == ReadStatus::kOk && ParseSmapsRollup(file.text, &rollup)) {
    cost.rss_bytes = rollup.rss_bytes;
  } else {
    file = ReadFromStart(statm_.get(), buffer, sizeof(buffer));
    std::uint64_t pages = 0;
    TakeWord(&file.text);
    if (TakeUnsigned(&file.text, &pages)) {
      cost.rss_bytes = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    }
  }
  cost.cpu_ns = ReadClock(CLOCK_PROCESS_CPUTIME_ID);
  return cost;
}

}  // namespace process_sampler
