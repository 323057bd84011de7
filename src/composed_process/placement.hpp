// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef COMPOSED_PROCESS__PLACEMENT_HPP_
#define COMPOSED_PROCESS__PLACEMENT_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace composed_process {

/// The full name of a node, or of a namespace, that the user has named.
std::string full_name_of(const std::string& name);

/// The full name of a node that is loaded into a namespace; none is the root.
std::string full_name_in(const std::string& space, const std::string& name);

/// What --loop calls the nodes that no other loop names.
inline constexpr char kOthers[] = "*";

/// The form of a value of --loop.
inline constexpr char kLoopForm[] = "NODE[,NODE]...[@CORE]";

/// The lines of --help about --loop. A program that loads nodes later refuses those that no loop
/// names; any other does not start with them.
std::string loop_help(bool loads_later);

/// Nodes that one executor with one thread spins.
struct Loop {
  std::vector<std::string> nodes;  ///< Full names, or kOthers.
  std::optional<int> core;         ///< The thread runs on this core only.
};

/// Which nodes of a process share an executor, and on which core it runs: the arguments of --loop.
class Placement {
 public:
  /// Takes one loop, of kLoopForm; on a mistake returns false and says in `*error` what is wrong.
  bool add(const std::string& text, std::string* error);

  bool empty() const { return loops_.empty(); }
  const std::vector<Loop>& loops() const { return loops_; }

  /// The index of the loop of a node of this full name, if there is one.
  std::optional<std::size_t> loop_of(const std::string& full_name) const;

  /// What is wrong with it for a process with just these nodes; empty if nothing is.
  std::string mistake_for(const std::vector<std::string>& full_names) const;

 private:
  std::optional<std::size_t> loop_that_names(const std::string& name) const;

  std::vector<Loop> loops_;
};

}  // namespace composed_process

#endif  // COMPOSED_PROCESS__PLACEMENT_HPP_
