// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "thread_name.hpp"

#include <pthread.h>

#include <future>
#include <thread>

#include "expect.hpp"

namespace {

using composed_process::rename_threads;
using composed_process::short_name;
using composed_process::ThreadName;

std::string current_name() {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof(name));
  return name;
}

TEST_CASE(ThreadsInheritTheNameThatTheirMakerHasAtTheTime) {
  const std::string before = current_name();
  {
    const ThreadName name("amcl");
    std::string inherited;
    std::thread([&inherited] { inherited = current_name(); }).join();
    EXPECT_EQ(inherited, "amcl");
  }
  EXPECT_EQ(current_name(), before);
}

TEST_CASE(ANameThatIsTooLongIsCut) {
  const ThreadName name("collision_monitor");
  EXPECT_EQ(current_name(), "collision_monit");
}

TEST_CASE(AnEmptyNameLeavesTheThreadTheOneThatItHas) {
  const std::string before = current_name();
  {
    const ThreadName name("");
    EXPECT_EQ(current_name(), before);
  }
  EXPECT_EQ(current_name(), before);
}

TEST_CASE(EveryThreadOfANameIsRenamedAndNoOther) {
  std::promise<void> named;
  std::promise<void> renamed;
  std::string other;
  std::thread thread([&] {
    const ThreadName name("lifecycle_manag");
    named.set_value();
    renamed.get_future().wait();
    other = current_name();
  });
  named.get_future().wait();
  const std::string own = current_name();
  rename_threads("lifecycle_manag", "lifecyc~ization");
  renamed.set_value();
  thread.join();
  EXPECT_EQ(other, "lifecyc~ization");
  EXPECT_EQ(current_name(), own);
}

TEST_CASE(ANodeWhoseFirstCharactersAreItsOwnIsShortenedToThem) {
  EXPECT_EQ(short_name("amcl", {"amcl", "velocity_smoother"}), "amcl");
  EXPECT_EQ(short_name("velocity_smoother", {"amcl", "velocity_smoother"}), "velocity_smooth");
}

TEST_CASE(ANodeOfANamespaceIsCalledByBoth) {
  EXPECT_EQ(composed_process::thread_node_name("/amcl"), "amcl");
  EXPECT_EQ(composed_process::thread_node_name("/robot_1/amcl"), "robot_1/amcl");
  EXPECT_EQ(composed_process::thread_node_name("robot_1/amcl"), "robot_1/amcl");
  EXPECT_EQ(composed_process::thread_node_name("//amcl"), "amcl");
}

TEST_CASE(ANodeThatIsCalledBySlashesAloneGivesThreadsNoName) {
  EXPECT_EQ(composed_process::thread_node_name("/"), "");
  EXPECT_EQ(composed_process::thread_node_name("//"), "");
  EXPECT_EQ(composed_process::thread_node_name(""), "");
  composed_process::ThreadNames names;
  EXPECT_EQ(names.add("amcl"), "amcl");
  EXPECT_EQ(names.add(""), "");
  EXPECT_EQ(names.add("amcl"), "amcl");
}

TEST_CASE(NodesOfTheSameFirstCharactersAreToldApartByTheLast) {
  const std::set<std::string> managers{"lifecycle_manager_localization",
                                       "lifecycle_manager_navigation"};
  EXPECT_EQ(short_name("lifecycle_manager_localization", managers), "lifecyc~ization");
  EXPECT_EQ(short_name("lifecycle_manager_navigation", managers), "lifecyc~igation");
}

TEST_CASE(ANodeThatComesLaterMayLeaveThoseBeforeWithoutTheirShortName) {
  composed_process::ThreadNames names;
  EXPECT_EQ(names.add("lifecycle_manager_localization"), "lifecycle_manag");
  EXPECT_EQ(names.add("amcl"), "amcl");
  EXPECT_EQ(names.add("lifecycle_manager_navigation"), "lifecyc~igation");
  EXPECT_EQ(names.add("lifecycle_manager_localization"), "lifecyc~ization");
}

}  // namespace
