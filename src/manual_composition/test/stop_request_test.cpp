// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stop_request.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "expect.hpp"
#include "thread_name.hpp"

namespace {

using manual_composition::StopRequest;
using manual_composition::ThreadName;

constexpr std::chrono::seconds kNever{600};

std::string CurrentName() {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof(name));
  return name;
}

/// Exit status of a child process that runs the function, or minus the signal that ended it.
int StatusOf(int (*run)()) {
  const pid_t child = fork();
  if (child == 0) _exit(run());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int WaitForSignal(int number) {
  StopRequest stop(kNever);
  if (stop.wanted()) return 10;
  kill(getpid(), number);
  stop.Wait();
  return stop.wanted() && stop.failure().empty() ? 0 : 11;
}

TEST_CASE(EitherSignalIsAWishToEnd) {
  EXPECT_EQ(StatusOf([] { return WaitForSignal(SIGINT); }), 0);
  EXPECT_EQ(StatusOf([] { return WaitForSignal(SIGTERM); }), 0);
}

TEST_CASE(ASecondSignalChangesNothing) {
  EXPECT_EQ(StatusOf([] {
              StopRequest stop(kNever);
              kill(getpid(), SIGINT);
              stop.Wait();
              kill(getpid(), SIGINT);
              kill(getpid(), SIGTERM);
              return 0;
            }),
            0);
}

TEST_CASE(TheFirstFailureCounts) {
  StopRequest stop(kNever);
  stop.Fail("amcl: no map");
  stop.Fail("planner_server: no costmap");
  stop.Wait();
  EXPECT_EQ(stop.failure(), "amcl: no map");
}

TEST_CASE(WithoutAnyWishItEndsWithItsOwner) {
  const StopRequest stop(kNever);
  EXPECT_FALSE(stop.wanted());
}

TEST_CASE(AProcessThatHangsAfterTheWishIsEnded) {
  EXPECT_EQ(StatusOf([] {
              StopRequest stop(std::chrono::milliseconds(50));
              stop.Doing("hanging on purpose");
              kill(getpid(), SIGINT);
              while (true) pause();
              return 0;
            }),
            1);
}

TEST_CASE(ThreadsInheritTheNameThatTheirMakerHasAtTheTime) {
  const std::string before = CurrentName();
  {
    const ThreadName name("amcl");
    std::string inherited;
    std::thread([&inherited] { inherited = CurrentName(); }).join();
    EXPECT_EQ(inherited, "amcl");
  }
  EXPECT_EQ(CurrentName(), before);
}

}  // namespace
