// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include "expect.hpp"

namespace process_sampler {

namespace {

bool parse(std::vector<const char*> words, Options* options, std::string* error) {
  words.insert(words.begin(), "process_sampler");
  return parse_options(static_cast<int>(words.size()), words.data(), options, error);
}

}  // namespace

TEST_CASE(ReadsAllOptions) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse(
      {"--pid", "1", "--pid", "22", "--cgroup", "/c", "--cpu-interval", "0.25", "--memory-interval",
       "0", "--duration", "1.5", "--output", "f", "--once", "--die-with-parent"},
      &options, &error));
  EXPECT_EQ(options.pids.size(), 2U);
  EXPECT_EQ(options.pids.back(), 22);
  EXPECT_EQ(options.cgroup, "/c");
  EXPECT_EQ(options.cpu_interval_s, 0.25);
  EXPECT_EQ(options.memory_interval_s, 0.0);
  EXPECT_EQ(options.duration_s, 1.5);
  EXPECT_EQ(options.output, "f");
  EXPECT_TRUE(options.once && options.die_with_parent);
}

TEST_CASE(AYardstickFollowsNoProcess) {
  Options options;
  std::string error;
  EXPECT_TRUE(parse({"--yardstick", "--rate", "12.5", "--die-with-parent"}, &options, &error));
  EXPECT_TRUE(options.yardstick && options.die_with_parent);
  EXPECT_EQ(options.rate_hz, 12.5);
  const std::vector<std::vector<const char*>> others = {{"--pid", "1"},
                                                        {"--cgroup", "/c"},
                                                        {"--duration", "3"},
                                                        {"--once"},
                                                        {"--counters", "cycles"},
                                                        {"--cpu-interval", "1"},
                                                        {"--memory-interval", "1"},
                                                        {"--skip-ended"},
                                                        {"--no-pagemap-scan"}};
  for (const auto& words : others) {
    std::vector<const char*> all{"--yardstick", "--output", "--pid"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_FALSE(parse(all, &options, &error));
    EXPECT_EQ(error, std::string(words.front()) +
                         " does not go with --yardstick, which follows no process");
  }
}

TEST_CASE(RefusesBadOptionsNamingThem) {
  const std::vector<std::vector<const char*>> mistakes = {
      {"--pid", "x"},
      {"--pid", "0"},
      {"--pid", "-3"},
      {"--pid", "99999999999"},
      {"--pid"},
      {"--pid", "1", "--cpu-interval", "0"},
      {"--pid", "1", "--cpu-interval", "nan"},
      {"--pid", "1", "--cpu-interval", "1s"},
      {"--pid", "1", "--memory-interval", "-1"},
      {"--pid", "1", "--duration", "1e9"},
      {"--pid", "1", "--output", ""},
      {"--pid", "1", "--wrong"},
      {"--pid", "1", "stray"},
      {"--pid", "1", "--rate", "5"},
      {"--yardstick", "--rate", "0"},
  };
  for (const auto& words : mistakes) {
    Options options;
    std::string error;
    EXPECT_FALSE(parse(words, &options, &error));
    const std::string named = words.size() > 2 ? words[2] : words[0];
    EXPECT_TRUE(error.find(named) != std::string::npos);
  }
}

TEST_CASE(WantsSomethingToFollow) {
  Options options;
  std::string error;
  EXPECT_FALSE(parse({"--once"}, &options, &error));
  EXPECT_TRUE(parse({"--help"}, &options, &error));
}

}  // namespace process_sampler
