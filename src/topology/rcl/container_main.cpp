// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// A component container for nodes of topologies.
#include <memory>

#include "container.hpp"
#include "context.hpp"
#include "options.hpp"
#include "ros/program.hpp"
#include "stop_request.hpp"

namespace topology {

namespace {

int serve(Context* context, const Options& options, composed_process::StopRequest* stop) {
  {
    const Container container(context, options, stop);
    stop->doing("running");
    stop->wait();
  }
  return stop->report();
}

}  // namespace

}  // namespace topology

int main(int argc, char** argv) {
  using topology::Context;
  return topology::run_program(
      topology::kContainer, argc, argv,
      [](int count, char** words) { return std::make_unique<Context>(count, words); },
      topology::serve);
}
