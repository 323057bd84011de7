// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "container.hpp"

#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "core_binding.hpp"
#include "load_request.hpp"
#include "rcl/node_options.h"
#include "ros/named_nodes.hpp"
#include "rosidl_runtime_c/primitives_sequence_functions.h"
#include "rosidl_runtime_c/string_functions.h"

namespace topology {

using composed_process::thread_node_name;
using composed_process::ThreadName;

namespace {

constexpr char kDefaultName[] = "topology_container";

void assign(rosidl_runtime_c__String* to, const std::string& from) {
  if (!rosidl_runtime_c__String__assignn(to, from.data(), from.size())) throw std::bad_alloc();
}

}  // namespace

Container::Container(Context* context, Options options, composed_process::StopRequest* stop)
    : context_(context),
      parameters_(context->take_parameters()),
      options_(std::move(options)),
      stop_(stop),
      node_(rcl_get_zero_initialized_node()) {
  rcl_node_options_t node_options = rcl_node_get_default_options();
  node_options.enable_rosout = false;
  // Its name is for the command line to give, as with every container.
  const rcl_ret_t status =
      rcl_node_init(&node_, kDefaultName, "/", context->handle(), &node_options);
  if (rcl_node_options_fini(&node_options) != RCL_RET_OK) rcl_reset_error();
  check(status, "container");
  start_loops();
  executor_ = make_executor();
  make_services();
  std::vector<Entity*> entities;
  for (const auto& service : services_) entities.push_back(service.get());
  executor_->add(entities);
  executor_->start(thread_names_.add(rcl_node_get_name(&node_)));
}

void Container::start_loops() {
  for (const composed_process::Loop& loop : options_.placement.loops()) {
    composed_process::call_on_core(loop.core, [this] {
      loops_.push_back(make_executor());
      loops_.back()->start("loop_" + std::to_string(loops_.size() - 1));
    });
  }
}

Executor* Container::shared_executor(const std::string& full_name) const {
  if (loops_.empty()) return executor_.get();
  const auto loop = options_.placement.loop_of(full_name);
  if (!loop) throw std::invalid_argument("no --loop names " + full_name);
  return loops_[*loop].get();
}

Container::~Container() {
  stop_->doing("waiting for a callback");
  executor_->stop();
  for (auto& [id, component] : components_) {
    if (component.executor) component.executor->stop();
  }
  for (const auto& loop : loops_) loop->stop();
  stop_->doing("destroying the nodes");
  while (!components_.empty()) components_.erase(std::prev(components_.end()));
  services_.clear();
  loops_.clear();
  executor_.reset();
  if (rcl_node_fini(&node_) != RCL_RET_OK) rcl_reset_error();
}

std::unique_ptr<Executor> Container::make_executor() {
  return topology::make_executor(options_.executor, context_,
                                 [this](const std::string& what) { stop_->fail(what); });
}

void Container::make_services() {
  services_.push_back(std::make_unique<ComponentService<LoadRequest, LoadResponse>>(
      &node_, &group_, ROSIDL_GET_SRV_TYPE_SUPPORT(composition_interfaces, srv, LoadNode),
      "~/_container/load_node",
      CService<LoadRequest, LoadResponse>{composition_interfaces__srv__LoadNode_Request__init,
                                          composition_interfaces__srv__LoadNode_Request__fini,
                                          composition_interfaces__srv__LoadNode_Response__init,
                                          composition_interfaces__srv__LoadNode_Response__fini},
      [this](const LoadRequest& request, LoadResponse* response) { on_load(request, response); }));
  services_.push_back(std::make_unique<ComponentService<UnloadRequest, UnloadResponse>>(
      &node_, &group_, ROSIDL_GET_SRV_TYPE_SUPPORT(composition_interfaces, srv, UnloadNode),
      "~/_container/unload_node",
      CService<UnloadRequest, UnloadResponse>{
          composition_interfaces__srv__UnloadNode_Request__init,
          composition_interfaces__srv__UnloadNode_Request__fini,
          composition_interfaces__srv__UnloadNode_Response__init,
          composition_interfaces__srv__UnloadNode_Response__fini},
      [this](const UnloadRequest& request, UnloadResponse* response) {
        on_unload(request, response);
      }));
  services_.push_back(std::make_unique<ComponentService<ListRequest, ListResponse>>(
      &node_, &group_, ROSIDL_GET_SRV_TYPE_SUPPORT(composition_interfaces, srv, ListNodes),
      "~/_container/list_nodes",
      CService<ListRequest, ListResponse>{composition_interfaces__srv__ListNodes_Request__init,
                                          composition_interfaces__srv__ListNodes_Request__fini,
                                          composition_interfaces__srv__ListNodes_Response__init,
                                          composition_interfaces__srv__ListNodes_Response__fini},
      [this](const ListRequest&, ListResponse* response) { on_list(response); }));
}

void Container::on_load(const LoadRequest& request, LoadResponse* response) {
  try {
    const std::uint64_t id = load(request);
    response->success = true;
    response->unique_id = id;
    assign(&response->full_node_name, components_.at(id).node->full_name());
  } catch (const std::exception& error) {
    response->success = false;
    assign(&response->error_message, error.what());
  }
  stop_->doing("running");
}

std::uint64_t Container::load(const LoadRequest& request) {
  const LoadedNode loaded = read_request(request, parameters_);
  stop_->doing("loading " + loaded.full_name);
  const std::string thread_name = thread_names_.add(thread_node_name(loaded.full_name));
  // For threads that the middleware makes meanwhile.
  const ThreadName name(thread_name);
  Component component;
  if (options_.is_separate) component.executor = make_executor();
  component.node = std::make_unique<RunningNode>(
      context_, options_.is_separate ? component.executor.get() : shared_executor(loaded.full_name),
      loaded.full_name, loaded.description,
      OwnThread{thread_name, [this](const std::string& what) { stop_->fail(what); }},
      Remapping{loaded.remap_rules});
  if (options_.is_separate) component.executor->start(thread_name);
  components_[++last_id_] = std::move(component);
  return last_id_;
}

void Container::on_unload(const UnloadRequest& request, UnloadResponse* response) {
  const auto found = components_.find(request.unique_id);
  response->success = found != components_.end();
  if (!response->success) {
    return assign(&response->error_message,
                  "no node has the number " + std::to_string(request.unique_id));
  }
  stop_->doing("unloading " + found->second.node->full_name());
  if (found->second.executor) found->second.executor->stop();
  components_.erase(found);
  stop_->doing("running");
}

void Container::on_list(ListResponse* response) {
  if (!rosidl_runtime_c__String__Sequence__init(&response->full_node_names, components_.size()) ||
      !rosidl_runtime_c__uint64__Sequence__init(&response->unique_ids, components_.size())) {
    throw std::bad_alloc();
  }
  std::size_t at = 0;
  for (const auto& [id, component] : components_) {
    assign(&response->full_node_names.data[at], component.node->full_name());
    response->unique_ids.data[at++] = id;
  }
}

}  // namespace topology
