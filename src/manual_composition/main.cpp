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
#include "rclcpp/utilities.hpp"
#include "ros_arguments.hpp"
#include "stop_request.hpp"

namespace {

using composed_process::kBadInput;
using composed_process::kOk;
using composed_process::refuse;
using composed_process::StopRequest;
using manual_composition::Composition;
using manual_composition::kProgram;
using manual_composition::NodeFactory;
using manual_composition::NodeRow;
using manual_composition::Options;

/// The command line with the table's remappings behind it.
std::vector<std::string> all_arguments(int argc, char** argv,
                                       const std::vector<NodeFactory>& table) {
  std::vector<NodeRow> rows;
  for (const NodeFactory& factory : table) rows.push_back(factory.row);
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::string& argument : manual_composition::remapping_arguments(rows)) {
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string error;
  if (!manual_composition::parse_options(argc, argv, &options, &error)) {
    return refuse(kProgram, error, kBadInput);
  }
  if (options.help) {
    std::fputs(manual_composition::usage().c_str(), stdout);
    return kOk;
  }
  if (!composed_process::is_built(options.executor)) {
    return refuse(kProgram,
                  "built without --executor " + name_of(options.executor) +
                      ": rclcpp of this distribution does not have it",
                  kBadInput);
  }
  const std::vector<NodeFactory> table = manual_composition::node_table(options.with_known_cost);
  StopRequest stop(kProgram, composed_process::kStopPatience);
  try {
    composed_process::init_ros(all_arguments(argc, argv, table));
  } catch (const std::exception& invalid) {
    return refuse(kProgram, invalid.what(), kBadInput);
  }
  // A node may end the process by this.
  rclcpp::on_shutdown([&stop] { stop.ask(); });
  Composition composition(options, table, &stop);
  try {
    composition.construct();
    if (!stop.wanted()) composition.spin();
    stop.wait();
    composition.take_down();
  } catch (const std::exception& error) {
    stop.fail(error.what());
    rclcpp::shutdown();
  }
  return stop.report();
}
