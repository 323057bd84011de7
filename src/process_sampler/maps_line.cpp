// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "maps_line.hpp"

#include "text_scan.hpp"

namespace process_sampler {

bool parse_maps_line(std::string_view line, MappedRange* range) {
  std::string_view rest = line;
  if (!take_hex(&rest, &range->begin)) return false;
  if (rest.empty() || rest.front() != '-') return false;
  rest.remove_prefix(1);
  if (!take_hex(&rest, &range->end) || range->end <= range->begin) return false;
  const std::size_t bracket = line.rfind('[');
  range->lent_by_kernel = line.back() == ']' && bracket != std::string_view::npos &&
                          starts_with(line.substr(bracket), "[v");
  return true;
}

}  // namespace process_sampler
