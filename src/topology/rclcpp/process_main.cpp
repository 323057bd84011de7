// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a topology in one process, on rclcpp.
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "executor_factory.hpp"
#include "executor_thread.hpp"
#include "loop_threads.hpp"
#include "options.hpp"
#include "program.hpp"
#include "rclcpp/rclcpp.hpp"
#include "ros/named_nodes.hpp"
#include "ros/program.hpp"
#include "stop_request.hpp"
#include "thread_name.hpp"
#include "topology_node.hpp"

namespace topology {

namespace {

using composed_process::ExecutorThread;
using nav2_composition_bench::TopologyNode;

/// The process's part in ROS.
struct InRos {
  InRos(int argc, char** argv) { composed_process::init_ros({argv, argv + argc}); }
  ~InRos() { rclcpp::shutdown(); }
  InRos(const InRos&) = delete;
  InRos& operator=(const InRos&) = delete;
};

std::shared_ptr<TopologyNode> make_node(const NamedNode& node, const std::string& executor,
                                        const std::function<void(const std::string&)>& failed) {
  const std::string base = base_name(node.full_name);
  const std::string space = node.full_name.substr(0, node.full_name.size() - base.size() - 1);
  rclcpp::NodeOptions options;
  options.arguments(
      {"--ros-args", "-r", "__node:=" + base, "-r", "__ns:=" + (space.empty() ? "/" : space)});
  return std::make_shared<TopologyNode>(options, executor, failed);
}

int run_nodes(InRos*, const Options& options, composed_process::StopRequest* stop) {
  if (!composed_process::is_built(options.executor)) {
    return composed_process::refuse(
        kProcess.name, "built without --executor " + composed_process::name_of(options.executor),
        composed_process::kBadInput);
  }
  const auto context = rclcpp::contexts::get_global_default_context();
  const ParameterFiles files(context->get_rcl_context()->global_arguments);
  const std::vector<NamedNode> nodes = read_nodes(files, options.nodes);
  if (const std::string mistake = loop_mistake(options.placement, nodes); !mistake.empty()) {
    return composed_process::refuse(kProcess.name, mistake, composed_process::kBadInput);
  }
  const std::string kind = composed_process::name_of(options.executor);
  std::vector<std::shared_ptr<TopologyNode>> made;
  const auto fail = [stop](const std::string& what) { stop->fail(what); };
  composed_process::LoopThreads loops(options.placement, options.executor, fail);
  std::deque<ExecutorThread> threads;
  const auto start = [&](const std::string& thread_name) {
    threads.emplace_back(thread_name, composed_process::make_executor(options.executor), fail);
  };
  const bool is_separate = loops.empty() && (options.is_separate || nodes.size() == 1);
  if (loops.empty() && !is_separate) start("executor");
  for (const NamedNode& node : nodes) {
    if (stop->wanted()) break;
    stop->doing("making " + node.full_name);
    const composed_process::ThreadName name(node.thread_name);
    made.push_back(make_node(node, kind, fail));
    if (is_separate) start(node.thread_name);
    rclcpp::Executor* const executor =
        loops.empty() ? threads.back().executor() : loops.executor_of(node.full_name);
    executor->add_node(made.back()->get_node_base_interface());
  }
  stop->doing("running");
  stop->wait();
  stop->doing("waiting for a callback");
  for (ExecutorThread& thread : threads) thread.cancel();
  loops.cancel();
  for (ExecutorThread& thread : threads) thread.join();
  loops.join([stop](const std::string& what) { stop->doing(what); });
  // Executors go before the nodes that they have callbacks in.
  threads.clear();
  loops.clear();
  stop->doing("destroying the nodes");
  while (!made.empty()) made.pop_back();
  return stop->report();
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) {
  using topology::InRos;
  return topology::run_program(
      topology::kProcess, argc, argv,
      [](int count, char** words) { return std::make_unique<InRos>(count, words); },
      topology::run_nodes);
}
