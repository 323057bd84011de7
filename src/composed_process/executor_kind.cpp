// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_kind.hpp"

#include <array>
#include <utility>

namespace composed_process {

namespace {

constexpr std::array<std::pair<ExecutorKind, std::string_view>, 2> kNames{{
    {ExecutorKind::kSingleThreaded, "single_threaded"},
    {ExecutorKind::kRclcppEvents, "rclcpp_events"},
}};

}  // namespace

std::optional<ExecutorKind> ExecutorKindNamed(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string NameOf(ExecutorKind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return std::string(name);
  }
  return {};
}

std::string ExecutorKindNames() {
  std::string names;
  for (const auto& [kind, name] : kNames) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return names;
}

}  // namespace composed_process
