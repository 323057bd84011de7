// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "description.hpp"

#include <string>
#include <vector>

#include "bad_parameter.hpp"
#include "expect.hpp"
#include "jpeg_codec.hpp"

namespace topology {

namespace {

using Texts = std::vector<std::string>;
using Int = std::int64_t;

std::string text(const char* characters) { return characters; }

ParameterMap one_publisher() {
  return {{"publishers", Texts{"scan"}},
          {"publisher.scan.topic", text("/robot/scan")},
          {"publisher.scan.type", text("stamped10kb")}};
}

ParameterMap with(ParameterMap parameters, const std::string& name, ParameterValue value) {
  parameters[name] = std::move(value);
  return parameters;
}

/// The complaint about parameters, empty if there is none.
std::string complaint(const ParameterMap& parameters) {
  try {
    read_description(parameters);
  } catch (const BadParameter& bad) {
    return bad.what();
  }
  return "";
}

bool begins(const std::string& text, const std::string& begin) { return text.rfind(begin, 0) == 0; }

TEST_CASE(NothingIsANodeThatDoesNothing) {
  const NodeDescription node = read_description({});
  EXPECT_TRUE(node.publishers.empty() && node.subscriptions.empty() && node.timers.empty());
  EXPECT_TRUE(node.track);
  EXPECT_FALSE(node.intra_process);
}

TEST_CASE(APublisherHasTheSizeOfItsType) {
  const NodeDescription node = read_description(one_publisher());
  EXPECT_EQ(node.publishers[0].payload.size_bytes, std::size_t{10240});
  EXPECT_EQ(node.publishers[0].qos.depth, std::size_t{10});
  EXPECT_TRUE(node.publishers[0].pass_by == PassBy::kUniquePtr);
}

TEST_CASE(AnUnknownParameterIsNamed) {
  EXPECT_EQ(complaint(with(one_publisher(), "publisher.scan.frequency", Int{3})),
            "parameter publisher.scan.frequency is not a parameter of a topology's node");
  EXPECT_EQ(complaint(with(one_publisher(), "use_sim_time", false)), "");
}

TEST_CASE(AnUnknownTypeIsNamedWithTheOnesThereAre) {
  const std::string found =
      complaint(with(one_publisher(), "publisher.scan.type", text("stamped10tb")));
  EXPECT_TRUE(begins(
      found, "parameter publisher.scan.type is 'stamped10tb'; it must be one of stamped10b,"));
}

TEST_CASE(AMissingTopicIsNamed) {
  ParameterMap parameters = one_publisher();
  parameters.erase("publisher.scan.topic");
  EXPECT_EQ(complaint(parameters), "parameter publisher.scan.topic is missing");
}

TEST_CASE(ATopicHasAWholeNameByTheRulesOfRos) {
  for (const char* const name : {"/a", "/Robot_1/scan", "/_hidden/x2"}) {
    EXPECT_EQ(complaint(with(one_publisher(), "publisher.scan.topic", text(name))), "");
  }
  for (const char* const name : {"scan", "/", "/scan/", "//scan", "/a//b", "/a b", "/1x", "/a/1x",
                                 "/a-b", "/~/b", "/{node}"}) {
    EXPECT_EQ(complaint(with(one_publisher(), "publisher.scan.topic", text(name))),
              "parameter publisher.scan.topic is '" + text(name) +
                  "'; it must be a whole name such as /robot/scan, whose parts are letters, digits "
                  "and _ and begin with no digit");
  }
}

TEST_CASE(AValueOutsideItsRangeIsNamedWithTheRange) {
  EXPECT_EQ(complaint(with(one_publisher(), "publisher.scan.period_ns", Int{-2})),
            "parameter publisher.scan.period_ns is -2; it must be from -1 to 3600000000000");
  EXPECT_EQ(
      complaint(with(one_publisher(), "publisher.scan.period_ns", Int{100})),
      "parameter publisher.scan.period_ns is 100; the shortest is 1000, and -1 is as fast as it "
      "goes");
}

TEST_CASE(AnUnknownQosIsNamedWithTheChoices) {
  EXPECT_EQ(complaint(with(one_publisher(), "publisher.scan.qos.reliability", text("perhaps"))),
            "parameter publisher.scan.qos.reliability is 'perhaps'; it must be one of reliable, "
            "best_effort");
}

TEST_CASE(AnUnboundedMessageCannotBeLent) {
  ParameterMap parameters = with(one_publisher(), "publisher.scan.type", text("stamped_vector"));
  parameters["publisher.scan.pass_by"] = text("loaned_msg");
  EXPECT_TRUE(begins(complaint(parameters), "parameter publisher.scan.pass_by is loaned_msg, but"));
}

TEST_CASE(ACallbackPublishesOnlyWhatTheNodeHas) {
  ParameterMap parameters = one_publisher();
  parameters["timers"] = Texts{"tick"};
  parameters["timer.tick.period_ns"] = Int{1'000'000};
  parameters["timer.tick.publishes"] = Texts{"map"};
  EXPECT_EQ(complaint(parameters),
            "parameter timer.tick.publishes names 'map', which is not in publishers");
}

TEST_CASE(WhatAThreadOfTheNodesOwnSpinsHasNoPartInTheRestOfIt) {
  ParameterMap parameters = one_publisher();
  parameters["subscriptions"] = Texts{"tf"};
  parameters["subscription.tf.topic"] = text("/tf");
  parameters["subscription.tf.type"] = text("stamped10b");
  EXPECT_TRUE(!has_entities_apart(read_description(parameters)));
  parameters["subscription.tf.own_executor"] = true;
  EXPECT_TRUE(has_entities_apart(read_description(parameters)));
  parameters["subscription.tf.publishes"] = Texts{"scan"};
  EXPECT_TRUE(begins(complaint(parameters), "parameter subscription.tf.own_executor is true, but"));
  parameters.erase("subscription.tf.publishes");
  parameters["own_executor"] = true;
  EXPECT_TRUE(!has_entities_apart(read_description(parameters)));
}

TEST_CASE(WhatNothingTakesHasNoCallback) {
  ParameterMap parameters = one_publisher();
  parameters["subscriptions"] = Texts{"feedback"};
  parameters["subscription.feedback.topic"] = text("/feedback");
  parameters["subscription.feedback.type"] = text("stamped10b");
  EXPECT_TRUE(read_description(parameters).subscriptions.front().taken);
  parameters["subscription.feedback.taken"] = false;
  EXPECT_TRUE(!read_description(parameters).subscriptions.front().taken);
  const std::string refusal = "parameter subscription.feedback.taken is false, but";
  const auto refused = [&](const std::string& key, const ParameterValue& value) {
    return begins(complaint(with(parameters, "subscription.feedback." + key, value)), refusal);
  };
  EXPECT_TRUE(refused("work_us", Int{5}));
  EXPECT_TRUE(refused("own_executor", true));
  EXPECT_TRUE(refused("publishes", Texts{"scan"}));
  EXPECT_TRUE(refused("paths", Texts{"whole"}));
}

TEST_CASE(ATimerOfAThreadOfItsOwnSharesNothing) {
  ParameterMap parameters = one_publisher();
  parameters["publisher.scan.period_ns"] = Int{0};
  parameters["timers"] = Texts{"tick", "tock"};
  parameters["timer.tick.period_ns"] = parameters["timer.tock.period_ns"] = Int{1'000'000};
  parameters["timer.tick.publishes"] = Texts{"scan"};
  EXPECT_TRUE(!has_entities_apart(read_description(parameters)));
  parameters["timer.tick.own_executor"] = true;
  EXPECT_TRUE(has_entities_apart(read_description(parameters)));
  const std::string refusal = "parameter timer.tick.own_executor is true, but";
  EXPECT_TRUE(begins(complaint(with(parameters, "timer.tick.renews", Int{1})), refusal));
  EXPECT_TRUE(begins(complaint(with(parameters, "timer.tock.publishes", Texts{"scan"})), refusal));
  EXPECT_TRUE(
      begins(complaint(with(parameters, "publisher.scan.period_ns", Int{1'000'000})), refusal));
}

TEST_CASE(AClientWithoutAPeriodNeverCalls) {
  ParameterMap parameters;
  parameters["clients"] = Texts{"ask"};
  parameters["client.ask.service"] = text("/ask");
  parameters["client.ask.type"] = text("stamped10b");
  EXPECT_EQ(read_description(parameters).clients[0].period_ns, kNeverCalls);
  parameters["client.ask.period_ns"] = Int{10};
  EXPECT_TRUE(begins(complaint(parameters), "parameter client.ask.period_ns is 10;"));
}

TEST_CASE(AnActionsServerMayHaveAThreadOfItsOwnInANodeThatHasNone) {
  ParameterMap parameters;
  parameters["action_servers"] = Texts{"go"};
  parameters["action_server.go.action"] = text("/go");
  EXPECT_TRUE(!has_entities_apart(read_description(parameters)));
  parameters["action_server.go.own_executor"] = true;
  EXPECT_TRUE(has_entities_apart(read_description(parameters)));
  parameters["own_executor"] = true;
  EXPECT_TRUE(!has_entities_apart(read_description(parameters)));
}

TEST_CASE(AnActionHasTheDataThatItsSizeSays) {
  ParameterMap parameters;
  parameters["action_servers"] = Texts{"go"};
  parameters["action_server.go.action"] = text("/go");
  parameters["action_clients"] = Texts{"go"};
  parameters["action_client.go.action"] = text("/go");
  EXPECT_EQ(read_description(parameters).action_servers[0].size_bytes, std::size_t{0});
  parameters["action_server.go.size_bytes"] = Int{1'000};
  parameters["action_client.go.size_bytes"] = Int{20};
  EXPECT_EQ(read_description(parameters).action_servers[0].size_bytes, std::size_t{1'000});
  EXPECT_EQ(read_description(parameters).action_clients[0].size_bytes, std::size_t{20});
  parameters["action_client.go.size_bytes"] = Int{1 << 27};
  EXPECT_TRUE(begins(complaint(parameters), "parameter action_client.go.size_bytes is "));
}

TEST_CASE(ATimerRenewsNoMoreThanAThousandOthers) {
  ParameterMap parameters = one_publisher();
  parameters["timers"] = Texts{"tick"};
  parameters["timer.tick.period_ns"] = Int{1'000'000};
  parameters["timer.tick.renews"] = Int{12};
  EXPECT_EQ(read_description(parameters).timers[0].renews, 12);
  parameters["timer.tick.renews"] = Int{1'001};
  EXPECT_TRUE(begins(complaint(parameters), "parameter timer.tick.renews is 1001;"));
}

TEST_CASE(AnImageNeedsASize) {
  ParameterMap parameters = with(one_publisher(), "publisher.scan.type", text("image"));
  parameters["publisher.scan.payload"] = text("raw");
  EXPECT_EQ(complaint(parameters),
            "parameter publisher.scan.width is missing; an image has pixels");
  parameters["publisher.scan.width"] = Int{640};
  parameters["publisher.scan.height"] = Int{480};
  EXPECT_EQ(read_description(parameters).publishers[0].payload.size_bytes, std::size_t{921'600});
}

TEST_CASE(JpegIsRefusedByNameWhereItIsNotBuilt) {
  if (has_jpeg()) return;
  ParameterMap parameters = with(one_publisher(), "publisher.scan.type", text("image"));
  parameters["publisher.scan.payload"] = text("jpeg");
  parameters["publisher.scan.width"] = Int{640};
  parameters["publisher.scan.height"] = Int{480};
  EXPECT_TRUE(begins(complaint(parameters), "parameter publisher.scan.payload is jpeg, but"));
}

TEST_CASE(AClientNeedsATypeThatIsAService) {
  const ParameterMap parameters{{"clients", Texts{"ask"}},
                                {"client.ask.service", text("/ask")},
                                {"client.ask.type", text("stamped8mb")}};
  EXPECT_TRUE(begins(complaint(parameters),
                     "parameter client.ask.type is 'stamped8mb'; it must be one of stamped10b,"));
}

TEST_CASE(APathHasAPlainName) {
  ParameterMap parameters{{"subscriptions", Texts{"scan"}},
                          {"subscription.scan.topic", text("/scan")},
                          {"subscription.scan.type", text("stamped10b")},
                          {"subscription.scan.paths", Texts{"robot_1_whole"}}};
  EXPECT_EQ(read_description(parameters).subscriptions[0].paths[0], "robot_1_whole");
  parameters["subscription.scan.paths"] = Texts{"a\"b"};
  EXPECT_EQ(complaint(parameters),
            "parameter subscription.scan.paths has the entry 'a\"b'; it must be 1 to 255 of a-z, "
            "0-9, _");
}

TEST_CASE(AnEntityHasAPlainNameAndOnlyOne) {
  EXPECT_EQ(complaint({{"timers", Texts{"a/b"}}}),
            "parameter timers has the entry 'a/b'; it must be 1 to 255 of a-z, 0-9, _");
  EXPECT_EQ(complaint({{"timers", Texts{"a", "a"}}}), "parameter timers has 'a' twice");
  EXPECT_TRUE(begins(complaint({{"timers", Texts{std::string(256, 'a')}}}),
                     "parameter timers has the entry 'aaa"));
}

TEST_CASE(AnEmptyListMayBeOfAnyType) {
  EXPECT_EQ(complaint({{"publishers", std::vector<Int>{}}, {"timers", ParameterValue{}}}), "");
  EXPECT_EQ(complaint({{"publishers", Int{3}}}),
            "parameter publishers must be a list of texts; in YAML y, n, on and off are none");
}

}  // namespace

}  // namespace topology
