// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stop_request.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "expect.hpp"

namespace {

using composed_process::StopRequest;

constexpr std::chrono::seconds kNever{600};

/// Exit status of a child process that runs the function, or minus the signal that ended it.
int status_of(int (*run)()) {
  const pid_t child = fork();
  if (child == 0) _exit(run());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int wait_for_signal(int number) {
  StopRequest stop("test", kNever);
  if (stop.wanted()) return 10;
  kill(getpid(), number);
  stop.wait();
  return stop.wanted() && stop.failure().empty() ? 0 : 11;
}

TEST_CASE(EitherSignalIsAWishToEnd) {
  EXPECT_EQ(status_of([] { return wait_for_signal(SIGINT); }), 0);
  EXPECT_EQ(status_of([] { return wait_for_signal(SIGTERM); }), 0);
}

TEST_CASE(ASecondSignalChangesNothing) {
  EXPECT_EQ(status_of([] {
              StopRequest stop("test", kNever);
              kill(getpid(), SIGINT);
              stop.wait();
              kill(getpid(), SIGINT);
              kill(getpid(), SIGTERM);
              return 0;
            }),
            0);
}

TEST_CASE(TheFirstFailureCounts) {
  StopRequest stop("test", kNever);
  stop.fail("amcl: no map");
  stop.fail("planner_server: no costmap");
  stop.wait();
  EXPECT_EQ(stop.failure(), "amcl: no map");
}

TEST_CASE(WithoutAnyWishItEndsWithItsOwner) {
  const StopRequest stop("test", kNever);
  EXPECT_FALSE(stop.wanted());
}

TEST_CASE(AProcessThatHangsAfterTheWishIsEnded) {
  EXPECT_EQ(status_of([] {
              StopRequest stop("test", std::chrono::milliseconds(50));
              stop.doing("hanging on purpose");
              kill(getpid(), SIGINT);
              while (true) pause();
              return 0;
            }),
            1);
}

}  // namespace
