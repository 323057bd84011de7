// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <memory>
#include <string>

#include "bad_parameter.hpp"
#include "clock.hpp"
#include "expect.hpp"
#include "fake_client.hpp"

namespace topology {

namespace {

using test::FakeClient;

PublisherDescription a_publisher(const std::string& name) {
  PublisherDescription publisher;
  publisher.name = name;
  publisher.topic = "/" + name;
  publisher.kind = find_message_kind("stamped10b");
  publisher.payload.size_bytes = 10;
  return publisher;
}

SubscriptionDescription a_subscription(const std::string& name) {
  SubscriptionDescription subscription;
  subscription.name = name;
  subscription.topic = "/" + name;
  subscription.kind = find_message_kind("stamped10b");
  return subscription;
}

Received a_message(std::uint32_t number, std::int64_t age_ns, std::int64_t root_age_ns) {
  Received received;
  const std::int64_t now_ns = monotonic_now_ns();
  received.header.stamp_ns = now_ns - age_ns;
  received.header.root_stamp_ns = now_ns - root_age_ns;
  received.header.tracking_number = number;
  received.size = 10;
  return received;
}

template <typename Counts>
std::unique_ptr<Counts> taken(Swapped<Counts>* counts) {
  return counts->take(std::make_unique<Counts>());
}

TEST_CASE(ATimersMessageBeginsAChain) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  description.publishers[0].period_ns = 50;
  FakeClient client;
  Node node(description, &client);
  client.on_timer[0].second(2);
  client.on_timer[0].second(0);
  const auto& sent = client.sent["out"];
  EXPECT_EQ(sent.size(), std::size_t{2});
  EXPECT_EQ(sent[1].tracking_number, 2U);
  EXPECT_EQ(sent[1].root_stamp_ns, sent[1].stamp_ns);
  EXPECT_EQ(sent[0].publisher_id, publisher_id("/test/node", "out"));
  const auto counts = taken(&node.statistics().publishers.front().counts);
  EXPECT_EQ(counts->sent, 2U);
  EXPECT_EQ(counts->missed, 2U);
  EXPECT_EQ(counts->bytes, 20U);
}

TEST_CASE(ACallbacksMessageCarriesTheRootStampOn) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  description.subscriptions.push_back(a_subscription("in"));
  description.subscriptions[0].publishes = {"out"};
  description.subscriptions[0].paths = {"all"};
  FakeClient client;
  Node node(description, &client);
  const Received received = a_message(1, 1'000'000, 9'000'000);
  client.on_message["in"](received);
  const auto& sent = client.sent["out"];
  EXPECT_EQ(sent.size(), std::size_t{1});
  EXPECT_EQ(sent[0].root_stamp_ns, received.header.root_stamp_ns);
  EXPECT_TRUE(sent[0].stamp_ns > received.header.stamp_ns);
  EXPECT_TRUE(taken(&node.statistics().paths.front().counts)->latency.min_ns >= 9'000'000);
}

TEST_CASE(FusedSubscriptionsPublishWhenTheLastOfThemHasAMessage) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  for (const char* name : {"front", "rear", "other"}) {
    description.subscriptions.push_back(a_subscription(name));
  }
  for (int each : {0, 1}) {
    description.subscriptions[each].publishes = {"out"};
    description.subscriptions[each].fused = true;
  }
  FakeClient client;
  Node node(description, &client);
  const auto& sent = client.sent["out"];
  const Received early = a_message(1, 0, 9'000'000);
  const Received late = a_message(2, 0, 1'000'000);
  client.on_message["rear"](early);
  client.on_message["other"](early);
  client.on_message["rear"](late);
  EXPECT_TRUE(sent.empty());
  client.on_message["front"](early);
  EXPECT_EQ(sent.size(), std::size_t{1});
  EXPECT_EQ(sent[0].root_stamp_ns, late.header.root_stamp_ns);
  client.on_message["front"](late);
  EXPECT_EQ(sent.size(), std::size_t{1});
  client.on_message["rear"](early);
  EXPECT_EQ(sent.size(), std::size_t{2});
}

TEST_CASE(EachCallOfATimerMakesOthersAnew) {
  NodeDescription description;
  TimerDescription timer;
  timer.name = "heartbeat";
  timer.period_ns = 50;
  timer.renews = 3;
  description.timers.push_back(timer);
  FakeClient client;
  Node node(description, &client);
  EXPECT_EQ(client.on_timer.size(), std::size_t{4});
  for (int time = 0; time < 2; ++time) client.on_timer.back().second(0);
  EXPECT_EQ(client.renewals, std::size_t{6});
}

