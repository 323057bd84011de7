// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What a node does when something comes or a timer is due.
#include <algorithm>

#include "clock.hpp"
#include "jpeg_codec.hpp"
#include "node.hpp"
#include "node_parts.hpp"
#include "work.hpp"

namespace topology {

void Node::on_message(Subscription* subscription, const Received& received) {
  std::int64_t now_ns = monotonic_now_ns();
  const bool is_decoded =
      !subscription->decode || decode_jpeg(received.data, received.size, &subscription->picture);
  if (subscription->decode) now_ns = monotonic_now_ns();
  if (subscription->counts != nullptr) {
    const MessageHeader& header = received.header;
    const Arrival arrival =
        subscription->sequence.note(header.publisher_id, header.tracking_number, header.stamp_ns);
    const std::int64_t latency_ns = now_ns - header.stamp_ns;
    const bool too_late = subscription->too_late_ns != 0 && latency_ns > subscription->too_late_ns;
    const bool late = !too_late && subscription->late_ns != 0 && latency_ns > subscription->late_ns;
    subscription->counts->write([&](SubscriptionCounts* counts) {
      counts->bytes += received.size;
      counts->latency.add(latency_ns);
      // Seldom any of them.
      if (late) ++counts->late;
      if (too_late) ++counts->too_late;
      if (arrival.lost != 0) counts->lost += arrival.lost;
      if (arrival.reordered) ++counts->reordered;
      if (!is_decoded) ++counts->decode_failed;
    });
    for (Swapped<PathCounts>* path : subscription->paths) {
      path->write([&](PathCounts* counts) { counts->latency.add(now_ns - header.root_stamp_ns); });
    }
  }
  std::int64_t root_stamp_ns = received.header.root_stamp_ns;
  if (subscription->fused && !fuse(subscription, &root_stamp_ns)) return;
  if (subscription->works) perform(subscription->description.work);
  publish_all(subscription->publishes, root_stamp_ns);
}

bool Node::fuse(Subscription* subscription, std::int64_t* root_stamp_ns) {
  subscription->waits = true;
  subscription->root_stamp_ns = *root_stamp_ns;
  if (!std::all_of(fused_.begin(), fused_.end(), [](const auto* each) { return each->waits; })) {
    return false;
  }
  for (Subscription* each : fused_) {
    each->waits = false;
    *root_stamp_ns = std::max(*root_stamp_ns, each->root_stamp_ns);
  }
  return true;
}

void Node::on_timer(Timer* timer) {
  if (description_.track) {
    const std::int64_t now_ns = monotonic_now_ns();
    if (timer->last_ns != 0) {
      timer->counts->write(
          [&](TimerCounts* counts) { counts->interval.add(now_ns - timer->last_ns); });
    }
    timer->last_ns = now_ns;
  }
  count_callback(timer->description.own_executor);
  perform(timer->description.work);
  publish_all(timer->publishes, Publisher::kBeginsChain);
  for (const auto& each : timer->renewed) each->renew();
}

void Node::call(Caller* caller) {
  // Asked until it is there, for the answer costs a walk through the graph.
  caller->server_was_there = caller->server_was_there || caller->port->is_server_there();
  if (!caller->server_was_there) return;
  MessageHeader header;
  header.tracking_number = ++caller->number;
  header.stamp_ns = header.root_stamp_ns = monotonic_now_ns();
  if (!caller->port->send(header)) return;
  caller->counts->write([](ClientCounts* counts) { ++counts->sent; });
}

void Node::on_answer(Caller* caller, const MessageHeader& sent, bool succeeded) {
  const std::int64_t latency_ns = monotonic_now_ns() - sent.stamp_ns;
  count_callback();
  if (!succeeded) return;
  caller->counts->write([&](ClientCounts* counts) {
    ++counts->answered;
    counts->latency.add(latency_ns);
  });
}

void Node::publish_all(const std::vector<Publisher*>& publishers, std::int64_t root_stamp_ns) {
  for (Publisher* publisher : publishers) publisher->publish(root_stamp_ns);
}

void Node::count_callback(bool is_apart) {
  if (!description_.track) return;
  Swapped<Tally>* const counted = is_apart ? &statistics_.callbacks_apart : &statistics_.callbacks;
  counted->write([](Tally* tally) { ++tally->count; });
}

}  // namespace topology
