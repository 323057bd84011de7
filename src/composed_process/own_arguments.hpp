// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_
#define COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_

#include <string>
#include <vector>

namespace composed_process {

/// The words of a command line that are the program's: neither its name nor what stands between
/// --ros-args and the next --.
std::vector<std::string> OwnArguments(int argc, const char* const* argv);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__OWN_ARGUMENTS_HPP_
