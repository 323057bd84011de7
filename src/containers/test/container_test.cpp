// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "container.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "ros_test.hpp"

namespace containers {

namespace {

using composed_process::ExecutorKind;
using executors::becomes;
using executors::kPatience;
using executors::milliseconds;

constexpr char kTicking[] = "ticking";
constexpr char kSilent[] = "silent";

struct Component {
  rclcpp::Node::SharedPtr node;
  rclcpp::TimerBase::SharedPtr timer;
  rclcpp::Waitable::SharedPtr waitable;
};

using Ticks = std::shared_ptr<std::atomic<int>>;

/// Makes components with a timer that counts, and with a waitable that does not tell if they are
/// to be silent.
class Factory : public rclcpp_components::NodeFactory {
 public:
  Factory(Ticks ticks, bool is_silent) : ticks_(std::move(ticks)), is_silent_(is_silent) {}

  rclcpp_components::NodeInstanceWrapper create_node_instance(
      const rclcpp::NodeOptions& options) override {
    auto component = std::make_shared<Component>();
    component->node = std::make_shared<rclcpp::Node>("component", options);
    component->timer =
        component->node->create_wall_timer(milliseconds(1), [ticks = ticks_] { ++*ticks; });
    if (is_silent_) {
      component->waitable = std::make_shared<executors::SilentWaitable>();
      component->node->get_node_waitables_interface()->add_waitable(component->waitable, nullptr);
    }
    return {component, [](const std::shared_ptr<void>& instance) {
              return std::static_pointer_cast<Component>(instance)->node->get_node_base_interface();
            }};
  }

 private:
  const Ticks ticks_;
  const bool is_silent_;
};

/// Loads the components of this test.
class TestContainer : public Container {
 public:
  using Container::Container;

  std::vector<ComponentResource> get_component_resources(const std::string&,
                                                         const std::string&) const override {
    return {{kTicking, ""}, {kSilent, ""}};
  }
  std::shared_ptr<rclcpp_components::NodeFactory> create_component_factory(
      const ComponentResource& resource) override {
    const bool is_silent = resource.first == kSilent;
    return std::make_shared<Factory>(is_silent ? silent_ticks : ticks, is_silent);
  }

  /// Why it was not loaded; empty if it was.
  std::string load(const std::string& plugin, const std::string& node) {
    const auto request = std::make_shared<LoadNode::Request>();
    request->plugin_name = plugin;
    request->node_name = node;
    const auto response = std::make_shared<LoadNode::Response>();
    on_load_node(nullptr, request, response);
    EXPECT_EQ(response->success, response->error_message.empty());
    return response->error_message;
  }
  std::vector<std::string> loaded() {
    const auto response = std::make_shared<ListNodes::Response>();
    on_list_nodes(nullptr, nullptr, response);
    return response->full_node_names;
  }

  const Ticks ticks = std::make_shared<std::atomic<int>>(0);
  const Ticks silent_ticks = std::make_shared<std::atomic<int>>(0);
};

void expect_a_silent_component_to_be_refused(ExecutorKind kind, const Options& options) {
  // Starts ROS.
  executors::make_node("context");
  composed_process::StopRequest stop("container_test", kPatience);
  const auto container = std::make_shared<TestContainer>("container_test", kind, options, &stop);
  container->spin();
  EXPECT_EQ(container->load(kTicking, "before"), "");
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(container->load(kSilent, "silent"), "does not tell");
  }
  EXPECT_EQ(container->load(kTicking, "after"), "");
  EXPECT_TRUE(container->loaded() == (std::vector<std::string>{"/before", "/after"}));
  const int ticks = *container->ticks;
  EXPECT_TRUE(becomes([&] { return *container->ticks > ticks + 10; }));
  // Nothing of it is left.
  EXPECT_EQ(container->silent_ticks.use_count(), 1);
  EXPECT_EQ(stop.failure(), "");
}

TEST_CASE(AComponentThatItsExecutorCannotServeIsRefusedAndTheContainerGoesOn) {
  Options options;
  expect_a_silent_component_to_be_refused(ExecutorKind::kEvents, options);
  options.isolated = true;
  expect_a_silent_component_to_be_refused(ExecutorKind::kEvents, options);
  expect_a_silent_component_to_be_refused(ExecutorKind::kRclcppEvents, options);
  options.isolated = false;
  std::string error;
  EXPECT_TRUE(options.placement.add(composed_process::kOthers, &error));
  expect_a_silent_component_to_be_refused(ExecutorKind::kEvents, options);
}

}  // namespace

}  // namespace containers
