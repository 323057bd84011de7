// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "smaps_rollup.hpp"

#include "text_scan.hpp"

namespace process_sampler {

namespace {

struct Field {
  std::string_view label;
  std::uint64_t SmapsRollup::* member;
};

constexpr Field kFields[] = {
    {"Rss:", &SmapsRollup::rss_bytes},
    {"Pss:", &SmapsRollup::pss_bytes},
    {"Pss_Anon:", &SmapsRollup::pss_anon_bytes},
    {"Pss_File:", &SmapsRollup::pss_file_bytes},
    {"Pss_Shmem:", &SmapsRollup::pss_shmem_bytes},
    {"SwapPss:", &SmapsRollup::swap_pss_bytes},
};
constexpr unsigned kAllFields = (1U << (sizeof(kFields) / sizeof(kFields[0]))) - 1;

}  // namespace

bool parse_smaps_rollup(std::string_view text, SmapsRollup* rollup) {
  *rollup = SmapsRollup();
  take_line(&text);  // The address range of the whole.
  unsigned found = 0;
  bool found_private = false;
  while (!text.empty()) {
    std::string_view line = take_line(&text);
    const std::string_view label = take_word(&line);
    std::uint64_t kibibytes = 0;
    if (!take_unsigned(&line, &kibibytes)) return false;
    if (starts_with(label, "Private_")) {
      rollup->uss_bytes += kibibytes * 1024;
      found_private = true;
      continue;
    }
    unsigned bit = 1;
    for (const Field& field : kFields) {
      if (label == field.label) {
        rollup->*field.member = kibibytes * 1024;
        found |= bit;
      }
      bit <<= 1;
    }
  }
  return found_private && found == kAllFields;
}

}  // namespace process_sampler
