// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "run_container.hpp"

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "container.hpp"
#include "options.hpp"
#include "program.hpp"
#include "rclcpp/utilities.hpp"
#include "stop_request.hpp"
#include "timer_slack.hpp"

namespace containers {

using composed_process::kBadInput;
using composed_process::kFailed;
using composed_process::kOk;
using composed_process::kRclcpp;
using composed_process::refuse;

namespace {

/// Says what whoever started the program should know of this rclcpp, a line each.
void warn_of_rclcpp(const char* program, const Options& options) {
  const std::string rclcpp = "rclcpp " + kRclcpp.text();
  if (kRclcpp.has_busy_action_servers()) {
    std::fprintf(stderr,
                 "%s: with %s each idle action server takes half a core (rclcpp#2799); install"
                 " 28.1.9 or newer and build this package again\n",
                 program, rclcpp.c_str());
  }
  if (!options.latched.empty() && kRclcpp.keeps_latched()) {
    std::fprintf(stderr,
                 "%s: --latched is superfluous and without effect: %s gives such messages to the"
                 " middleware itself\n",
                 program, rclcpp.c_str());
  }
}

}  // namespace

int run_container(const char* program, composed_process::ExecutorKind kind, int argc, char** argv) {
  Options options;
  std::string error;
  if (!parse_options(kind, argc, argv, &options, &error)) return refuse(program, error, kBadInput);
  if (options.help) {
    std::fputs(usage(program, kind).c_str(), stdout);
    return kOk;
  }
  warn_of_rclcpp(program, options);
  if (kRclcpp.keeps_latched()) options.latched.clear();
  try {
    // First of all, for the threads made from here on inherit it.
    if (options.timer_slack) composed_process::set_timer_slack(*options.timer_slack);
  } catch (const std::exception& refused) {
    return refuse(program, refused.what(), kFailed);
  }
  composed_process::StopRequest stop(program, composed_process::kStopPatience);
  try {
    composed_process::init_ros(std::vector<std::string>(argv, argv + argc));
  } catch (const std::exception& invalid) {
    return refuse(program, invalid.what(), kBadInput);
  }
  // A component may end the process by this.
  rclcpp::on_shutdown([&stop] { stop.ask(); });
  std::shared_ptr<Container> container;
  try {
    container = std::make_shared<Container>(program, kind, options, &stop);
  } catch (const std::exception& invalid) {
    rclcpp::shutdown();
    return refuse(program, invalid.what(), kBadInput);
  }
  try {
    container->spin();
    stop.wait();
    container->take_down();
  } catch (const std::exception& error) {
    stop.fail(error.what());
    rclcpp::shutdown();
  }
  return stop.report();
}

}  // namespace containers
