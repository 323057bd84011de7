// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "own_arguments.hpp"

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

}  // namespace composed_process
