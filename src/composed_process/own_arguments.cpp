// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "own_arguments.hpp"

#include <charconv>
#include <utility>

namespace composed_process {

std::vector<std::string> own_arguments(int argc, const char* const* argv) {
  std::vector<std::string> own;
  bool is_own = true;
  for (int index = 1; index < argc; ++index) {
    std::string word(argv[index]);
    if (word == "--ros-args") {
      is_own = false;
    } else if (is_own) {
      own.push_back(std::move(word));
    } else if (word == "--") {
      is_own = true;
    }
  }
  return own;
}

bool take_value(const std::vector<std::string>& words, std::size_t* at, std::string* value,
                std::string* error) {
  if (*at + 1 == words.size()) {
    *error = words[*at] + " needs a value; see --help";
    return false;
  }
  *value = words[++*at];
  return true;
}

std::optional<int> whole_number(const std::string& word) {
  int number = -1;
  const char* const end = word.data() + word.size();
  const auto [stopped, problem] = std::from_chars(word.data(), end, number);
  if (problem != std::errc() || stopped != end || number < 0) return std::nullopt;
  return number;
}

}  // namespace composed_process
