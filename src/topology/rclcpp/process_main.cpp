// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a topology in one process, on rclcpp.
#include <deque>
#include <memory>
#include <set>
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

constexpr char kProgram[] = "topology_process";

/// The process's part in ROS.
struct InRos {
  InRos(int argc, char** argv) { composed_process::InitRos({argv, argv + argc}); }
  ~InRos() { rclcpp::shutdown(); }
  InRos(const InRos&) = delete;
  InRos& operator=(const InRos&) = delete;
};

std::shared_ptr<TopologyNode> MakeNode(const NamedNode& node, const std::string& executor) {
  const std::string base = BaseName(node.full_name);
  const std::string space = node.full_name.substr(0, node.full_name.size() - base.size() - 1);
  rclcpp::NodeOptions options;
  options.arguments(
      {"--ros-args", "-r", "__node:=" + base, "-r", "__ns:=" + (space.empty() ? "/" : space)});
  return std::make_shared<TopologyNode>(options, executor);
}

int RunNodes(InRos*, const ProcessOptions& options, composed_process::StopRequest* stop) {
  if (!composed_process::IsBuilt(options.executor)) {
    return composed_process::Refuse(
        kProgram, "built without --executor " + composed_process::NameOf(options.executor),
        composed_process::kBadInput);
  }
  const auto context = rclcpp::contexts::get_global_default_context();
  const ParameterFiles files(context->get_rcl_context()->global_arguments);
  const std::vector<NamedNode> nodes = ReadNodes(files, options.nodes);
  std::set<std::string> names;
  for (const NamedNode& node : nodes) names.insert(ThreadNodeName(node.full_name));
  if (const std::string mistake = LoopMistake(options.loops, nodes); !mistake.empty()) {
    return composed_process::Refuse(kProgram, mistake, composed_process::kBadInput);
  }
  const std::string kind = composed_process::NameOf(options.executor);
  std::vector<std::shared_ptr<TopologyNode>> made;
  const auto fail = [stop](const std::string& what) { stop->Fail(what); };
  composed_process::LoopThreads loops(options.loops, options.executor, fail);
  std::deque<ExecutorThread> threads;
  const auto start = [&](const std::string& thread_name) {
    threads.emplace_back(thread_name, composed_process::MakeExecutor(options.executor), fail);
  };
  const bool is_separate = loops.empty() && (options.per_node || nodes.size() == 1);
  if (loops.empty() && !is_separate) start("executor");
  for (const NamedNode& node : nodes) {
    if (stop->wanted()) break;
    stop->Doing("making " + node.full_name);
    const std::string thread_name =
        composed_process::ShortName(ThreadNodeName(node.full_name), names);
    const composed_process::ThreadName name(thread_name);
    made.push_back(MakeNode(node, kind));
    if (is_separate) start(thread_name);
    rclcpp::Executor* const executor =
        loops.empty() ? threads.back().executor() : loops.ExecutorOf(node.full_name);
    executor->add_node(made.back()->get_node_base_interface());
  }
  stop->Doing("running");
  stop->Wait();
  stop->Doing("waiting for a callback");
  for (ExecutorThread& thread : threads) thread.Cancel();
  loops.Cancel();
  for (ExecutorThread& thread : threads) thread.Join();
  loops.Join([stop](const std::string& what) { stop->Doing(what); });
  // Executors go before the nodes that they have callbacks in.
  threads.clear();
  loops.Clear();
  stop->Doing("destroying the nodes");
  while (!made.empty()) made.pop_back();
  return Ended(kProgram, *stop);
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) {
  using topology::InRos;
  return topology::RunProgram<topology::ProcessOptions>(
      topology::kProgram, topology::kProcessUsage, argc, argv,
      [](int count, char** words) { return std::make_unique<InRos>(count, words); },
      topology::RunNodes);
}
