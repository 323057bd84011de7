// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "proc_stat.hpp"

#include <string>

#include "expect.hpp"

namespace process_sampler {

namespace {

std::string stat_text(const std::string& comm, const std::string& state = "S",
                      const std::string& threads = "7") {
  return "4242 (" + comm + ") " + state +
         " 17 4242 4242 0 -1 4194304 100 200 3 4 250 50 11 22 20 0 " + threads +
         " 0 987654 300000000 9000 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n";
}

}  // namespace

TEST_CASE(ReadsTheFieldsOfStat) {
  const std::string text = stat_text("amcl");
  ProcStat stat;
  EXPECT_TRUE(parse_proc_stat(text, &stat));
  EXPECT_EQ(stat.comm, "amcl");
  EXPECT_EQ(stat.state, 'S');
  EXPECT_EQ(stat.parent_pid, 17);
  EXPECT_EQ(stat.user_ticks, 250U);
  EXPECT_EQ(stat.system_ticks, 50U);
  EXPECT_EQ(stat.reaped_user_ticks, 11U);
  EXPECT_EQ(stat.reaped_system_ticks, 22U);
  EXPECT_EQ(stat.thread_count, 7U);
  EXPECT_EQ(stat.start_time_ticks, 987654U);
}

TEST_CASE(ReadsNamesWithSpacesAndParentheses) {
  for (const std::string comm : {"a b", "(sd-pam)", ") R 1 2 (", "a) S 1", "", "new\nline"}) {
    const std::string text = stat_text(comm);
    ProcStat stat;
    EXPECT_TRUE(parse_proc_stat(text, &stat));
    EXPECT_EQ(stat.comm, comm);
    EXPECT_EQ(stat.start_time_ticks, 987654U);
  }
}

TEST_CASE(RefusesStatThatIsCutOff) {
  const std::string text = stat_text("amcl");
  const std::size_t last_used = text.find("987654");
  for (std::size_t length = 0; length <= last_used; ++length) {
    ProcStat stat;
    EXPECT_FALSE(parse_proc_stat(text.substr(0, length), &stat));
  }
}

TEST_CASE(OnlyAZombieWithoutFurtherThreadsHasEnded) {
  ProcStat stat;
  const std::string zombie = stat_text("z", "Z", "1");
  EXPECT_TRUE(parse_proc_stat(zombie, &stat) && stat.has_ended());
  const std::string leader_gone = stat_text("z", "Z", "3");
  EXPECT_TRUE(parse_proc_stat(leader_gone, &stat) && !stat.has_ended());
  const std::string running = stat_text("z", "R", "1");
  EXPECT_TRUE(parse_proc_stat(running, &stat) && !stat.has_ended());
}

}  // namespace process_sampler
