// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.hpp"
#include "expect.hpp"
#include "fake_client.hpp"
#include "node.hpp"
#include "statistics_thread.hpp"

namespace topology {

namespace {

using test::FakeClient;

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// How many lines of the file have the part.
std::size_t lines_with(const std::string& part, const std::string& path) {
  const std::vector<std::string> lines = lines_of(path);
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(),
                    [&part](const std::string& line) { return contains(line, part); }));
}

template <typename Condition>
bool becomes(Condition&& condition) {
  const std::int64_t end_ns = monotonic_now_ns() + 60'000'000'000;
  while (!condition()) {
    if (monotonic_now_ns() > end_ns) return false;
    usleep(5'000);
  }
  return true;
}

constexpr std::int64_t kHourNs = 3'600'000'000'000;

NodeDescription a_node(const std::string& path) {
  NodeDescription description;
  PublisherDescription publisher;
  publisher.name = "out";
  publisher.kind = find_message_kind("stamped10b");
  publisher.payload.size_bytes = 10;
  publisher.period_ns = 50;
  description.publishers.push_back(publisher);
  SubscriptionDescription subscription;
  subscription.name = "in";
  subscription.kind = publisher.kind;
  description.subscriptions.push_back(subscription);
  TimerDescription timer;
  timer.name = "cycle";
  timer.period_ns = 50;
  description.timers.push_back(timer);
  description.statistics_file = path;
  description.statistics_period_ns = 50'000'000;
  return description;
}

TEST_CASE(ANodesLinesAreHeadDiscoveryPeriodsAndEnd) {
  const std::string path = "topology_test_" + std::to_string(getpid()) + ".jsonl";
  NodeDescription description = a_node(path);
  // The only one ends with the node, and so holds all.
  description.statistics_period_ns = kHourNs;
  {
    FakeClient client;
    Node node(description, &client);
    client.on_timer[0].second(0);
    for (int time = 0; time < 2; ++time) client.on_timer[1].second(0);
    Received received;
    received.header.stamp_ns = 0;
    received.header.tracking_number = 1;
    client.on_message["in"](received);
    EXPECT_TRUE(becomes([&path] { return lines_with("discovered", path) == 1; }));
  }
  const std::vector<std::string> lines = lines_of(path);
  std::remove(path.c_str());
  EXPECT_EQ(lines.size(), std::size_t{4});
  if (lines.size() != 4) return;
  EXPECT_TRUE(
      contains(lines[0], R"({"kind":"head","schema":1,"node":"/test/node","binding":"fake")"));
  EXPECT_TRUE(contains(lines[0], R"("bins":{"sub_bits":6})"));
  EXPECT_TRUE(contains(lines[1], R"("event":"discovered","participants":2,"endpoints":4)"));
  EXPECT_TRUE(contains(lines[2], R"("out":{"sent":1,"failed":0,"missed":0,"bytes":10})"));
  EXPECT_TRUE(contains(lines[2], R"("bins":[[1983,1]])"));
  EXPECT_TRUE(contains(lines[2], R"("timers":{"cycle":{"count":1,)"));
  EXPECT_TRUE(contains(lines[2], R"("callbacks":4,"wake_ups":3})"));
  EXPECT_TRUE(contains(lines.back(), R"({"kind":"end","at_ns":)"));
}

TEST_CASE(APeriodHasALineOfItsOwnAndWhatItHasCountedIsInNoOther) {
  const std::string path = "topology_test_" + std::to_string(getpid()) + ".periods.jsonl";
  {
    FakeClient client;
    Node node(a_node(path), &client);
    client.on_message["in"](Received());
    EXPECT_TRUE(becomes([&path] { return lines_with(R"("received":1)", path) == 1; }));
    EXPECT_TRUE(becomes([&path] { return lines_with(R"("received":0)", path) >= 2; }));
  }
  EXPECT_EQ(lines_with(R"("received":1)", path), std::size_t{1});
  std::remove(path.c_str());
}

TEST_CASE(PeriodsEndOnTheGridOfThoseBeforeAlsoWhereAnEndHasJustPassed) {
  EXPECT_EQ(period_end_after(1'000, 100, 1'050), 1'050);
  // Neither at once nor off the grid.
  EXPECT_EQ(period_end_after(1'051, 100, 1'050), 1'150);
  EXPECT_EQ(period_end_after(1'050, 100, 1'050), 1'150);
  EXPECT_EQ(period_end_after(1'399, 100, 1'050), 1'450);
}

TEST_CASE(EveryChangeOfTheMatchesIsWrittenWhereItIsAskedFor) {
  const std::string path = "topology_test_" + std::to_string(getpid()) + ".matches.jsonl";
  NodeDescription description = a_node(path);
  description.statistics_period_ns = kHourNs;
  description.statistics_matches = true;
  {
    FakeClient client;
    client.subscriptions = 1;
    Node node(description, &client);
    // With the subscription's own one.
    EXPECT_TRUE(becomes([&path] { return lines_with(R"("matches":2)", path) == 1; }));
    client.subscriptions = 3;
    EXPECT_TRUE(becomes([&path] { return lines_with(R"("matches":4)", path) == 1; }));
  }
  std::string told;
  for (const std::string& line : lines_of(path)) {
    const std::size_t at = line.find(R"("event":"matches","matches":)");
    if (at != std::string::npos) told += line.substr(at + 28);
  }
  std::remove(path.c_str());
  EXPECT_EQ(told, "2}4}");
}

TEST_CASE(AFileThatCannotBeMadeIsNamed) {
  FakeClient client;
  std::string problem;
  try {
    Node node(a_node("/nowhere/at_all.jsonl"), &client);
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  EXPECT_EQ(problem, "cannot write statistics to /nowhere/at_all.jsonl: No such file or directory");
}

}  // namespace

}  // namespace topology
