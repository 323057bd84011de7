// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "text_scan.hpp"

#include <cstring>
#include <limits>

namespace process_sampler {

namespace {

void skip_blanks(std::string_view* text) {
  while (!text->empty() && (text->front() == ' ' || text->front() == '\t')) {
    text->remove_prefix(1);
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

bool take_unsigned(std::string_view* text, std::uint64_t* value) {
  std::string_view rest = *text;
  skip_blanks(&rest);
  std::size_t length = 0;
  std::uint64_t number = 0;
  for (; length < rest.size() && rest[length] >= '0' && rest[length] <= '9'; ++length) {
    const std::uint64_t digit = static_cast<std::uint64_t>(rest[length] - '0');
    if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return false;
    number = number * 10 + digit;
  }
  if (length == 0) return false;
  rest.remove_prefix(length);
  *text = rest;
  *value = number;
  return true;
}

bool take_hex(std::string_view* text, std::uint64_t* value) {
  std::size_t length = 0;
  std::uint64_t number = 0;
  for (; length < text->size(); ++length) {
    const int digit = hex_digit((*text)[length]);
    if (digit < 0) break;
    number = (number << 4) | static_cast<std::uint64_t>(digit);
  }
  if (length == 0 || length > 16) return false;
  text->remove_prefix(length);
  *value = number;
  return true;
}

std::string_view take_word(std::string_view* text) {
  skip_blanks(text);
  std::size_t length = 0;
  while (length < text->size() && (*text)[length] != ' ' && (*text)[length] != '\n') ++length;
  const std::string_view word = text->substr(0, length);
  text->remove_prefix(length);
  return word;
}

std::string_view take_line(std::string_view* text) {
  const void* newline = text->empty() ? nullptr : std::memchr(text->data(), '\n', text->size());
  if (newline == nullptr) {
    const std::string_view line = *text;
    *text = {};
    return line;
  }
  const std::size_t length =
      static_cast<std::size_t>(static_cast<const char*>(newline) - text->data());
  const std::string_view line = text->substr(0, length);
  text->remove_prefix(length + 1);
  return line;
}

}  // namespace process_sampler
