// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Timers that change each other, and timers of simulated time.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "each_executor.hpp"

namespace executors {

namespace {

EXECUTOR_TEST_CASE(TimersAreCancelledAndResetByAnotherThreadWhileOthersFire) {
  constexpr std::size_t kTimers = 6;
  const auto node = make_node("of_many_timers");
  std::vector<std::atomic<int>> fired(kTimers);
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  for (std::size_t at = 0; at < kTimers; ++at) {
    timers.push_back(node->create_wall_timer(milliseconds(1 + at), [&fired, at] { ++fired[at]; }));
  }
  const auto fire_again = [&](std::size_t first) {
    const std::vector<int> before(fired.begin(), fired.end());
    return becomes([&] {
      for (std::size_t at = first; at < kTimers; at += 2) {
        if (fired[at] < before[at] + 2) return false;
      }
      return true;
    });
  };
  const auto executor = make(nullptr);
  executor->add_node(node);
  const Spun spun(executor.get());
  for (int time = 0; time < 3; ++time) {
    EXPECT_TRUE(fire_again(0) && fire_again(1));
    for (std::size_t at = 0; at < kTimers; at += 2) timers[at]->cancel();
    // Callbacks that had begun have ended when others have fired since.
    EXPECT_TRUE(fire_again(1));
    const std::vector<int> at_cancel(fired.begin(), fired.end());
    EXPECT_TRUE(fire_again(1));
    for (std::size_t at = 0; at < kTimers; at += 2) EXPECT_EQ(fired[at].load(), at_cancel[at]);
    for (std::size_t at = 0; at < kTimers; at += 2) timers[at]->reset();
  }
}

EXECUTOR_TEST_CASE(ATimerCancelsAndResetsAnotherInItsCallback) {
  const auto node = make_node("changes_another");
  int fired = 0;
  int turns = 0;
  const auto other = node->create_wall_timer(milliseconds(1), [&] { ++fired; });
  bool is_cancelled = false;
  int at_cancel = 0;
  const auto timer = node->create_wall_timer(milliseconds(10), [&] {
    if (is_cancelled) {
      EXPECT_EQ(fired, at_cancel);
      other->reset();
    } else {
      EXPECT_TRUE(fired > at_cancel);
      other->cancel();
    }
    at_cancel = fired;
    is_cancelled = !is_cancelled;
    ++turns;
  });
  const auto executor = make(nullptr);
  executor->add_node(node);
  EXPECT_TRUE(spin_until(executor.get(), [&] { return turns == 8; }));
}

EXECUTOR_TEST_CASE(ATimerThatItsCallbackMakesAnewFiresAsOftenAsItIsMade) {
  const auto node = make_node("makes_anew");
  int fired = 0;
  rclcpp::TimerBase::SharedPtr timer;
  std::function<void()> make_anew;
  make_anew = [&] {
    if (++fired == 50) return timer.reset();
    timer = node->create_wall_timer(milliseconds(1), make_anew);
  };
  timer = node->create_wall_timer(milliseconds(1), make_anew);
  const auto executor = make(nullptr);
  executor->add_node(node);
  EXPECT_TRUE(spin_until(executor.get(), [&] { return fired >= 50; }));
  executor->spin_all(milliseconds(20));
  EXPECT_EQ(fired, 50);
}

/// Tells a node the time with /clock until it has heard.
class World {
 public:
  explicit World(const std::string& name)
      : node_(make_node(name)),
        publisher_(node_->create_publisher<Message>("/clock", rclcpp::ClockQoS())) {}

  void tell(const rclcpp::Node& node, milliseconds time) const {
    Message message;
    message.clock = rclcpp::Time(std::chrono::nanoseconds(time).count());
    EXPECT_TRUE(becomes([&] {
      publisher_->publish(message);
      return node.now().nanoseconds() == std::chrono::nanoseconds(time).count();
    }));
  }

 private:
  const rclcpp::Node::SharedPtr node_;
  const rclcpp::Publisher<Message>::SharedPtr publisher_;
};

// Long enough for what is not to fire to have fired.
void let_it_fire() { std::this_thread::sleep_for(milliseconds(50)); }

EXECUTOR_TEST_CASE(ATimerFollowsSimulatedTimeThatIsChosenAtRunTime) {
  // The executor hears of the time itself, or a thread of the node does.
  for (const bool has_clock_thread : {false, true}) {
    make_node("context");
    const auto node =
        std::make_shared<rclcpp::Node>("simulated_later_" + std::to_string(getpid()),
                                       rclcpp::NodeOptions().use_clock_thread(has_clock_thread));
    const World world("tells_the_time");
    std::atomic<int> fired{0};
    const auto timer =
        rclcpp::create_timer(node, node->get_clock(), milliseconds(20), [&] { ++fired; });
    const auto executor = make(nullptr);
    executor->add_node(node);
    const Spun spun(executor.get());
    EXPECT_TRUE(becomes([&] { return fired > 1; }));
    EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("use_sim_time", true)).successful);
    milliseconds time = seconds(100);
    world.tell(*node, time);
    // It is due at a time of its own clock, which the change may have made it take up anew.
    let_it_fire();
    int before = fired;
    // Slowly, in less than a period.
    for (int step = 0; step < 8; ++step) world.tell(*node, time += milliseconds(5));
    EXPECT_TRUE(becomes([&] { return fired == before + 2; }));
    // Coarsely: several periods are one call.
    world.tell(*node, time += milliseconds(200));
    EXPECT_TRUE(becomes([&] { return fired == before + 3; }));
    // It stands, and it goes on.
    world.tell(*node, time);
    let_it_fire();
    EXPECT_EQ(fired.load(), before + 3);
    world.tell(*node, time += milliseconds(20));
    EXPECT_TRUE(becomes([&] { return fired == before + 4; }));
    // Back: the period begins anew there.
    world.tell(*node, time = seconds(50));
    let_it_fire();
    before = fired;
    world.tell(*node, time += milliseconds(10));
    let_it_fire();
    EXPECT_EQ(fired.load(), before);
    world.tell(*node, time += milliseconds(10));
    EXPECT_TRUE(becomes([&] { return fired == before + 1; }));
  }
}

}  // namespace

}  // namespace executors
