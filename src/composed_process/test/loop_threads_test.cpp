// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop_threads.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "executor_factory.hpp"
#include "expect.hpp"
#include "rclcpp/rclcpp.hpp"

namespace composed_process {

namespace {

using std::chrono::milliseconds;

struct InRos {
  InRos() { rclcpp::init(0, nullptr); }
  ~InRos() { rclcpp::shutdown(); }
};

template <typename Condition>
bool becomes(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

std::vector<ExecutorKind> built_kinds() {
  std::vector<ExecutorKind> built;
  for (const ExecutorKind kind : rclcpp_kinds()) {
    if (is_built(kind)) built.push_back(kind);
  }
  return built;
}

bool is_events_cbg(ExecutorKind kind) {
  return kind == ExecutorKind::kEventsCbg || kind == ExecutorKind::kEventsCbgMultiThreaded;
}

}  // namespace

TEST_CASE(AnExecutorOfAnyKindEndsWhenItIsCancelledHoweverEarly) {
  const InRos in_ros;
  for (const ExecutorKind kind : built_kinds()) {
    std::string failure;
    std::atomic<int> ticks{0};
    const auto node = std::make_shared<rclcpp::Node>("ticking");
    const auto timer = node->create_wall_timer(milliseconds(1), [&] { ++ticks; });
    for (const int wanted : {0, 3}) {
      const auto executor = make_executor(kind);
      executor->add_node(node);
      {
        ExecutorThread thread("ticking", executor,
                              [&failure](const std::string& what) { failure = what; });
        EXPECT_TRUE(becomes([&] { return ticks >= wanted; }));
        thread.cancel();
        thread.join();
      }
      EXPECT_FALSE(is_spinning(executor.get()));
      const int at_end = ticks;
      std::this_thread::sleep_for(milliseconds(20));
      EXPECT_EQ(ticks.load(), at_end);
      executor->remove_node(node);
    }
    EXPECT_EQ(failure, "");
  }
}

TEST_CASE(ANodeThatIsTakenOutOfItsLoopHasNoCallbackThatRunsAndTheOthersGoOn) {
  const InRos in_ros;
  for (const ExecutorKind kind : built_kinds()) {
    if (is_events_cbg(kind)) continue;
    std::string error;
    Placement placement;
    EXPECT_TRUE(placement.add("leaves,stays", &error));
    std::string failure;
    std::atomic<bool> is_inside{false};
    std::atomic<int> entered{0};
    std::atomic<int> others{0};
    const auto leaves = std::make_shared<rclcpp::Node>("leaves");
    const auto stays = std::make_shared<rclcpp::Node>("stays");
    const auto slow = leaves->create_wall_timer(milliseconds(1), [&] {
      is_inside = true;
      ++entered;
      std::this_thread::sleep_for(milliseconds(200));
      is_inside = false;
    });
    const auto other = stays->create_wall_timer(milliseconds(1), [&] { ++others; });
    LoopThreads loops(placement, kind, [&failure](const std::string& what) { failure = what; });
    loops.executor_of("/leaves")->add_node(leaves);
    loops.executor_of("/stays")->add_node(stays);
    EXPECT_TRUE(becomes([&] { return is_inside.load(); }));
    loops.remove(leaves->get_node_base_interface());
    EXPECT_FALSE(is_inside.load());
    const int at_removal = entered;
    const int before = others;
    EXPECT_TRUE(becomes([&] { return others > before + 3; }));
    EXPECT_EQ(entered.load(), at_removal);
    loops.cancel();
    loops.join([](const std::string&) {});
    EXPECT_EQ(failure, "");
  }
}

}  // namespace composed_process
