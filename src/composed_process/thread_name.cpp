// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "thread_name.hpp"

#include <pthread.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace composed_process {

ThreadName::ThreadName(const std::string& name) {
  pthread_getname_np(pthread_self(), previous_.data(), previous_.size());
  if (name.empty()) return;
  pthread_setname_np(pthread_self(), name.substr(0, kThreadNameLength).c_str());
}

ThreadName::~ThreadName() { pthread_setname_np(pthread_self(), previous_.data()); }

void rename_threads(const std::string& from, const std::string& to) {
  // Threads that libraries made for a node are known by their name only, not by a handle.
  std::error_code gone;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    const std::filesystem::path comm = task.path() / "comm";
    std::string name;
    std::getline(std::ifstream(comm), name);
    if (name == from) std::ofstream(comm) << to;
  }
}

std::string thread_node_name(const std::string& full_name) {
  const std::size_t begin = full_name.find_first_not_of('/');
  // A request may name a node by slashes alone, which ROS refuses later.
  return begin == std::string::npos ? "" : full_name.substr(begin);
}

std::string short_name(const std::string& node, const std::set<std::string>& all) {
  const std::string head = node.substr(0, kThreadNameLength);
  const bool is_unique = std::none_of(all.begin(), all.end(), [&](const std::string& other) {
    return other != node && other.compare(0, kThreadNameLength, head) == 0;
  });
  if (is_unique) return head;
  constexpr std::size_t kEnd = kThreadNameLength / 2;
  const std::string tail = node.size() > kEnd ? node.substr(node.size() - kEnd) : node;
  return node.substr(0, kEnd) + "~" + tail;
}

std::string ThreadNames::add(const std::string& node) {
  std::set<std::string> all = nodes_;
  all.insert(node);
  for (const std::string& known : nodes_) {
    const std::string before = short_name(known, nodes_);
    const std::string after = short_name(known, all);
    if (before != after) rename_threads(before, after);
  }
  nodes_ = std::move(all);
  return short_name(node, nodes_);
}

}  // namespace composed_process
