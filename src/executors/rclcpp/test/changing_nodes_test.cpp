// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "expect.hpp"
#include "intra_process_loop_executor.hpp"
#include "loop_executor.hpp"
#include "ros_test.hpp"

namespace executors {

namespace {

TEST_CASE(ASubscriptionMayGoInItsOwnCallbackWhileMoreMessagesWait) {
  for (const bool intra_process : {false, true}) {
    const auto node = make_node("leaves", intra_process);
    const auto publisher = node->create_publisher<Message>("farewell", 100);
    LoopExecutor executor;
    int received = 0;
    rclcpp::SubscriptionBase::SharedPtr subscription;
    subscription = node->create_subscription<Message>("farewell", 100, [&](const Message&) {
      ++received;
      executor.remove_node(node);
      subscription.reset();
    });
    executor.add_node(node);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (publisher->get_subscription_count() == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    for (int count = 0; count < 5; ++count) publisher->publish(Message());
    const auto has_received = [&] { return received > 0; };
    EXPECT_TRUE(spin_until(&executor, has_received));
    executor.spin_all(milliseconds(10));
    EXPECT_EQ(received, 1);
  }
}

TEST_CASE(ANodeMayGoWhileItsMessagesWaitInTheRing) {
  const auto node = make_node("stays");
  const auto publisher = node->create_publisher<Message>("~/gone", 100);
  auto listener = make_node("goes_meanwhile");
  int received = 0;
  auto subscription = listener->create_subscription<Message>(publisher->get_topic_name(), 100,
                                                             [&](const Message&) { ++received; });
  LoopExecutor executor(4);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] {
    if (++fired > 1) return;
    for (int time = 0; time < 10; ++time) publisher->publish(Message());
    std::this_thread::sleep_for(milliseconds(50));
    executor.remove_node(listener);
    subscription.reset();
    listener.reset();
  });
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  executor.add_node(node);
  executor.add_node(listener);
  EXPECT_TRUE(spin_until(&executor, [&] { return fired >= 3; }));
  EXPECT_EQ(received, 0);
}

/// Counts what it has allocated and not freed.
template <typename Value>
struct Counting {
  using value_type = Value;

  explicit Counting(int* count) : blocks(count) {}
  template <typename Other>
  // NOLINTNEXTLINE(google-explicit-constructor): allocators are converted.
  Counting(const Counting<Other>& other) : blocks(other.blocks) {}

  Value* allocate(std::size_t count) {
    ++*blocks;
    return std::allocator<Value>().allocate(count);
  }
  void deallocate(Value* at, std::size_t count) {
    --*blocks;
    std::allocator<Value>().deallocate(at, count);
  }
  bool operator==(const Counting& other) const { return blocks == other.blocks; }
  bool operator!=(const Counting& other) const { return blocks != other.blocks; }

  int* blocks;
};

TEST_CASE(NothingIsKeptOfANodeThatEndsWithoutBeingRemoved) {
  const auto node = make_node("ends");
  int blocks = 0;
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base(
      node->get_node_base_interface().get(), [](auto*) {}, Counting<char>(&blocks));
  LoopExecutor executor;
  executor.add_node(base);
  EXPECT_EQ(blocks, 1);
  base.reset();
  executor.spin_some();
  EXPECT_EQ(blocks, 0);
}

TEST_CASE(WhatIsAddedToANodeOrToTheExecutorWhileItSpinsIsSpun) {
  const auto first = make_node("first");
  const auto second = make_node("second");
  LoopExecutor executor;
  executor.add_node(first);
  const Spun spun(&executor);
  std::atomic<int> one{0};
  std::atomic<int> two{0};
  const auto timer = first->create_wall_timer(milliseconds(1), [&] { ++one; });
  EXPECT_TRUE(becomes([&] { return one > 2; }));
  const auto other = second->create_wall_timer(milliseconds(1), [&] { ++two; });
  executor.add_node(second);
  EXPECT_TRUE(becomes([&] { return two > 2; }));
  executor.remove_node(second);
  const int at_removal = two;
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(two.load(), at_removal);
  executor.remove_node(first);
}

TEST_CASE(AnEntityMayGoInItsOwnCallback) {
  const auto node = make_node("goes");
  LoopExecutor executor;
  executor.add_node(node);
  int fired = 0;
  rclcpp::TimerBase::SharedPtr timer;
  timer = node->create_wall_timer(milliseconds(1), [&] {
    ++fired;
    timer.reset();
  });
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 0; }));
  executor.spin_all(milliseconds(10));
  EXPECT_EQ(fired, 1);
}

TEST_CASE(ANodeIsOfOneExecutor) {
  const auto node = make_node("twice");
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(node);
  EXPECT_TRUE(what_of([&] { second.add_node(node); }).find("already been added to an executor") !=
              std::string::npos);
}

