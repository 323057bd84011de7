// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes of a topology in one process: one of them, or all with an executor and a thread for each,
// or with one executor for all.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "context.hpp"
#include "executor_factory.hpp"
#include "options.hpp"
#include "ros/named_nodes.hpp"
#include "ros/program.hpp"
#include "running_node.hpp"
#include "stop_request.hpp"
#include "thread_name.hpp"

namespace topology {

namespace {

constexpr char kProgram[] = "topology_process";

int RunNodes(Context* context, const ProcessOptions& options, composed_process::StopRequest* stop) {
  std::vector<NamedNode> nodes = ReadNodes(context->TakeParameters(), options.nodes);
  std::set<std::string> names;
  for (const NamedNode& node : nodes) names.insert(ThreadNodeName(node.full_name));
  const auto fail = [stop](const std::string& what) { stop->Fail(what); };
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<std::unique_ptr<RunningNode>> running;
  const auto start_executor = [&](const std::string& thread_name) {
    executors.push_back(MakeExecutor(options.executor, context, fail));
    executors.back()->Start(ThreadsOf(options.executor), thread_name);
  };
  const bool is_alone = nodes.size() == 1;
  if (!options.per_node && !is_alone) start_executor("executor");
  for (NamedNode& node : nodes) {
    if (stop->wanted()) break;
    stop->Doing("making " + node.full_name);
    const std::string thread_name =
        composed_process::ShortName(ThreadNodeName(node.full_name), names);
    if (options.per_node || is_alone) start_executor(thread_name);
    const composed_process::ThreadName name(thread_name);
    running.push_back(std::make_unique<RunningNode>(context, executors.back().get(), node.full_name,
                                                    std::move(node.description)));
  }
  stop->Doing("running");
  stop->Wait();
  stop->Doing("waiting for a callback");
  for (auto& executor : executors) executor->Stop();
  stop->Doing("destroying the nodes");
  while (!running.empty()) running.pop_back();
  executors.clear();
  return Ended(kProgram, *stop);
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) {
  using topology::Context;
  return topology::RunProgram<topology::ProcessOptions>(
      topology::kProgram, topology::kProcessUsage, argc, argv,
      [](int count, char** words) { return std::make_unique<Context>(count, words); },
      topology::RunNodes);
}
