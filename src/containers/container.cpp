// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "container.hpp"

#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "executor_factory.hpp"
#include "managers.hpp"
#include "placement.hpp"
#include "thread_name.hpp"

namespace containers {

using composed_process::full_name_in;
using composed_process::make_executor;
using composed_process::thread_node_name;
using composed_process::ThreadName;

namespace {

constexpr char kEnding[] = "the container is about to end";
constexpr char kManagerService[] = "/is_active";

}  // namespace

Container::Container(std::string program, composed_process::ExecutorKind kind, Options options,
                     composed_process::StopRequest* stop)
    : program_(std::move(program)),
      kind_(kind),
      options_(std::move(options)),
      stop_(stop),
      latched_(this, options_.latched) {}

void Container::spin() {
  const std::string thread_name = thread_names_.add(get_name());
  std::shared_ptr<rclcpp::Executor> executor;
  {
    // The threads that an executor makes carry its thread's name too.
    const ThreadName name(thread_name);
    executor = make_executor(kind_);
  }
  set_executor(executor);
  stop_->doing("running");
  loops_.emplace(options_.placement, kind_, [this](const std::string& what) { stop_->fail(what); });
  executor->add_node(get_node_base_interface());
  own_thread_.emplace(thread_name, executor,
                      [this](const std::string& what) { stop_->fail(what); });
}

void Container::on_load_node(const std::shared_ptr<rmw_request_id_t> header,
                             const std::shared_ptr<LoadNode::Request> request,
                             std::shared_ptr<LoadNode::Response> response) {
  const std::lock_guard<std::mutex> lock(changing_);
  if (closed_) {
    response->success = false;
    response->error_message = kEnding;
    return;
  }
  const std::string& node = request->node_name;
  stop_->doing("loading " + (node.empty() ? request->plugin_name : node));
  {
    std::optional<ThreadName> name;
    if (!node.empty()) {
      const std::string full_name = full_name_in(request->node_namespace, node);
      name.emplace(thread_names_.add(thread_node_name(full_name)));
    }
    ComponentManager::on_load_node(header, request, response);
  }
  stop_->doing("running");
}

void Container::on_unload_node(const std::shared_ptr<rmw_request_id_t> header,
                               const std::shared_ptr<UnloadNode::Request> request,
                               std::shared_ptr<UnloadNode::Response> response) {
  const std::lock_guard<std::mutex> lock(changing_);
  if (closed_) {
    response->success = false;
    response->error_message = kEnding;
    return;
  }
  stop_->doing("unloading component " + std::to_string(request->unique_id));
  ComponentManager::on_unload_node(header, request, response);
  stop_->doing("running");
}

void Container::add_node_to_executor(std::uint64_t id) {
  try {
    spin_component(id);
  } catch (const std::exception& refused) {
    // Of any other type it would end the container in place of being answered with.
    node_wrappers_.erase(id);
    throw rclcpp_components::ComponentManagerException(refused.what());
  }
}

void Container::spin_component(std::uint64_t id) {
  const auto node = node_wrappers_[id].get_node_base_interface();
  const std::string full_name = node->get_fully_qualified_name();
  if (!loops_->empty()) {
    rclcpp::Executor* const loop = loops_->executor_of(full_name);
    if (loop == nullptr) throw std::runtime_error("no --loop names " + full_name);
    return loop->add_node(node);
  }
  if (!options_.isolated) return ComponentManager::add_node_to_executor(id);
  const auto executor = make_executor(kind_);
  executor->add_node(node);
  threads_.try_emplace(
      id, thread_names_.add(thread_node_name(full_name)), executor,
      [this, full_name](const std::string& what) { stop_->fail(full_name + ": " + what); });
}

void Container::remove_node_from_executor(std::uint64_t id) {
  if (!loops_->empty()) return loops_->remove(node_wrappers_[id].get_node_base_interface());
  if (!options_.isolated) return ComponentManager::remove_node_from_executor(id);
  threads_.erase(id);
}

std::vector<std::string> Container::managers() {
  std::vector<std::string> managers;
  for (auto& [id, wrapper] : node_wrappers_) {
    const auto node = wrapper.get_node_base_interface();
    const std::string name = node->get_fully_qualified_name();
    const auto services = get_node_graph_interface()->get_service_names_and_types_by_node(
        node->get_name(), node->get_namespace());
    if (services.count(name + kManagerService) != 0) managers.push_back(name);
  }
  return managers;
}

void Container::close_to_requests() {
  // Before the lock, which the next request might get first.
  closed_ = true;
  // Waits for the component that is being loaded or unloaded, if any.
  const std::lock_guard<std::mutex> lock(changing_);
}

void Container::stop_threads() {
  stop_->doing("waiting for the lifecycle managers");
  if (rclcpp::ok()) {
    const std::string busy =
        composed_process::busy_manager(program_, managers(), composed_process::kManagersPatience);
    // A node that waits, for a transform, say, holds its manager up. What would end the wait, an
    // invalid context, also keeps the nodes from cleaning up, and then their destructors find
    // threads still running. So the process ends without.
    if (!busy.empty()) stop_->leave_at_once("in a transition by " + busy);
  }
  own_thread_->cancel();
  for (auto& [id, thread] : threads_) thread.cancel();
  loops_->cancel();
  const bool is_alone = options_.isolated || !loops_->empty();
  stop_->doing(is_alone ? "waiting for a request to be served" : "waiting for a callback");
  own_thread_->join();
  for (auto& [id, thread] : threads_) {
    stop_->doing("waiting for a callback of " +
                 std::string(node_wrappers_[id].get_node_base_interface()->get_name()));
    thread.join();
  }
  loops_->join([this](const std::string& what) { stop_->doing(what); });
  // Executors go before the nodes that they have callbacks in.
  threads_.clear();
  loops_->clear();
  own_thread_.reset();
}

void Container::take_down() {
  close_to_requests();
  stop_threads();
  stop_->doing("cleaning up the components");
  // Nav2's nodes deactivate and clean up before the context goes down; no thread is left that
  // would use them meanwhile.
  rclcpp::shutdown();
  while (!node_wrappers_.empty()) {
    const auto last = std::prev(node_wrappers_.end());
    stop_->doing("destroying " + std::string(last->second.get_node_base_interface()->get_name()));
    node_wrappers_.erase(last);
  }
  stop_->doing("leaving");
}

}  // namespace containers
