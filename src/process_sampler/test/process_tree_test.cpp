// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "process_tree.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "expect.hpp"

namespace process_sampler {

namespace {

/// A process that has started another one.
class Family {
 public:
  Family() {
    int ends[2];
    if (pipe(ends) != 0) return;
    parent_ = fork();
    if (parent_ == 0) {
      const pid_t child = fork();
      if (child == 0) {
        while (true) pause();
      }
      if (write(ends[1], &child, sizeof(child)) != sizeof(child)) _exit(1);
      waitpid(child, nullptr, 0);
      _exit(0);
    }
    close(ends[1]);
    if (read(ends[0], &child_, sizeof(child_)) != sizeof(child_)) child_ = 0;
    close(ends[0]);
  }
  ~Family() {
    if (child_ > 0) kill(child_, SIGKILL);
    if (parent_ > 0) waitpid(parent_, nullptr, 0);
  }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  pid_t parent() const { return parent_; }
  pid_t child() const { return child_; }

 private:
  pid_t parent_ = 0;
  pid_t child_ = 0;
};

/// A directory that looks like a cgroup.
class FakeCgroup {
 public:
  FakeCgroup() {
    if (mkdtemp(path_) == nullptr) return;
    write("cpu.stat", "usage_usec 1\n");
    write("cgroup.procs", "");
  }
  ~FakeCgroup() {
    unlink((path() + "/cpu.stat").c_str());
    unlink((path() + "/cgroup.procs").c_str());
    rmdir(path_);
  }
  FakeCgroup(const FakeCgroup&) = delete;
  FakeCgroup& operator=(const FakeCgroup&) = delete;

  void take(pid_t pid) const { write("cgroup.procs", std::to_string(pid) + "\n"); }
  std::string path() const { return path_; }

 private:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path() + "/" + name) << text;
  }

  char path_[32] = "/tmp/process_tree_test_XXXXXX";
};

}  // namespace

TEST_CASE(AChildThatIsOutsideTheCgroupOfItsParentIsFollowedWithIt) {
  for (const bool joins_later : {false, true}) {
    const Family family;
    const FakeCgroup directory;
    Cgroup cgroup;
    EXPECT_TRUE(cgroup.open(directory.path().c_str()) == nullptr);
    ProcessTree tree(&cgroup);
    if (joins_later) {
      tree.update(true);
      EXPECT_FALSE(tree.follows(family.parent()));
      EXPECT_FALSE(tree.follows(family.child()));
    }
    directory.take(family.parent());
    tree.update(true);
    EXPECT_TRUE(tree.follows(family.parent()));
    EXPECT_TRUE(tree.follows(family.child()));
    EXPECT_EQ(tree.processes().size(), 2U);
  }
}

}  // namespace process_sampler
