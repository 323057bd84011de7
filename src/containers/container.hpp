// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef CONTAINERS__CONTAINER_HPP_
#define CONTAINERS__CONTAINER_HPP_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "executor_thread.hpp"
#include "latched_topics.hpp"
#include "loop_threads.hpp"
#include "options.hpp"
#include "rclcpp_components/component_manager.hpp"
#include "stop_request.hpp"
#include "thread_name.hpp"

namespace containers {

/// A component manager whose components are spun by executors of one kind, in threads that carry
/// the nodes' names, and which are taken down in an orderly way.
///
/// The threads that a component makes for itself while it is constructed carry its name too.
class Container : public rclcpp_components::ComponentManager {
 public:
  /// Isolated: an executor and a thread for each component and one for the container itself; with
  /// loops one for each of them and for the container; otherwise one for all.
  /// \throws std::runtime_error for a latched topic whose type is not installed.
  Container(std::string program, composed_process::ExecutorKind kind, Options options,
            composed_process::StopRequest* stop);

  /// Starts to serve.
  void spin();

  /// Ends the threads, lets the components clean up, and destroys them in reverse order.
  void take_down();

 protected:
  void on_load_node(const std::shared_ptr<rmw_request_id_t> header,
                    const std::shared_ptr<LoadNode::Request> request,
                    std::shared_ptr<LoadNode::Response> response) override;
  void on_unload_node(const std::shared_ptr<rmw_request_id_t> header,
                      const std::shared_ptr<UnloadNode::Request> request,
                      std::shared_ptr<UnloadNode::Response> response) override;
  /// \throws rclcpp_components::ComponentManagerException, which is told to who asked; the
  /// component is gone then.
  void add_node_to_executor(std::uint64_t id) override;
  void remove_node_from_executor(std::uint64_t id) override;

 private:
  void spin_component(std::uint64_t id);
  std::vector<std::string> managers();
  void close_to_requests();
  void stop_threads();

  const std::string program_;
  const composed_process::ExecutorKind kind_;
  const Options options_;
  composed_process::StopRequest* const stop_;
  const LatchedTopics latched_;
  std::mutex changing_;  ///< Held while a component is loaded or unloaded.
  std::atomic<bool> closed_{false};
  composed_process::ThreadNames thread_names_;  ///< Unloaded components included.
  std::optional<composed_process::ExecutorThread> own_thread_;
  std::map<std::uint64_t, composed_process::ExecutorThread> threads_;  ///< Of components.
  std::optional<composed_process::LoopThreads> loops_;
};

}  // namespace containers

#endif  // CONTAINERS__CONTAINER_HPP_
