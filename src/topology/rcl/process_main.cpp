// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a topology in one process: one of them, or all with an executor and a thread for each,
// or with one executor for all.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "context.hpp"
#include "core_binding.hpp"
#include "executor_factory.hpp"
#include "options.hpp"
#include "ros/named_nodes.hpp"
#include "ros/program.hpp"
#include "running_node.hpp"
#include "stop_request.hpp"
#include "thread_name.hpp"

namespace topology {

namespace {

int run_nodes(Context* context, const Options& options, composed_process::StopRequest* stop) {
  const std::vector<composed_process::ExecutorKind> kinds = composed_process::rcl_kinds();
  if (std::find(kinds.begin(), kinds.end(), options.executor) == kinds.end()) {
    return composed_process::refuse(kProcess.name,
                                    "--executor " + composed_process::name_of(options.executor) +
                                        " is rclcpp's, and this program is bound to rcl",
                                    composed_process::kBadInput);
  }
  std::vector<NamedNode> nodes = read_nodes(context->take_parameters(), options.nodes);
  if (const std::string mistake = loop_mistake(options.placement, nodes); !mistake.empty()) {
    return composed_process::refuse(kProcess.name, mistake, composed_process::kBadInput);
  }
  const auto fail = [stop](const std::string& what) { stop->fail(what); };
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<std::unique_ptr<RunningNode>> running;
  const auto start_executor = [&](const std::string& thread_name) {
    executors.push_back(make_executor(options.executor, context, fail));
    executors.back()->start(thread_name);
  };
  const auto& loops = options.placement.loops();
  for (std::size_t loop = 0; loop < loops.size(); ++loop) {
    composed_process::call_on_core(loops[loop].core,
                                   [&] { start_executor("loop_" + std::to_string(loop)); });
  }
  const bool is_separate = loops.empty() && (options.is_separate || nodes.size() == 1);
  if (loops.empty() && !is_separate) start_executor("executor");
  for (NamedNode& node : nodes) {
    if (stop->wanted()) break;
    stop->doing("making " + node.full_name);
    if (is_separate) start_executor(node.thread_name);
    const auto& executor =
        loops.empty() ? executors.back() : executors[*options.placement.loop_of(node.full_name)];
    const composed_process::ThreadName name(node.thread_name);
    running.push_back(std::make_unique<RunningNode>(
        context, executor.get(), node.full_name, std::move(node.description),
        OwnThread{node.thread_name, fail}, Remapping{{}, true}));
  }
  stop->doing("running");
  stop->wait();
  stop->doing("waiting for a callback");
  for (auto& executor : executors) executor->stop();
  stop->doing("destroying the nodes");
  while (!running.empty()) running.pop_back();
  executors.clear();
  return stop->report();
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) {
  using topology::Context;
  return topology::run_program(
      topology::kProcess, argc, argv,
      [](int count, char** words) { return std::make_unique<Context>(count, words); },
      topology::run_nodes);
}
