// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__NODE_HPP_
#define TOPOLOGY__NODE_HPP_

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "client.hpp"
#include "description.hpp"
#include "publisher.hpp"
#include "statistics.hpp"

namespace topology {

/// A node of a topology: does in its callbacks what its description says and counts it.
class Node : public StatisticsSource {
 public:
  /// `client` must live longer. Callbacks may come as soon as this is made.
  Node(NodeDescription description, ClientNode* client);
  /// The client's executor must not run this node's callbacks any more.
  ~Node() override;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  NodeStatistics& statistics() override { return statistics_; }
  ClientNode& client() override { return *client_; }
  bool is_discovered() override;
  Discovered discover() override;
  std::size_t match_count() override;

 private:
  struct Subscription;
  struct Timer;
  struct Caller;

  void make_publishers();
  void make_subscriptions();
  void make_timers();
  void make_services();
  void make_actions();

  void on_message(Subscription* subscription, const Received& received);
  /// Notes a fused subscription's message. True once each of them has one: then the root stamp
  /// becomes the latest of these.
  bool fuse(Subscription* subscription, std::int64_t* root_stamp_ns);
  void on_timer(Timer* timer);
  void on_answer(Caller* caller, const MessageHeader& sent, bool succeeded);
  void call(Caller* caller);
  std::vector<Publisher*> named(const std::vector<std::string>& names);
  static void publish_all(const std::vector<Publisher*>& publishers, std::int64_t root_stamp_ns);
  void count_callback(bool is_apart = false);

  const NodeDescription description_;
  ClientNode* const client_;
  NodeStatistics statistics_;
  std::list<Publisher> publishers_;
  std::list<Subscription> subscriptions_;
  std::vector<Subscription*> fused_;
  std::list<Timer> timers_;
  std::list<Caller> callers_;
  std::vector<std::unique_ptr<TimerPort>> timer_ports_;
  std::vector<std::unique_ptr<Port>> servers_;
  bool is_written_ = false;
};

}  // namespace topology

#endif  // TOPOLOGY__NODE_HPP_