TEST_CASE(AGroupOfCallbacksMayHaveAnExecutorOfItsOwn) {
  const auto node = make_node("grouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  int in_group = 0;
  int beside = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++in_group; }, group);
  const auto other = node->create_wall_timer(milliseconds(1), [&] { ++beside; });
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  EXPECT_TRUE(spin_until(&executor, [&] { return in_group > 2; }));
  EXPECT_EQ(beside, 0);
  EXPECT_EQ(executor.get_manually_added_callback_groups().size(), std::size_t{1});
  executor.remove_callback_group(group);
}

TEST_CASE(AGroupThatComesBackWithItsNodeIsHeardOfStill) {
  const auto node = make_node("regrouped");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, true);
  LoopExecutor executor;
  executor.add_callback_group(group, node->get_node_base_interface());
  executor.add_node(node);
  executor.remove_callback_group(group);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; }, group);
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 2; }));
}

TEST_CASE(WhatCannotBeAttachedIsRefusedAndDoesNoHarm) {
  const auto node = make_node("silent");
  const auto group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto waitable = std::make_shared<SilentWaitable>();
  auto in_group = std::make_shared<SilentWaitable>();
  node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  node->get_node_waitables_interface()->add_waitable(in_group, group);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  const auto other = node->create_wall_timer(milliseconds(1), [&] { ++fired; }, group);
  LoopExecutor executor;
  LoopExecutor second;
  // Nothing of it has been left behind.
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(what_of([&] { executor.add_node(node); }), "does not tell");
    EXPECT_EQ(what_of([&] { executor.add_callback_group(group, node->get_node_base_interface()); }),
              "does not tell");
    std::this_thread::sleep_for(milliseconds(2));
    EXPECT_EQ(what_of([&] { executor.spin_some(); }), "");
    EXPECT_TRUE(executor.get_all_callback_groups().empty());
    EXPECT_EQ(fired, 0);
  }
  waitable.reset();
  in_group.reset();
  second.add_node(node);
  EXPECT_TRUE(spin_until(&second, [&] { return fired > 2; }));
  executor.add_callback_group(group, node->get_node_base_interface());
  fired = 0;
  EXPECT_TRUE(spin_until(&executor, [&] { return fired > 2; }));
}

TEST_CASE(ANodeLeavesAnExecutorInWhichAnotherOneCannotBeAttachedAnyMore) {
  const auto silent = make_node("turns_silent");
  const auto node = make_node("leaves_the_silent");
  const auto publisher = silent->create_publisher<Message>("~/moved", 100);
  int received = 0;
  const auto subscription = node->create_subscription<Message>(publisher->get_topic_name(), 100,
                                                               [&](const Message&) { ++received; });
  LoopExecutor first;
  LoopExecutor second;
  first.add_node(silent);
  first.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  auto waitable = std::make_shared<SilentWaitable>();
  silent->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  EXPECT_EQ(what_of([&] { first.remove_node(node); }), "");
  second.add_node(node);
  second.spin_all(seconds(1));
  EXPECT_EQ(what_of([&] { first.spin_some(); }), "");
  waitable.reset();
  first.spin_some();
  publisher->publish(Message());
  EXPECT_TRUE(spin_until(&second, [&] { return received == 1; }));
}

TEST_CASE(WhatHasGoneWhereAnotherEntityCannotBeAttachedIsNotTouched) {
  const auto node = make_node("silent_later");
  const auto publisher = node->create_publisher<Message>("~/gone", 100);
  int received = 0;
  auto subscription =
      node->create_subscription<Message>("~/gone", 100, [&](const Message&) { ++received; });
  LoopExecutor executor;
  executor.add_node(node);
  EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
  publisher->publish(Message());
  std::this_thread::sleep_for(milliseconds(100));
  subscription.reset();
  const auto waitable = std::make_shared<SilentWaitable>();
  node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  EXPECT_EQ(what_of([&] { executor.spin_all(seconds(1)); }), "");
  executor.remove_node(node);
  executor.spin_some();
  EXPECT_EQ(received, 0);
}

/// Tells, and has not overridden the function that is to make it stop.
class Untiring : public SilentWaitable {
 public:
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override {
    tell = std::move(callback);
  }
  // As far as rclcpp makes something of it.
  void clear_on_ready_callback() override { rclcpp::Waitable::clear_on_ready_callback(); }
  void execute(const std::shared_ptr<void>&) override { ++executed; }

  std::function<void(std::size_t, int)> tell;
  int executed = 0;
};

