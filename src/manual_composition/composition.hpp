// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef MANUAL_COMPOSITION__COMPOSITION_HPP_
#define MANUAL_COMPOSITION__COMPOSITION_HPP_

#include <list>
#include <string>
#include <vector>

#include "composed_node.hpp"
#include "executor_thread.hpp"
#include "options.hpp"
#include "stop_request.hpp"

namespace manual_composition {

/// Every node of the table, constructed, spun and taken down in an orderly way.
class Composition {
 public:
  /// \param table of the nodes; it outlives this.
  Composition(const Options& options, const std::vector<NodeFactory>& table,
              composed_process::StopRequest* stop);
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

  /// Constructs the nodes in the order of the table, until the end is wanted or one throws.
  void construct();

  /// Starts an executor and a thread per node.
  void spin();

  /// Ends the threads, lets the nodes clean up, and destroys them in reverse order.
  void take_down();

 private:
  struct Member {
    const NodeFactory* factory;
    ComposedNode node;
  };

  rclcpp::NodeOptions options_of(const NodeRow& row) const;
  bool transitions_are_over() const;
  void stop_threads();
  [[noreturn]] void leave_at_once() const;

  const Options options_;
  const std::vector<NodeFactory>& table_;
  composed_process::StopRequest* const stop_;
  std::vector<Member> members_;
  bool has_started_ = false;
  std::list<composed_process::ExecutorThread> threads_;  ///< Of nodes, in their order.
};

}  // namespace manual_composition

#endif  // MANUAL_COMPOSITION__COMPOSITION_HPP_
