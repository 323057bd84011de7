// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Nodes and entities that come and go, by many threads, while the executor spins.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "each_executor.hpp"

namespace executors {

namespace {

void answer(const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {}

EXECUTOR_TEST_CASE(NodesComeAndGoFromManyThreadsAndTheOthersAreSpunOn) {
  const auto staying = make_node("stays_among_many");
  std::atomic<int> stayed{0};
  const auto timer = staying->create_wall_timer(milliseconds(1), [&] { ++stayed; });
  const auto executor = make(nullptr);
  executor->add_node(staying);
  const Spun spun(executor.get());
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&executor, thread] {
      std::atomic<int> fired{0};
      for (int time = 0; time < 8; ++time) {
        const auto node = make_node("comes_from_thread_" + std::to_string(thread));
        const auto service = node->create_service<Trigger>("~/ask", answer);
        const auto inner = node->create_wall_timer(milliseconds(0), [&] { ++fired; });
        for (int again = 0; again < 5; ++again) {
          const int before = fired;
          executor->add_node(node);
          EXPECT_TRUE(becomes([&] { return fired > before; }));
          executor->remove_node(node);
          // Nothing of it runs when it has been removed.
          const int at_removal = fired;
          std::this_thread::sleep_for(milliseconds(1));
          EXPECT_EQ(fired.load(), at_removal);
        }
        // This time it goes without being removed.
        if (time % 2 == 0) executor->add_node(node);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const int before = stayed;
  EXPECT_TRUE(becomes([&] { return stayed > before + 2; }));
}

EXECUTOR_TEST_CASE(EntitiesComeAndGoWhileMuchComesForThem) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("keeps_changing", intra_process);
    const auto publisher = node->create_publisher<Message>("~/much", 10);
    const auto asking = node->create_client<Trigger>("~/ask");
    const auto executor = make(nullptr);
    executor->add_node(node);
    const Spun spun(executor.get());
    const Ceaseless talking([&] {
      publisher->publish(Message());
      asking->async_send_request(std::make_shared<Trigger::Request>());
      asking->prune_pending_requests();
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
    std::atomic<int> called{0};
    std::atomic<int> received{0};
    for (int time = 0; time < 20; ++time) {
      // They go in the order in which they came, or the other way round.
      const int before = received;
      auto subscription =
          node->create_subscription<Message>("~/much", 10, [&](const Message&) { ++received; });
      auto service = node->create_service<Trigger>(
          "~/ask", [&](const std::shared_ptr<Trigger::Request>,
                       const std::shared_ptr<Trigger::Response>) { ++called; });
      auto client = node->create_client<Trigger>("~/ask");
      auto timer = node->create_wall_timer(milliseconds(0), [&] { ++called; });
      client->async_send_request(std::make_shared<Trigger::Request>());
      EXPECT_TRUE(becomes([&] { return received > before; }));
      if (time % 2 == 0) {
        subscription.reset();
        service.reset();
        client.reset();
        timer.reset();
      }
    }
    EXPECT_TRUE(called > 0);
  }
}

EXECUTOR_TEST_CASE(ACallbackUnloadsAndLoadsNodesThatAreBeingAsked) {
  // As a container of components does.
  const auto container = make_node("unloads");
  const auto asking = make_node("asks_the_unloaded");
  const std::string name = "is_unloaded";
  const std::string service_name = "/" + name + "_" + std::to_string(getpid()) + "/ask";
  const auto executor = make(nullptr);
  struct Loaded {
    rclcpp::Node::SharedPtr node;
    rclcpp::Service<Trigger>::SharedPtr service;
  } loaded;
  std::atomic<int> asked{0};
  const auto load = [&] {
    loaded.node = make_node(name);
    loaded.service = loaded.node->create_service<Trigger>(
        "~/ask", [&](const std::shared_ptr<Trigger::Request>,
                     const std::shared_ptr<Trigger::Response>) { ++asked; });
    executor->add_node(loaded.node);
  };
  load();
  const auto reload = container->create_service<Trigger>(
      "~/reload", [&](const std::shared_ptr<Trigger::Request>,
                      const std::shared_ptr<Trigger::Response> response) {
        executor->remove_node(loaded.node);
        loaded = {};
        const int at_removal = asked;
        load();
        response->success = asked == at_removal;
      });
  const auto client = asking->create_client<Trigger>(service_name);
  const auto commanding = asking->create_client<Trigger>(reload->get_service_name());
  executor->add_node(container);
  EXPECT_TRUE(client->wait_for_service(kPatience) && commanding->wait_for_service(kPatience));
  const Spun spun(executor.get());
  const Ceaseless flood([&] {
    client->async_send_request(std::make_shared<Trigger::Request>());
    client->prune_pending_requests();
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  });
  rclcpp::executors::SingleThreadedExecutor waiting;
  waiting.add_node(asking);
  for (int time = 0; time < 10; ++time) {
    const int before = asked;
    EXPECT_TRUE(becomes([&] { return asked > before; }));
    auto done = commanding->async_send_request(std::make_shared<Trigger::Request>());
    EXPECT_TRUE(waiting.spin_until_future_complete(done, kPatience) ==
                rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_TRUE(done.get()->success);
  }
}

}  // namespace

}  // namespace executors
