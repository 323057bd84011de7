// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__TEXT_SCAN_HPP_
#define PROCESS_SAMPLER__TEXT_SCAN_HPP_

#include <cstdint>
#include <string_view>

namespace process_sampler {

/// Takes a decimal number off the front of `text`, skipping leading spaces and tabs.
/// Returns false and leaves `text` alone when there is none or it does not fit 64 bits.
bool take_unsigned(std::string_view* text, std::uint64_t* value);

/// Takes a hexadecimal number (no prefix) off the front of `text`.
bool take_hex(std::string_view* text, std::uint64_t* value);

/// Takes one space-separated word off the front of `text`; empty when nothing is left.
std::string_view take_word(std::string_view* text);

/// Takes one line off the front of `text`, without its newline.
std::string_view take_line(std::string_view* text);

/// Whether `text` begins with `prefix`.
inline bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__TEXT_SCAN_HPP_
