// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stop_request.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "expect.hpp"

namespace {

using composed_process::StopRequest;

constexpr std::chrono::seconds kNever{600};

/// How a child process has ended.
struct End {
  int status = 0;  ///< Or minus the signal that ended it.
  std::string said;
};

/// Of a child process that runs the function.
End end_of(int (*run)()) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    _exit(run());
  }
  close(ends[1]);
  End end;
  std::array<char, 256> words{};
  ssize_t size = 0;
  while ((size = read(ends[0], words.data(), words.size())) > 0) {
    end.said.append(words.data(), static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return end;
}

int status_of(int (*run)()) { return end_of(run).status; }

int wait_for_signal(int number) {
  StopRequest stop("test", kNever);
  if (stop.wanted()) return 10;
  kill(getpid(), number);
  stop.wait();
  return stop.wanted() && stop.failure().empty() ? 0 : 11;
}

int leave(const char* failure) {
  StopRequest stop("test", kNever);
  if (failure != nullptr) stop.fail(failure);
  stop.leave_at_once("in a transition");
}

/// A shell that sends itself the signal, started as components start programs. It ends with
/// status 0 where it does not end by the signal.
std::string script_with(int number) { return "kill -" + std::to_string(number) + " $$; exit 0"; }

int system_status(int number) { return std::system(script_with(number).c_str()); }

int spawn_status(int number) {
  std::string shell = "sh";
  std::string option = "-c";
  std::string script = script_with(number);
  std::array<char*, 4> words{shell.data(), option.data(), script.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, words.data(), environ) == 0) {
    waitpid(child, &status, 0);
  }
  return status;
}

int fork_status(int number) {
  const pid_t child = fork();
  if (child == 0) {
    kill(getpid(), number);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

bool is_ended_by(int (*start)(int), int number) {
  const int status = start(number);
  return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

/// How many of the ways to start a child process make one that a signal does not end.
int children_that_do_not_end() {
  int others = 0;
  for (const int number : {SIGINT, SIGTERM}) {
    for (const auto start : {system_status, spawn_status, fork_status}) {
      if (!is_ended_by(start, number)) ++others;
    }
  }
  return others;
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

TEST_CASE(AProcessThatWasStartedWithTheSignalsBlockedTakesThemAllTheSame) {
  EXPECT_EQ(status_of([] {
              sigset_t all;
              sigfillset(&all);
              pthread_sigmask(SIG_BLOCK, &all, nullptr);
              return wait_for_signal(SIGTERM);
            }),
            0);
}

TEST_CASE(ASignalIsTakenWhateverAThreadHangsIn) {
  EXPECT_EQ(status_of([] {
              StopRequest stop("test", kNever);
              std::thread([] {
                while (true) pause();
              }).detach();
              std::thread([] {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                kill(getpid(), SIGINT);
              }).detach();
              while (!stop.wanted()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
              return 0;
            }),
            0);
}

TEST_CASE(ASignalThatComesWhenItsOwnerHasGoneChangesNothing) {
  EXPECT_EQ(status_of([] {
              {
                const StopRequest stop("test", kNever);
              }
              kill(getpid(), SIGINT);
              kill(getpid(), SIGTERM);
              return 0;
            }),
            0);
}

TEST_CASE(ProgramsThatAThreadStartsEndByTheSignalsAndAreNoWishToEnd) {
  EXPECT_EQ(status_of([] {
              const StopRequest stop("test", kNever);
              int others = children_that_do_not_end();
              std::thread([&others] { others += children_that_do_not_end(); }).join();
              return stop.wanted() ? 100 : others;
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

TEST_CASE(AProcessThatHangsAfterTheWishIsEndedAndSaysWhatFailed) {
  const End end = end_of([] {
    StopRequest stop("test", std::chrono::milliseconds(50));
    stop.doing("hanging on purpose");
    stop.fail("amcl: no map");
    while (true) pause();
    return 0;
  });
  EXPECT_EQ(end.status, 1);
  EXPECT_EQ(end.said,
            "test: told to stop 0 s ago and still hanging on purpose; giving up\n"
            "test: amcl: no map\n");
}

TEST_CASE(AProcessThatLeavesAtOnceSaysWhyAndEndsWithWhatFailed) {
  const End end = end_of([] { return leave("amcl: no map"); });
  EXPECT_EQ(end.status, 1);
  EXPECT_EQ(end.said, "test: ended without clean-up, in a transition\ntest: amcl: no map\n");
  EXPECT_EQ(status_of([] { return leave(nullptr); }), 0);
}

}  // namespace
