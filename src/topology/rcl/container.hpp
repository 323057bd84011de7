// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__CONTAINER_HPP_
#define TOPOLOGY__RCL__CONTAINER_HPP_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "component_service.hpp"
#include "composition_interfaces/srv/list_nodes.h"
#include "composition_interfaces/srv/load_node.h"
#include "composition_interfaces/srv/unload_node.h"
#include "context.hpp"
#include "executor_factory.hpp"
#include "options.hpp"
#include "rcl/node.h"
#include "running_node.hpp"
#include "stop_request.hpp"
#include "thread_name.hpp"

namespace topology {

/// A component container whose only component is the node of a topology.
class Container {
 public:
  /// Isolated: an executor and a thread for each node and one for the container itself; with loops
  /// one for each of them and for the container; otherwise one executor for all.
  Container(Context* context, Options options, composed_process::StopRequest* stop);
  ~Container();
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

 private:
  using LoadRequest = composition_interfaces__srv__LoadNode_Request;
  using LoadResponse = composition_interfaces__srv__LoadNode_Response;
  using UnloadRequest = composition_interfaces__srv__UnloadNode_Request;
  using UnloadResponse = composition_interfaces__srv__UnloadNode_Response;
  using ListRequest = composition_interfaces__srv__ListNodes_Request;
  using ListResponse = composition_interfaces__srv__ListNodes_Response;

  struct Component {
    std::unique_ptr<Executor> executor;  ///< Its own, in an isolated container.
    std::unique_ptr<RunningNode> node;   ///< Destroyed before its executor.
  };

  void start_loops();
  /// \throws std::invalid_argument for a node that no loop names.
  Executor* shared_executor(const std::string& full_name) const;
  void make_services();
  void on_load(const LoadRequest& request, LoadResponse* response);
  void on_unload(const UnloadRequest& request, UnloadResponse* response);
  void on_list(ListResponse* response);
  std::uint64_t load(const LoadRequest& request);
  std::unique_ptr<Executor> make_executor();

  Context* const context_;
  const ParameterFiles parameters_;
  const Options options_;
  composed_process::StopRequest* const stop_;
  rcl_node_t node_;
  Group group_;
  composed_process::ThreadNames thread_names_;
  std::unique_ptr<Executor> executor_;
  std::vector<std::unique_ptr<Executor>> loops_;
  std::vector<std::unique_ptr<Entity>> services_;
  // Only the container's callbacks change these, of which no two run at a time.
  std::map<std::uint64_t, Component> components_;
  std::uint64_t last_id_ = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__CONTAINER_HPP_
