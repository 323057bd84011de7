// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "proc_directory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(MakesPathsOfNumbers) {
  EXPECT_EQ(std::string(NumberedPath(1, "").c_str()), "1");
  EXPECT_EQ(std::string(NumberedPath(4194304, "/schedstat").c_str()), "4194304/schedstat");
}

TEST_CASE(ListsTheOwnThreadAndItself) {
  const FileDescriptor tasks = open_at(AT_FDCWD, "/proc/self/task", O_DIRECTORY);
  std::vector<pid_t> numbers;
  EXPECT_TRUE(list_numbers(tasks.get(), &numbers));
  EXPECT_TRUE(std::find(numbers.begin(), numbers.end(), getpid()) != numbers.end());
  // A second listing begins at the start again.
  std::vector<pid_t> again;
  EXPECT_TRUE(list_numbers(tasks.get(), &again));
  EXPECT_TRUE(again == numbers);
}

TEST_CASE(TakesNewTasksForPossibleAtFirst) {
  NewTaskDetector detector;
  EXPECT_TRUE(detector.check());
}

}  // namespace process_sampler