TEST_CASE(ANodeLeavesWithAWaitableThatRefusesToStopTelling) {
  const auto node = make_node("untiring");
  const auto waitable = std::make_shared<Untiring>();
  node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  int fired = 0;
  const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  {
    LoopExecutor executor;
    executor.add_node(node);
    waitable->tell(1, 0);
    EXPECT_TRUE(spin_until(&executor, [&] { return waitable->executed == 1 && fired > 2; }));
    // One that waits and one that comes too late.
    waitable->tell(1, 0);
    EXPECT_EQ(what_of([&] { executor.remove_node(node); }), "");
    waitable->tell(1, 0);
    fired = 0;
    std::this_thread::sleep_for(milliseconds(5));
    executor.spin_some();
    EXPECT_EQ(fired, 0);
    EXPECT_EQ(waitable->executed, 1);
    // This time it is the executor that goes.
    executor.add_node(node);
  }
  waitable->tell(1, 0);
  LoopExecutor other;
  other.add_node(node);
  EXPECT_TRUE(spin_until(&other, [&] { return fired > 2; }));
  EXPECT_EQ(waitable->executed, 1);
}

struct OpenLoopExecutor : LoopExecutor {
  using LoopExecutor::loop;
};

/// What an entity holds: ends with it, when nobody else can get hold of the entity any more and the
/// middleware still knows it.
using Held = std::shared_ptr<void>;

/// Something that can be waited for and tells until it has gone.
class Telling : public SilentWaitable {
 public:
  explicit Telling(Held held) : held_(std::move(held)) {}
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override {
    callback_ = std::move(callback);
  }
  void tell() { callback_(1, 0); }

 private:
  std::function<void(std::size_t, int)> callback_;
  const Held held_;
};

// Lets an entity, which `make` makes with what it is to hold, tell while it is being destroyed and
// after the executor has found that it has gone.
template <typename Make>
void expect_late_news_to_be_for_nobody(const rclcpp::Node::SharedPtr& node, const Make& make,
                                       const std::function<void()>& tell) {
  OpenLoopExecutor executor;
  rclcpp::TimerBase::SharedPtr change;
  std::shared_ptr<void> entity = make(Held(nullptr, [&](void*) {
    change = node->create_wall_timer(seconds(1000), [] {});
    executor.spin_some();
    tell();
    // Long enough for it to be told.
    std::this_thread::sleep_for(milliseconds(100));
  }));
  executor.add_node(node);
  executor.spin_all(seconds(1));
  entity.reset();
  EXPECT_TRUE(change != nullptr);
  EXPECT_EQ(executor.loop()->spin_some(0, 10), 0U);
}

TEST_CASE(WhatAnEntityTellsWhileItIsBeingDestroyedIsForNobody) {
  const auto node = make_node("tells_late");
  const auto publisher = node->create_publisher<Message>("~/late", 100);
  const auto subscribe = [&](const Held& held) {
    const auto subscription =
        node->create_subscription<Message>("~/late", 100, [held](const Message&) {});
    EXPECT_TRUE(becomes([&] { return publisher->get_subscription_count() == 1; }));
    return subscription;
  };
  expect_late_news_to_be_for_nobody(node, subscribe, [&] { publisher->publish(Message()); });
  Telling* telling = nullptr;
  const auto add_waitable = [&](const Held& held) {
    const auto waitable = std::make_shared<Telling>(held);
    telling = waitable.get();
    node->get_node_waitables_interface()->add_waitable(waitable, nullptr);
    return waitable;
  };
  expect_late_news_to_be_for_nobody(node, add_waitable, [&] { telling->tell(); });
}

// Lets a service be asked while it is being destroyed and after its executor has gone.
template <typename Executor>
void expect_late_request_to_be_for_nobody(const std::string& name) {
  const auto node = make_node(name);
  const auto client = node->create_client<Trigger>("~/late");
  auto executor = std::make_unique<Executor>();
  Held held(nullptr, [&](void*) {
    executor.reset();
    client->async_send_request(std::make_shared<Trigger::Request>());
    // Long enough for it to be told.
    std::this_thread::sleep_for(milliseconds(100));
  });
  auto service = node->create_service<Trigger>(
      "~/late",
      [held](const std::shared_ptr<Trigger::Request>, const std::shared_ptr<Trigger::Response>) {});
  held.reset();
  EXPECT_TRUE(client->wait_for_service(kPatience));
  executor->add_node(node);
  executor->spin_all(seconds(1));
  service.reset();
  EXPECT_TRUE(executor == nullptr);
}

TEST_CASE(AServiceThatIsBeingDestroyedMayBeAskedWhenItsExecutorHasGone) {
  expect_late_request_to_be_for_nobody<LoopExecutor>("asked_late");
  expect_late_request_to_be_for_nobody<IntraProcessLoopExecutor>("watched_late");
}

}  // namespace

}  // namespace executors
