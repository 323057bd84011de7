// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "composed_node.hpp"
#include "composition.hpp"
#include "executor_factory.hpp"
#include "options.hpp"
#include "program.hpp"
#include "ros_arguments.hpp"
#include "stop_request.hpp"

namespace {

using composed_process::kBadInput;
using composed_process::kFailed;
using composed_process::kOk;
using composed_process::Refuse;
using composed_process::StopRequest;
using manual_composition::Composition;
using manual_composition::kProgram;
using manual_composition::NodeFactory;
using manual_composition::NodeRow;
using manual_composition::Options;

/// The command line with the table's remappings behind it.
std::vector<std::string> AllArguments(int argc, char** argv) {
  std::vector<NodeRow> rows;
  for (const NodeFactory& factory : manual_composition::NodeTable()) rows.push_back(factory.row);
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::string& argument : manual_composition::RemappingArguments(rows)) {
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// Why the nodes of the table cannot be in the loops that are asked for; empty if they can.
std::string LoopMistake(const Options& options) {
  std::vector<std::string> names;
  for (const NodeFactory& factory : manual_composition::NodeTable()) {
    names.push_back("/" + factory.row.name);
  }
  return options.loops.empty() ? "" : options.loops.MistakeFor(names);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string error;
  if (!manual_composition::ParseOptions(argc, argv, &options, &error)) {
    return Refuse(kProgram, error, kBadInput);
  }
  if (options.help) {
    std::fputs(manual_composition::kUsage, stdout);
    return kOk;
  }
  if (!composed_process::IsBuilt(options.executor)) {
    return Refuse(kProgram,
                  "built without --executor " + NameOf(options.executor) +
                      ": rclcpp of this distribution does not have it",
                  kBadInput);
  }
  if (const std::string mistake = LoopMistake(options); !mistake.empty()) {
    return Refuse(kProgram, mistake, kBadInput);
  }
  StopRequest stop(kProgram, composed_process::kStopPatience);
  try {
    composed_process::InitRos(AllArguments(argc, argv));
  } catch (const std::exception& invalid) {
    return Refuse(kProgram, invalid.what(), kBadInput);
  }
  Composition composition(options, &stop);
  composition.Construct();
  if (!stop.wanted()) composition.Spin();
  stop.Wait();
  composition.TakeDown();
  const std::string failure = stop.failure();
  return failure.empty() ? kOk : Refuse(kProgram, failure, kFailed);
}
