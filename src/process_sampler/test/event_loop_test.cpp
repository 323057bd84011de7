// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "event_loop.hpp"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "expect.hpp"

namespace process_sampler {

namespace {

// Reads the first line about CPU time, of which the lines before it are told, and then no more.
void read_once(int fd) {
  std::string text;
  char byte = 0;
  while (read(fd, &byte, 1) == 1) {
    text += byte;
    if (byte == '\n' && text.find("\"cpu\"") != std::string::npos) break;
  }
  close(fd);
}

// Lets `fd` be standard output for as long as that is opened.
void open_as_standard_output(StreamOutput* output, int fd) {
  const int own = dup(STDOUT_FILENO);
  dup2(fd, STDOUT_FILENO);
  EXPECT_TRUE(output->open("-") == nullptr);
  dup2(own, STDOUT_FILENO);
  close(own);
}

}  // namespace

TEST_CASE(ALoopThatHasNothingToWriteEndsWhenTheReaderOfItsSocketGoes) {
  int ends[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const pid_t reader = fork();
  if (reader == 0) {
    close(ends[0]);
    read_once(ends[1]);
    while (true) pause();
  }
  close(ends[1]);
  StreamOutput output;
  open_as_standard_output(&output, ends[0]);
  close(ends[0]);
  Options options;
  options.cpu_interval_s = 1000;
  options.memory_interval_s = 0;
  options.duration_s = 10;
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  const Cgroup cgroup;
  Sampler sampler(options, &cgroup, &output);
  EventLoop loop(options, &sampler, &output);
  bool ended = false;
  EXPECT_TRUE(sampler.add_root(reader, &ended).empty());
  EXPECT_EQ(std::string(loop.run()), "the reader has gone");
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  kill(reader, SIGKILL);
  waitpid(reader, nullptr, 0);
}

}  // namespace process_sampler
