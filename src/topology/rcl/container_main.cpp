// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// A component container for nodes of topologies.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

#include "container.hpp"
#include "context.hpp"
#include "options.hpp"
#include "ros/program.hpp"
#include "stop_request.hpp"

namespace topology {

namespace {

constexpr char kProgram[] = "topology_container";

int Serve(Context* context, const ContainerOptions& options, composed_process::StopRequest* stop) {
  const std::size_t cores = std::max(2U, std::thread::hardware_concurrency());
  {
    const Container container(context, options.isolated, options.multi_threaded ? cores : 1, stop);
    stop->Doing("running");
    stop->Wait();
  }
  return stop->failure().empty() ? kOk : Refuse(kProgram, stop->failure(), kFailed);
}

int Main(int argc, char** argv) {
  ContainerOptions options;
  std::string error;
  if (!ParseOptions(argc, argv, &options, &error)) return Refuse(kProgram, error, kBadInput);
  if (options.help) {
    std::fputs(kContainerUsage, stdout);
    return kOk;
  }
  // First of all: it blocks the signals in every thread that is made later.
  composed_process::StopRequest stop(kProgram, kStopPatience);
  std::unique_ptr<Context> context;
  try {
    context = std::make_unique<Context>(argc, argv);
  } catch (const std::exception& refused) {
    return Refuse(kProgram, refused.what(), kBadInput);
  }
  return Guarded(kProgram, [&] {
    const int status = Serve(context.get(), options, &stop);
    stop.Doing("leaving");
    context.reset();
    return status;
  });
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) { return topology::Main(argc, argv); }
