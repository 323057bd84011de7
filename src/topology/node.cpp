// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "node.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bad_parameter.hpp"
#include "node_parts.hpp"
#include "statistics_thread.hpp"
#include "work.hpp"

namespace topology {

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
    if (description_.track) subscription.counts = &counted.counts;
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

std::vector<Publisher*> Node::Named(const std::vector<std::string>& names) {
  std::vector<Publisher*> publishers;
  for (Publisher& publisher : publishers_) {
    if (std::find(names.begin(), names.end(), publisher.description().name) != names.end()) {
      publishers.push_back(&publisher);
    }
  }
  return publishers;
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
