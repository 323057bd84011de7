// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__THREAD_NAME_HPP_
#define COMPOSED_PROCESS__THREAD_NAME_HPP_

#include <array>
#include <cstddef>
#include <set>
#include <string>

namespace composed_process {

/// Characters that Linux keeps of a thread's name (TASK_COMM_LEN without the terminating zero).
constexpr std::size_t kThreadNameLength = 15;

/// The calling thread's name for as long as this lives. Threads made meanwhile inherit it. An empty
/// one leaves the thread the name that it has.
class ThreadName {
 public:
  explicit ThreadName(const std::string& name);
  ~ThreadName();
  ThreadName(const ThreadName&) = delete;
  ThreadName& operator=(const ThreadName&) = delete;

 private:
  std::array<char, kThreadNameLength + 1> previous_{};
};

/// Gives every thread of this process that has a name another one.
void rename_threads(const std::string& from, const std::string& to);

/// What the threads of a node are named after: its name, with the namespace if it has one. Empty
/// if there is nothing but slashes.
std::string thread_node_name(const std::string& full_name);

/// The name of a node's threads among those of other nodes, by the rule of
/// nav2_composition_bench/study/node_entry.py: the first 15 characters where no other node has
/// the same, else the first and last seven joined by ~.
std::string short_name(const std::string& node, const std::set<std::string>& all);

/// The names of threads of nodes that come one after the other.
class ThreadNames {
 public:
  /// The name for one more node's threads. Threads of nodes before it get other names where theirs
  /// are not unique any more.
  std::string add(const std::string& node);

 private:
  std::set<std::string> nodes_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__THREAD_NAME_HPP_
