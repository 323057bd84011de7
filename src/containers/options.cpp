// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "own_arguments.hpp"
#include "timer_slack.hpp"

namespace containers {

namespace {

/// Whether components can be unloaded from loops of the kind, which stops the loop for a moment:
/// an EventsCBGExecutor that was stopped never sleeps again.
bool takes_loops(composed_process::ExecutorKind kind) {
  return kind != composed_process::ExecutorKind::kEventsCbg;
}

}  // namespace

std::string usage(const std::string& program, composed_process::ExecutorKind kind) {
  const bool has_loops = takes_loops(kind);
  return "usage: " + program + " [--isolated]" + (has_loops ? " [--loop NODES]..." : "") +
         " [--latched TOPIC=TYPE]... [--timer-slack-us N]\n"
         "       [--ros-args ...]\n\n"
         "A component container with the "
         "executor " +
         name_of(kind) + ": one for all" +
         (has_loops ? ", one for each, or as --loop says" : ", or one for each") +
         R"(.
Loads, unloads and lists components as those of rclcpp_components do. Ends with status 0 on SIGINT
or SIGTERM, 1 if a component fails, 2 on bad arguments.

  --isolated  an executor and a thread, of the node's name, for each component
)" + (has_loops ? composed_process::loop_help(true) : "") +
         R"(  --latched TOPIC=TYPE
              a component publishes there with transient local durability while its messages pass
              by pointer: they are given to the middleware as well, for subscriptions to come that
              take no pointers; once for each topic; only rclcpp before 28.1.7 and 29.3 needs it
  --timer-slack-us N
              the kernel may wake all threads, the middleware's too, that much later than they ask,
              so that it wakes once for several timers: 1 to 1000000, 50 if not given
  --help      show this
)";
}

namespace {

constexpr char kUpstreams[] = "--use_multi_threaded_executor";

bool parse_latched(const std::string& text, LatchedTopic* topic, std::string* error) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    *error = "--latched " + text + ": give TOPIC=TYPE, as in /map=nav_msgs/msg/OccupancyGrid";
    return false;
  }
  *topic = {text.substr(0, equals), text.substr(equals + 1)};
  return true;
}

}  // namespace

bool parse_options(composed_process::ExecutorKind kind, int argc, const char* const* argv,
                   Options* options, std::string* error) {
  const std::vector<std::string> arguments = composed_process::own_arguments(argc, argv);
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    std::string value;
    if (argument == "--loop") {
      if (!composed_process::take_value(arguments, &at, &value, error)) return false;
      if (!options->placement.add(value, error)) return false;
    } else if (argument == "--latched") {
      LatchedTopic topic;
      if (!composed_process::take_value(arguments, &at, &value, error)) return false;
      if (!parse_latched(value, &topic, error)) return false;
      options->latched.push_back(std::move(topic));
    } else if (argument == "--timer-slack-us") {
      std::chrono::microseconds slack{};
      if (!composed_process::take_value(arguments, &at, &value, error)) return false;
      if (!composed_process::parse_timer_slack(value, &slack, error)) return false;
      options->timer_slack = slack;
    } else if (argument == "--isolated") {
      options->isolated = true;
    } else if (argument == "--help" || argument == "-h") {
      options->help = true;
    } else if (argument == kUpstreams) {
      *error = argument +
               ": executors here have one thread each; give --isolated for one for each component,"
               " or take component_container_isolated of rclcpp_components";
      return false;
    } else {
      *error = "unknown argument " + argument + "; see --help";
      return false;
    }
  }
  if (!options->placement.empty() && !takes_loops(kind)) {
    *error = "--loop is not for executor " + name_of(kind) + "; give --isolated";
    return false;
  }
  if (options->isolated && !options->placement.empty()) {
    *error = "--isolated and --loop exclude each other";
    return false;
  }
  return true;
}

}  // namespace containers
