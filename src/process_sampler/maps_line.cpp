// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "maps_line.hpp"

#include "text_scan.hpp"

namespace process_sampler {

bool ParseMapsLine(std::string_view line, MappedRange* range) {
  std::string_view rest = line;
  if (!TakeHex(&rest, &range->begin)) return false;
  if (rest.empty() || rest.front() != '-') return false;
  rest.remove_prefix(1);
  if (!TakeHex(&rest, &range->end) || range->end <= range->begin) return false;
  const std::size_t bracket = line.rfind('[');
  range->lent_by_kernel = line.back() == ']' && bracket != std::string_view::npos &&
                          StartsWith(line.substr(bracket), "[v");
  return true;
}

}  // namespace process_sampler
