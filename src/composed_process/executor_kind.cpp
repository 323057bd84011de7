// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "executor_kind.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <thread>
#include <utility>

namespace composed_process {

namespace {

constexpr std::array<std::pair<ExecutorKind, std::string_view>, 12> kNames{{
    {ExecutorKind::kSingleThreaded, "single_threaded"},
    {ExecutorKind::kStaticSingleThreaded, "static_single_threaded"},
    {ExecutorKind::kMultiThreaded, "multi_threaded"},
    {ExecutorKind::kRclcppEvents, "rclcpp_events"},
    {ExecutorKind::kEventsCbg, "events_cbg"},
    {ExecutorKind::kEventsCbgMultiThreaded, "events_cbg_multi_threaded"},
    {ExecutorKind::kEvents, "events"},
    {ExecutorKind::kRingBuffer, "ring_buffer"},
    {ExecutorKind::kIntraProcessEvents, "intra_process_events"},
    {ExecutorKind::kGuardConditionThreads, "guard_condition_threads"},
    {ExecutorKind::kConditionVariableThreads, "condition_variable_threads"},
    {ExecutorKind::kTimerThreads, "timer_threads"},
}};

std::vector<ExecutorKind> kinds_without(std::initializer_list<ExecutorKind> others) {
  std::vector<ExecutorKind> kinds;
  for (const auto& [kind, name] : kNames) {
    if (std::find(others.begin(), others.end(), kind) == others.end()) kinds.push_back(kind);
  }
  return kinds;
}

}  // namespace

std::vector<ExecutorKind> all_kinds() { return kinds_without({}); }

std::vector<ExecutorKind> rcl_kinds() {
  return kinds_without({ExecutorKind::kRclcppEvents, ExecutorKind::kEventsCbg,
                        ExecutorKind::kEventsCbgMultiThreaded});
}

std::vector<ExecutorKind> rclcpp_kinds() {
  return kinds_without({ExecutorKind::kGuardConditionThreads,
                        ExecutorKind::kConditionVariableThreads, ExecutorKind::kTimerThreads});
}

std::optional<ExecutorKind> executor_kind_named(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string name_of(ExecutorKind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return std::string(name);
  }
  return {};
}

std::size_t threads_of(ExecutorKind kind) {
  const bool has_several =
      kind == ExecutorKind::kMultiThreaded || kind == ExecutorKind::kEventsCbgMultiThreaded;
  return has_several ? std::max(2U, std::thread::hardware_concurrency()) : 1;
}

bool parse_executor_kind(std::string_view name, const std::vector<ExecutorKind>& kinds,
                         ExecutorKind* kind, std::string* error) {
  const std::optional<ExecutorKind> named = executor_kind_named(name);
  if (named && std::find(kinds.begin(), kinds.end(), *named) != kinds.end()) {
    *kind = *named;
    return true;
  }
  std::string names;
  for (const ExecutorKind known : kinds) names += (names.empty() ? "" : ", ") + name_of(known);
  *error = (name.empty() ? "--executor without a name" : "unknown executor " + std::string(name)) +
           "; known: " + names;
  return false;
}

}  // namespace composed_process
