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

void Node::OnMessage(Subscription* subscription, const Received& received) {
  std::int64_t now_ns = NowNs();
  const bool is_decoded =
      !subscription->decode || DecodeJpeg(received.data, received.size, &subscription->picture);
  if (subscription->decode) now_ns = NowNs();
  if (subscription->counts != nullptr) {
    const MessageHeader& header = received.header;
    const Arrival arrival =
        subscription->sequence.Note(header.publisher_id, header.tracking_number);
    const std::int64_t latency_ns = now_ns - header.stamp_ns;
    const bool too_late = subscription->too_late_ns != 0 && latency_ns > subscription->too_late_ns;
    const bool late = !too_late && subscription->late_ns != 0 && latency_ns > subscription->late_ns;
    subscription->counts->Write([&](SubscriptionCounts* counts) {
      counts->bytes += received.size;
      counts->latency.Add(latency_ns);
      // Seldom any of them.
      if (late) ++counts->late;
      if (too_late) ++counts->too_late;
      if (arrival.lost != 0) counts->lost += arrival.lost;
      if (arrival.reordered) ++counts->reordered;
      if (!is_decoded) ++counts->decode_failed;
    });
    for (Swapped<PathCounts>* path : subscription->paths) {
      path->Write([&](PathCounts* counts) { counts->latency.Add(now_ns - header.root_stamp_ns); });
    }
  }
  std::int64_t root_stamp_ns = received.header.root_stamp_ns;
  if (subscription->fused && !Fuse(subscription, &root_stamp_ns)) return;
  if (subscription->works) Do(subscription->description.work);
  PublishAll(subscription->publishes, root_stamp_ns);
}

bool Node::Fuse(Subscription* subscription, std::int64_t* root_stamp_ns) {
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

void Node::OnTimer(Timer* timer) {
  if (description_.track) {
    const std::int64_t now_ns = NowNs();
    if (timer->last_ns != 0) {
      timer->counts->Write(
          [&](TimerCounts* counts) { counts->interval.Add(now_ns - timer->last_ns); });
    }
    timer->last_ns = now_ns;
  }
  CountCallback();
  Do(timer->description.work);
  PublishAll(timer->publishes, Publisher::kBeginsChain);
}

void Node::Call(Caller* caller) {
  // Asked until it is there, for the answer costs a walk through the graph.
  caller->server_was_there = caller->server_was_there || caller->port->IsServerThere();
  if (!caller->server_was_there) return;
  MessageHeader header;
  header.tracking_number = ++caller->number;
  header.stamp_ns = header.root_stamp_ns = NowNs();
  if (!caller->port->Send(header)) return;
  caller->counts->Write([](ClientCounts* counts) { ++counts->sent; });
}

void Node::OnAnswer(Caller* caller, const MessageHeader& sent, bool succeeded) {
  const std::int64_t latency_ns = NowNs() - sent.stamp_ns;
  CountCallback();
  if (!succeeded) return;
  caller->counts->Write([&](ClientCounts* counts) {
    ++counts->answered;
    counts->latency.Add(latency_ns);
  });
}

void Node::PublishAll(const std::vector<Publisher*>& publishers, std::int64_t root_stamp_ns) {
  for (Publisher* publisher : publishers) publisher->Publish(root_stamp_ns);
}

void Node::CountCallback() {
  if (description_.track) statistics_.callbacks.Write([](Tally* tally) { ++tally->count; });
}

}  // namespace topology
