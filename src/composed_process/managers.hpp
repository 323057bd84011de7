// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__MANAGERS_HPP_
#define COMPOSED_PROCESS__MANAGERS_HPP_

#include <chrono>
#include <string>
#include <vector>

namespace composed_process {

/// How long a manager may take to finish what it is doing before its process ends all the same.
constexpr std::chrono::seconds kManagersPatience{8};

/// Waits until no lifecycle manager is in the middle of something.
///
/// A manager answers nothing while it takes its nodes through transitions, and would wait for ever
/// for the answer of a node that spins no more.
/// \param asker name of the node that asks.
/// \param managers fully qualified names.
/// \returns the name of one that has not answered in time; empty if all have.
std::string busy_manager(const std::string& asker, const std::vector<std::string>& managers,
                         std::chrono::milliseconds patience);

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__MANAGERS_HPP_
