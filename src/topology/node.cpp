// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bad_parameter.hpp"
#include "clock.hpp"
#include "jpeg_codec.hpp"
#include "sequence.hpp"
#include "statistics_thread.hpp"
#include "work.hpp"

namespace topology {

struct Node::Subscription {
  explicit Subscription(const SubscriptionDescription& described) : description(described) {}

  const SubscriptionDescription& description;
  std::vector<Publisher*> publishes;
  Swapped<SubscriptionCounts>* counts = nullptr;
  std::vector<Swapped<PathCounts>*> paths;
  Sequence sequence;
  std::vector<std::uint8_t> picture;
  bool waits = false;              ///< It is fused, and its message has not been fused yet.
  std::int64_t root_stamp_ns = 0;  ///< Of that message.
  std::unique_ptr<SubscriptionPort> port;
};

struct Node::Timer {
  TimerDescription description;
  std::vector<Publisher*> publishes;
  Swapped<TimerCounts>* counts = nullptr;
  std::int64_t last_ns = 0;  ///< When it was called before; 0: never.
};

/// A service's or an action's client.
struct Node::Caller {
  Swapped<ClientCounts>* counts = nullptr;
  std::uint32_t number = 0;
  bool server_was_there = false;
  std::unique_ptr<ClientPort> port;
};

Node::Node(NodeDescription description, ClientNode* client)
    : description_(std::move(description)), client_(client) {
  if (!description_.rmw.empty() && description_.rmw != client_->Middleware()) {
    throw BadParameter(
        "rmw", "is " + description_.rmw + ", and this process runs " + client_->Middleware(),
        client_->FullName());
  }
  MakePublishers();
  MakeSubscriptions();
  MakeServices();
  MakeActions();
  MakeTimers();
  // Last, for a node that could not be made must not be known to the thread.
  if (!description_.statistics_file.empty()) {
    StatisticsThread::Instance().Add(this, description_.statistics_file,
                                     description_.statistics_period_ns,
                                     description_.statistics_matches);
    is_written_ = true;
  }
}

Node::~Node() {
  if (is_written_) StatisticsThread::Instance().Remove(this);
}

void Node::MakePublishers() {
  for (const PublisherDescription& each : description_.publishers) {
    auto& counted = statistics_.publishers.emplace_back(each.name);
    publishers_.emplace_back(each, client_->FullName(), client_,
                             description_.track ? &counted.counts : nullptr);
  }
}

void Node::MakeSubscriptions() {
  for (const SubscriptionDescription& each : description_.subscriptions) {
    auto& counted = statistics_.subscriptions.emplace_back(each.name);
    Subscription& subscription = subscriptions_.emplace_back(each);
    subscription.publishes = Named(each.publishes);
    if (each.fused) fused_.push_back(&subscription);
    subscription.counts = &counted.counts;
    for (const std::string& path : each.paths) {
      subscription.paths.push_back(&statistics_.paths.emplace_back(path).counts);
    }
    subscription.port = client_->MakeSubscription(
        each,
        [this, &subscription](const Received& received) { OnMessage(&subscription, received); });
  }
}

void Node::MakeTimers() {
  for (Publisher& publisher : publishers_) {
    const std::int64_t period_ns = publisher.description().period_ns;
    if (period_ns == kByCallbacksOnly) continue;
    ports_.push_back(client_->MakeTimer(std::max<std::int64_t>(period_ns, 0),
                                        [this, &publisher](std::uint64_t missed) {
                                          CountCallback();
                                          publisher.Publish(Publisher::kBeginsChain, missed);
                                        }));
  }
  for (const TimerDescription& each : description_.timers) {
    auto* const counts = &statistics_.timers.emplace_back(each.name).counts;
    Timer* const timer = &timers_.emplace_back(Timer{each, Named(each.publishes), counts});
    ports_.push_back(
        client_->MakeTimer(each.period_ns, [this, timer](std::uint64_t) { OnTimer(timer); }));
  }
  auto next = callers_.begin();
  const auto call_every = [&](std::int64_t period_ns) {
    Caller* const caller = &*next++;
    ports_.push_back(client_->MakeTimer(period_ns, [this, caller](std::uint64_t) {
      CountCallback();
      Call(caller);
    }));
  };
  for (const ClientDescription& each : description_.clients) call_every(each.period_ns);
  for (const ActionClientDescription& each : description_.action_clients) {
    call_every(each.period_ns);
  }
}

void Node::MakeServices() {
  for (const ServerDescription& each : description_.servers) {
    auto* const counts = &statistics_.servers.emplace_back(each.name).counts;
    ports_.push_back(client_->MakeServer(
        each, [this, counts, work = each.work,
               publishes = Named(each.publishes)](const MessageHeader& request) {
          CountCallback();
          counts->Write([](Tally* tally) { ++tally->count; });
          Do(work);
          PublishAll(publishes, request.root_stamp_ns);
        }));
  }
  for (const ClientDescription& each : description_.clients) {
    Caller& caller = callers_.emplace_back();
    caller.counts = &statistics_.clients.emplace_back(each.name).counts;
    caller.port =
        client_->MakeClient(each, [this, &caller](const MessageHeader& sent, bool succeeded) {
          OnAnswer(&caller, sent, succeeded);
        });
  }
}

void Node::MakeActions() {
  for (const ActionServerDescription& each : description_.action_servers) {
    auto* const counts = &statistics_.action_servers.emplace_back(each.name).counts;
    ports_.push_back(client_->MakeActionServer(
        each, [this, counts, work = each.work, times = each.feedback](
                  const MessageHeader&, const std::function<void()>& feedback) {
          CountCallback();
          counts->Write([](Tally* tally) { ++tally->count; });
          Do(work);
          for (std::int64_t time = 0; time < times; ++time) feedback();
        }));
  }
  for (const ActionClientDescription& each : description_.action_clients) {
    Caller& caller = callers_.emplace_back();
    caller.counts = &statistics_.action_clients.emplace_back(each.name).counts;
    caller.port =
        client_->MakeActionClient(each, [this, &caller](const MessageHeader& sent, bool succeeded) {
          OnAnswer(&caller, sent, succeeded);
        });
  }
}

void Node::OnMessage(Subscription* subscription, const Received& received) {
  std::int64_t now_ns = NowNs();
  const SubscriptionDescription& description = subscription->description;
  const bool is_decoded =
      !description.decode || DecodeJpeg(received.data, received.size, &subscription->picture);
  if (description.decode) now_ns = NowNs();
  if (description_.track) {
    const MessageHeader& header = received.header;
    const Arrival arrival =
        subscription->sequence.Note(header.publisher_id, header.tracking_number);
    const std::int64_t latency_ns = now_ns - header.stamp_ns;
    const bool too_late = description.too_late_ns != 0 && latency_ns > description.too_late_ns;
    const bool late = !too_late && description.late_ns != 0 && latency_ns > description.late_ns;
    subscription->counts->Write([&](SubscriptionCounts* counts) {
      ++counts->received;
      counts->late += late;
      counts->too_late += too_late;
      counts->lost += arrival.lost;
      counts->reordered += arrival.reordered;
      counts->bytes += received.size;
      counts->decode_failed += !is_decoded;
      counts->latency.Add(latency_ns);
    });
    for (Swapped<PathCounts>* path : subscription->paths) {
      path->Write([&](PathCounts* counts) { counts->latency.Add(now_ns - header.root_stamp_ns); });
    }
  }
  std::int64_t root_stamp_ns = received.header.root_stamp_ns;
  if (description.fused && !Fuse(subscription, &root_stamp_ns)) return;
  Do(description.work);
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

std::vector<Publisher*> Node::Named(const std::vector<std::string>& names) {
  std::vector<Publisher*> publishers;
  for (Publisher& publisher : publishers_) {
    if (std::find(names.begin(), names.end(), publisher.description().name) != names.end()) {
      publishers.push_back(&publisher);
    }
  }
  return publishers;
}

void Node::PublishAll(const std::vector<Publisher*>& publishers, std::int64_t root_stamp_ns) {
  for (Publisher* publisher : publishers) publisher->Publish(root_stamp_ns);
}

void Node::CountCallback() {
  if (description_.track) statistics_.callbacks.Write([](Tally* tally) { ++tally->count; });
}

bool Node::IsDiscovered() {
  return std::all_of(publishers_.begin(), publishers_.end(),
                     [](const Publisher& publisher) { return publisher.IsMatched(); }) &&
         std::all_of(subscriptions_.begin(), subscriptions_.end(),
                     [](const Subscription& subscription) {
                       return subscription.port->Matches() >= subscription.description.matches;
                     }) &&
         std::all_of(callers_.begin(), callers_.end(),
                     [](const Caller& caller) { return caller.port->IsServerThere(); });
}

Discovered Node::Discover() {
  std::set<std::string> topics;
  for (const auto& each : description_.publishers) topics.insert(each.topic);
  for (const auto& each : description_.subscriptions) topics.insert(each.topic);
  return client_->Discover({topics.begin(), topics.end()});
}

std::size_t Node::Matches() {
  std::size_t matches = 0;
  for (const Publisher& publisher : publishers_) matches += publisher.Matches();
  for (const Subscription& subscription : subscriptions_) matches += subscription.port->Matches();
  return matches;
}

}  // namespace topology
