// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "composition.hpp"

#include <exception>

#include "executor_factory.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "managers.hpp"
#include "program.hpp"
#include "rcl/init.h"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/utilities.hpp"
#include "ros_arguments.hpp"
#include "thread_name.hpp"

namespace manual_composition {

namespace {

bool is_in_transition(std::uint8_t state) {
  return state >= lifecycle_msgs::msg::State::TRANSITION_STATE_CONFIGURING;
}

}  // namespace

Composition::Composition(const Options& options, const std::vector<NodeFactory>& table,
                         composed_process::StopRequest* stop)
    : options_(options), table_(table), stop_(stop) {}

rclcpp::NodeOptions Composition::options_of(const NodeRow& row) const {
  rclcpp::NodeOptions options;
  const bool is_possible = row.can_use_intra_process || composed_process::kRclcpp.keeps_latched();
  options.use_intra_process_comms(options_.use_intra_process_comms && is_possible);
  // Nav2's classes name themselves, but there are two managers of one class.
  if (row.is_manager) options.arguments(name_arguments(row.name));
  return options;
}

void Composition::construct() {
  for (const NodeFactory& factory : table_) {
    if (stop_->wanted()) return;
    const NodeRow& row = factory.row;
    stop_->doing("constructing " + row.name);
    // The threads that a node makes for itself carry its name too.
    const composed_process::ThreadName name(row.thread_name);
    try {
      members_.push_back({&factory, factory.construct(options_of(row))});
    } catch (const std::exception& error) {
      return stop_->fail("cannot construct " + row.name + ": " + error.what());
    }
    const std::string actual = members_.back().node.base->get_fully_qualified_name();
    if (actual != "/" + row.name) {
      return stop_->fail(row.name + " came out as " + actual +
                         "; start the process without a node name or namespace");
    }
  }
}

void Composition::spin() {
  stop_->doing("starting executors");
  has_started_ = true;
  for (const Member& member : members_) {
    const NodeRow& row = member.factory->row;
    // The threads that an executor makes carry the node's name too.
    const composed_process::ThreadName name(row.thread_name);
    const auto executor = composed_process::make_executor(options_.executor);
    executor->add_node(member.node.base);
    threads_.emplace_back(row.thread_name, executor, [this, &row](const std::string& what) {
      stop_->fail(row.name + ": " + what);
    });
  }
  stop_->doing("running");
}

bool Composition::transitions_are_over() const {
  std::vector<std::string> managers;
  bool all_finalized = true;
  for (const Member& member : members_) {
    if (member.factory->row.is_manager) managers.push_back("/" + member.factory->row.name);
    if (member.node.lifecycle_state) {
      all_finalized &=
          member.node.lifecycle_state() == lifecycle_msgs::msg::State::PRIMARY_STATE_FINALIZED;
    }
  }
  return all_finalized || !rclcpp::ok() ||
         composed_process::busy_manager(kProgram, managers, composed_process::kManagersPatience)
             .empty();
}

void Composition::leave_at_once() const {
  // A costmap, for one, waits a minute for a transform that nobody may send. What would end the
  // wait, an invalid context, also keeps the nodes from cleaning up, and then their destructors
  // find threads still running. So the process ends without.
  std::string busy;
  for (const Member& member : members_) {
    if (member.node.lifecycle_state && is_in_transition(member.node.lifecycle_state())) {
      busy += (busy.empty() ? "" : ", ") + member.factory->row.name;
    }
  }
  stop_->leave_at_once("in a transition of " + (busy.empty() ? "its nodes" : busy));
}

void Composition::stop_threads() {
  stop_->doing("waiting for the lifecycle managers");
  if (!transitions_are_over()) leave_at_once();
  for (composed_process::ExecutorThread& thread : threads_) thread.cancel();
  auto member = members_.begin();
  for (composed_process::ExecutorThread& thread : threads_) {
    stop_->doing("waiting for a callback of " + member->factory->row.name);
    thread.join();
    ++member;
  }
  threads_.clear();
}

void Composition::take_down() {
  if (!has_started_) {
    // Nothing has happened yet, so there is nothing to clean up, and it would even end in a crash
    // where a lifecycle manager's constructor threw: it leaves a hook behind that points to it.
    const auto context = rclcpp::contexts::get_global_default_context()->get_rcl_context();
    if (rcl_shutdown(context.get()) != RCL_RET_OK) rcl_reset_error();
  } else {
    stop_threads();
    stop_->doing("cleaning up the nodes");
    // Nav2's nodes deactivate and clean up before the context goes down; no thread is left that
    // would use them meanwhile.
    rclcpp::shutdown();
  }
  while (!members_.empty()) {
    stop_->doing("destroying " + members_.back().factory->row.name);
    members_.pop_back();
  }
  stop_->doing("leaving");
}

}  // namespace manual_composition
