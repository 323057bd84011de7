// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "composed_node.hpp"
#include "composition.hpp"
#include "options.hpp"
#include "rclcpp/utilities.hpp"
#include "ros_arguments.hpp"
#include "stop_request.hpp"

namespace {

using manual_composition::Composition;
using manual_composition::NodeFactory;
using manual_composition::NodeRow;
using manual_composition::Options;
using manual_composition::StopRequest;

constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;
constexpr std::chrono::seconds kStopPatience{15};

int Refuse(const std::string& message, int status) {
  std::fprintf(stderr, "manual_composition: %s\n", message.c_str());
  return status;
}

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

void InitRos(const std::vector<std::string>& arguments) {
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  rclcpp::init(static_cast<int>(words.size()), words.data(), rclcpp::InitOptions(),
               rclcpp::SignalHandlerOptions::None);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string error;
  if (!manual_composition::ParseOptions(argc, argv, &options, &error)) {
    return Refuse(error, kBadInput);
  }
  if (options.help) {
    std::fputs(manual_composition::kUsage, stdout);
    return kOk;
  }
  StopRequest stop(kStopPatience);
  try {
    InitRos(AllArguments(argc, argv));
  } catch (const std::exception& invalid) {
    return Refuse(invalid.what(), kBadInput);
  }
  Composition composition(options.use_intra_process_comms, &stop);
  composition.Construct();
  if (!stop.wanted()) composition.Spin();
  stop.Wait();
  composition.TakeDown();
  const std::string failure = stop.failure();
  return failure.empty() ? kOk : Refuse(failure, kFailed);
}
