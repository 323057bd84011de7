// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "task_files.hpp"

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(ReadsSchedstat) {
  TaskSchedstat schedstat;
  EXPECT_TRUE(parse_schedstat("68773000123 48152 2017\n", &schedstat));
  EXPECT_EQ(schedstat.run_ns, 68773000123U);
  EXPECT_EQ(schedstat.timeslices, 2017U);
  EXPECT_FALSE(parse_schedstat("68773 48152\n", &schedstat));
  EXPECT_FALSE(parse_schedstat("", &schedstat));
}

TEST_CASE(ReadsNameAndSwitchesOfStatus) {
  TaskStatus status;
  EXPECT_TRUE(
      parse_task_status("Name:\tcontroller_serv\nUmask:\t0022\nState:\tS (sleeping)\n"
                        "voluntary_ctxt_switches:\t1234\nnonvoluntary_ctxt_switches:\t56\n",
                        &status));
  EXPECT_EQ(status.name.view(), "controller_serv");
  EXPECT_EQ(status.voluntary_switches, 1234U);
  EXPECT_EQ(status.involuntary_switches, 56U);
}

TEST_CASE(ReadsSwitchesThatAreNotTheLastLines) {
  TaskStatus status;
  EXPECT_TRUE(
      parse_task_status("Name:\tx\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t2\n"
                        "x86_Thread_features:\t\nx86_Thread_features_locked:\t\n",
                        &status));
  EXPECT_EQ(status.voluntary_switches, 1U);
  EXPECT_EQ(status.involuntary_switches, 2U);
}

TEST_CASE(ReadsEscapedNamesOfStatus) {
  TaskStatus status;
  EXPECT_TRUE(parse_task_status(
      "Name:\ta\\nb\\\\c (d)\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t2\n",
      &status));
  EXPECT_EQ(status.name.view(), "a\nb\\c (d)");
}

TEST_CASE(FindsTheProcessOfAThread) {
  pid_t pid = 0;
  EXPECT_TRUE(parse_thread_group("Name:\tTgid:\t1\nUmask:\t0022\nTgid:\t77\nPid:\t78\n", &pid));
  EXPECT_EQ(pid, 77);
  EXPECT_FALSE(parse_thread_group("Name:\tx\nPid:\t78\n", &pid));
}

TEST_CASE(RefusesStatusWithoutSwitches) {
  TaskStatus status;
  EXPECT_FALSE(parse_task_status("Name:\tx\nvoluntary_ctxt_switches:\t1\n", &status));
  EXPECT_FALSE(parse_task_status("Name:\tx\nnonvoluntary_ctxt_switches:\t1\n", &status));
  EXPECT_FALSE(parse_task_status("", &status));
}

}  // namespace process_sampler
