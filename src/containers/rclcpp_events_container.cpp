// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
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

namespace {

using composed_process::kBadInput;
using composed_process::kFailed;
using composed_process::kOk;
using composed_process::Refuse;

const char kProgram[] = "rclcpp_events_container";

}  // namespace

int main(int argc, char** argv) {
  containers::Options options;
  std::string error;
  if (!containers::ParseOptions(argc, argv, &options, &error)) {
    return Refuse(kProgram, error, kBadInput);
  }
  if (options.help) {
    std::fputs(containers::kUsage, stdout);
    return kOk;
  }
  composed_process::StopRequest stop(kProgram, composed_process::kStopPatience);
  try {
    composed_process::InitRos(std::vector<std::string>(argv, argv + argc));
  } catch (const std::exception& invalid) {
    return Refuse(kProgram, invalid.what(), kBadInput);
  }
  // A component may end the process by this.
  rclcpp::on_shutdown([&stop] { stop.Ask(); });
  const auto container = std::make_shared<containers::Container>(
      kProgram, composed_process::ExecutorKind::kRclcppEvents, options.isolated, &stop);
  container->Spin();
  stop.Wait();
  container->TakeDown();
  const std::string failure = stop.failure();
  return failure.empty() ? kOk : Refuse(kProgram, failure, kFailed);
}