TEST_CASE(TimesBetweenATimersCallbacksAreCounted) {
  NodeDescription description;
  TimerDescription timer;
  timer.name = "cycle";
  timer.period_ns = 50;
  description.timers.push_back(timer);
  FakeClient client;
  Node node(description, &client);
  const std::int64_t before_ns = monotonic_now_ns();
  for (int time = 0; time < 3; ++time) client.on_timer[0].second(0);
  const std::int64_t taken_ns = monotonic_now_ns() - before_ns;
  const auto counts = taken(&node.statistics().timers.front().counts);
  EXPECT_EQ(client.renewals, std::size_t{0});
  EXPECT_EQ(counts->interval.count, 2U);
  EXPECT_TRUE(counts->interval.sum_ns <= static_cast<std::uint64_t>(taken_ns));
}

TEST_CASE(NothingIsPublishedUntilAllSubscriptionsHaveBeenDiscovered) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  description.publishers[0].period_ns = 50;
  description.publishers[0].matches = 2;
  FakeClient client;
  Node node(description, &client);
  client.on_timer[0].second(0);
  EXPECT_TRUE(client.sent["out"].empty());
  client.subscriptions = 2;
  client.on_timer[0].second(0);
  client.subscriptions = 1;  // One that goes later stops nobody.
  client.on_timer[0].second(0);
  const auto& sent = client.sent["out"];
  EXPECT_EQ(sent.size(), std::size_t{2});
  EXPECT_EQ(sent[0].tracking_number, 1U);
}

TEST_CASE(EveryNthNumberIsLeftOutOnDemand) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  description.publishers[0].period_ns = 50;
  description.publishers[0].skip_every = 3;
  description.publishers[0].count = 4;
  FakeClient client;
  Node node(description, &client);
  for (int time = 0; time < 20; ++time) client.on_timer[0].second(0);
  std::string numbers;
  for (const MessageHeader& header : client.sent["out"]) {
    numbers += std::to_string(header.tracking_number) + " ";
  }
  EXPECT_EQ(numbers, "1 2 4 5 ");
}

TEST_CASE(LateTooLateAndLostAreTold) {
  NodeDescription description;
  description.subscriptions.push_back(a_subscription("in"));
  // Far apart, for the test may be delayed between a message's making and its coming.
  description.subscriptions[0].late_ns = 60'000'000'000;
  description.subscriptions[0].too_late_ns = 600'000'000'000;
  FakeClient client;
  Node node(description, &client);
  client.on_message["in"](a_message(1, 0, 0));
  client.on_message["in"](a_message(2, 120'000'000'000, 0));
  client.on_message["in"](a_message(5, 1'200'000'000'000, 0));
  const auto counts = taken(&node.statistics().subscriptions.front().counts);
  EXPECT_EQ(counts->received(), 3U);
  EXPECT_EQ(counts->late, 1U);
  EXPECT_EQ(counts->too_late, 1U);
  EXPECT_EQ(counts->lost, 2);
  EXPECT_EQ(counts->latency.count, 3U);
}

TEST_CASE(WithoutTrackingNothingOfAMessageIsCounted) {
  NodeDescription description;
  description.publishers.push_back(a_publisher("out"));
  description.subscriptions.push_back(a_subscription("in"));
  description.subscriptions[0].publishes = {"out"};
  description.track = false;
  FakeClient client;
  Node node(description, &client);
  client.on_message["in"](a_message(1, 0, 0));
  EXPECT_EQ(client.sent["out"].size(), std::size_t{1});
  EXPECT_EQ(taken(&node.statistics().subscriptions.front().counts)->received(), 0U);
  EXPECT_EQ(taken(&node.statistics().publishers.front().counts)->sent, 0U);
}

TEST_CASE(AnAnswerIsCountedWithItsLatency) {
  NodeDescription description;
  description.clients.push_back({"ask", "/ask", find_message_kind("stamped10b"), 50, {}});
  FakeClient client;
  Node node(description, &client);
  client.on_timer[0].second(0);
  client.on_answer["ask"](client.sent["ask"][0], true);
  const auto counts = taken(&node.statistics().clients.front().counts);
  EXPECT_EQ(counts->sent, 1U);
  EXPECT_EQ(counts->answered, 1U);
  EXPECT_EQ(counts->latency.count, 1U);
}

TEST_CASE(AGoalBringsItsFeedback) {
  NodeDescription description;
  description.action_servers.push_back({"move", "/move", 0, 4, {}});
  FakeClient client;
  Node node(description, &client);
  int feedback = 0;
  client.on_goal["move"](MessageHeader{}, [&] { ++feedback; });
  EXPECT_EQ(feedback, 4);
  EXPECT_EQ(taken(&node.statistics().action_servers.front().counts)->count, 1U);
}

TEST_CASE(ANodeThatAsksForAnotherMiddlewareIsRefused) {
  FakeClient client;
  NodeDescription description;
  description.rmw = client.middleware();
  const Node node(description, &client);
  description.rmw = "rmw_cyclonedds_cpp";
  std::string problem;
  try {
    const Node refused(description, &client);
  } catch (const BadParameter& bad) {
    problem = bad.what();
  }
  EXPECT_EQ(problem, client.full_name() +
                         ": parameter rmw is rmw_cyclonedds_cpp, and this process runs none");
}

}  // namespace

}  // namespace topology
