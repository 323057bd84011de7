// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <cstdio>
#include <string>

#include "cgroup.hpp"
#include "event_loop.hpp"
#include "options.hpp"
#include "sampler.hpp"
#include "stream_output.hpp"
#include "yardstick.hpp"

namespace {

using process_sampler::Cgroup;
using process_sampler::EventLoop;
using process_sampler::Options;
using process_sampler::Sampler;
using process_sampler::StreamOutput;

constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

void say(const std::string& message) {
  std::fprintf(stderr, "process_sampler: %s\n", message.c_str());
}

int refuse(const std::string& message) {
  say(message);
  return kBadInput;
}

int fail(const std::string& message) {
  say(message);
  return kFailed;
}

// Some descriptors are kept per process; the soft limit is 1024 on many systems.
void raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int measure(const Options& options) {
  StreamOutput output;
  const char* problem = output.open(options.output);
  if (problem != nullptr) return refuse("--output " + options.output + ": " + problem);
  problem = process_sampler::run_yardstick(options, &output);
  if (problem == nullptr) return kOk;
  return fail(std::string("--yardstick: ") + problem);
}

int sample(const Options& options) {
  Cgroup cgroup;
  if (!options.cgroup.empty()) {
    const char* problem = cgroup.open(options.cgroup.c_str());
    if (problem != nullptr) return refuse("--cgroup " + options.cgroup + ": " + problem);
  }
  StreamOutput output;
  Sampler sampler(options, &cgroup, &output);
  EventLoop loop(options, &sampler, &output);
  if (options.die_with_parent) loop.end_with_parent();
  for (const pid_t pid : options.pids) {
    bool ended = false;
    const std::string problem = sampler.add_root(pid, &ended);
    if (!problem.empty() && !(ended && options.skip_ended)) {
      return refuse("--pid " + std::to_string(pid) + ": " + problem);
    }
  }
  const char* problem = output.open(options.output);
  if (problem != nullptr) return refuse("--output " + options.output + ": " + problem);
  output.set_signal_fd(loop.signal_fd());

  sampler.write_header();
  const char* reason = "once";
  if (!options.once) reason = loop.run();
  sampler.read_cpu();
  if (options.once) sampler.read_memory("once");
  if (!sampler.failure().empty()) reason = sampler.failure().c_str();
  sampler.write_end(reason);
  if (output.failure() != nullptr) {
    return fail(options.output + ": " + output.failure());
  }
  return sampler.failure().empty() ? kOk : fail(sampler.failure());
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string error;
  if (!process_sampler::parse_options(argc, argv, &options, &error)) return refuse(error);
  if (options.help) {
    std::fputs(process_sampler::kUsage, stdout);
    return kOk;
  }
  if (options.version) {
    std::printf("process_sampler %s\n", process_sampler::kVersion);
    return kOk;
  }
  if (options.yardstick) return measure(options);
  raise_file_limit();
  return sample(options);
}
