// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_
#define COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace composed_process {

/// The words of a command line that are the program's: neither its name nor what stands between
/// --ros-args and the next --.
std::vector<std::string> own_arguments(int argc, const char* const* argv);

/// Takes the word that follows the option at that place, and moves the place on to it. False with
/// an error if none follows.
bool take_value(const std::vector<std::string>& words, std::size_t* at, std::string* value,
                std::string* error);

/// The number that a word is, if it is a whole one from 0 on.
std::optional<int> whole_number(const std::string& word);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_
