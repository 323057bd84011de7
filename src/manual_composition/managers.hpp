// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__MANAGERS_HPP_
#define MANUAL_COMPOSITION__MANAGERS_HPP_

#include <chrono>
#include <string>
#include <vector>

namespace manual_composition {

/// Waits until no lifecycle manager is in the middle of something.
///
/// A manager answers nothing while it takes its nodes through transitions, and would wait for ever
/// for the answer of a node that spins no more.
/// \returns false if one has not answered in time.
bool ManagersAreIdle(const std::vector<std::string>& managers, std::chrono::milliseconds patience);

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__MANAGERS_HPP_
