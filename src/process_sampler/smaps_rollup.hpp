// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__SMAPS_ROLLUP_HPP_
#define PROCESS_SAMPLER__SMAPS_ROLLUP_HPP_

#include <cstdint>
#include <string_view>

namespace process_sampler {

/// Sums of /proc/PID/smaps_rollup, in bytes.
struct SmapsRollup {
  std::uint64_t rss_bytes = 0;
  std::uint64_t pss_bytes = 0;
  std::uint64_t pss_anon_bytes = 0;
  std::uint64_t pss_file_bytes = 0;
  std::uint64_t pss_shmem_bytes = 0;
  std::uint64_t uss_bytes = 0;  ///< Every Private_ line: clean, dirty, hugetlb.
  std::uint64_t swap_pss_bytes = 0;
};

/// Parses smaps_rollup; false when a figure is missing (Pss_Anon needs Linux 5.4).
bool parse_smaps_rollup(std::string_view text, SmapsRollup* rollup);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__SMAPS_ROLLUP_HPP_
