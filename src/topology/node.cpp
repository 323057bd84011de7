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

namespace {

// An hour, which no timer that is renewed waits for.
constexpr std::int64_t kNeverDueNs = 3'600'000'000'000;

}  // namespace

Node::Node(NodeDescription description, ClientNode* client)
    : description_(std::move(description)), client_(client) {
  if (!description_.rmw.empty() && description_.rmw != client_->middleware()) {
    throw BadParameter(
        "rmw", "is " + description_.rmw + ", and this process runs " + client_->middleware(),
        client_->full_name());
  }
  make_publishers();
  make_subscriptions();
  make_services();
  make_actions();
  make_timers();
  // Last, for a node that could not be made must not be known to the thread.
  if (!description_.statistics_file.empty()) {
    StatisticsThread::instance().add(this, description_.statistics_file,
                                     description_.statistics_period_ns,
                                     description_.statistics_matches);
    is_written_ = true;
  }
}

Node::~Node() {
  if (is_written_) StatisticsThread::instance().remove(this);
}

void Node::make_publishers() {
  for (const PublisherDescription& each : description_.publishers) {
    auto& counted = statistics_.publishers.emplace_back(each.name);
    publishers_.emplace_back(each, client_->full_name(), client_,
                             description_.track ? &counted.counts : nullptr);
  }
}

void Node::make_subscriptions() {
  for (const SubscriptionDescription& each : description_.subscriptions) {
    auto& counted = statistics_.subscriptions.emplace_back(each.name);
    Subscription& subscription = subscriptions_.emplace_back(each);
    subscription.publishes = named(each.publishes);
    if (each.fused) fused_.push_back(&subscription);
    if (description_.track) subscription.counts = &counted.counts;
    for (const std::string& path : each.paths) {
      subscription.paths.push_back(&statistics_.paths.emplace_back(path).counts);
    }
    subscription.port = client_->make_subscription(
        each,
        [this, &subscription](const Received& received) { on_message(&subscription, received); });
  }
}

void Node::make_timers() {
  for (Publisher& publisher : publishers_) {
    const std::int64_t period_ns = publisher.description().period_ns;
    if (period_ns == kByCallbacksOnly) continue;
    timer_ports_.push_back(client_->make_timer(std::max<std::int64_t>(period_ns, 0), false,
                                               [this, &publisher](std::uint64_t missed) {
                                                 count_callback();
                                                 publisher.publish(Publisher::kBeginsChain, missed);
                                               }));
  }
  for (const TimerDescription& each : description_.timers) {
    auto* const counts = &statistics_.timers.emplace_back(each.name).counts;
    Timer* const timer = &timers_.emplace_back(Timer{each, named(each.publishes), counts});
    for (std::int64_t renewed = 0; renewed < each.renews; ++renewed) {
      timer->renewed.push_back(client_->make_timer(kNeverDueNs, false, [](std::uint64_t) {}));
    }
    timer_ports_.push_back(client_->make_timer(each.period_ns, each.own_executor,
                                               [this, timer](std::uint64_t) { on_timer(timer); }));
  }
  auto next = callers_.begin();
  const auto call_every = [&](std::int64_t period_ns) {
    Caller* const caller = &*next++;
    if (period_ns == kNeverCalls) return;
    timer_ports_.push_back(client_->make_timer(period_ns, false, [this, caller](std::uint64_t) {
      count_callback();
      call(caller);
    }));
  };
  for (const ClientDescription& each : description_.clients) call_every(each.period_ns);
  for (const ActionClientDescription& each : description_.action_clients) {
    call_every(each.period_ns);
  }
}

void Node::make_services() {
  for (const ServerDescription& each : description_.servers) {
    auto* const counts = &statistics_.servers.emplace_back(each.name).counts;
    servers_.push_back(client_->make_server(
        each, [this, counts, work = each.work,
               publishes = named(each.publishes)](const MessageHeader& request) {
          count_callback();
          counts->write([](Tally* tally) { ++tally->count; });
          perform(work);
          publish_all(publishes, request.root_stamp_ns);
        }));
  }
  for (const ClientDescription& each : description_.clients) {
    Caller& caller = callers_.emplace_back();
    caller.counts = &statistics_.clients.emplace_back(each.name).counts;
    caller.port =
        client_->make_client(each, [this, &caller](const MessageHeader& sent, bool succeeded) {
          on_answer(&caller, sent, succeeded);
        });
  }
}

void Node::make_actions() {
  for (const ActionServerDescription& each : description_.action_servers) {
    auto* const counts = &statistics_.action_servers.emplace_back(each.name).counts;
    servers_.push_back(client_->make_action_server(
        each, [this, counts, work = each.work, times = each.feedback, is_apart = each.own_executor](
                  const MessageHeader&, const std::function<void()>& feedback) {
          count_callback(is_apart);
          counts->write([](Tally* tally) { ++tally->count; });
          perform(work);
          for (std::int64_t time = 0; time < times; ++time) feedback();
        }));
  }
  for (const ActionClientDescription& each : description_.action_clients) {
    Caller& caller = callers_.emplace_back();
    caller.counts = &statistics_.action_clients.emplace_back(each.name).counts;
    caller.port = client_->make_action_client(
        each, [this, &caller](const MessageHeader& sent, bool succeeded) {
          on_answer(&caller, sent, succeeded);
        });
  }
}

std::vector<Publisher*> Node::named(const std::vector<std::string>& names) {
  std::vector<Publisher*> publishers;
  for (Publisher& publisher : publishers_) {
    if (std::find(names.begin(), names.end(), publisher.description().name) != names.end()) {
      publishers.push_back(&publisher);
    }
  }
  return publishers;
}

bool Node::is_discovered() {
  return std::all_of(publishers_.begin(), publishers_.end(),
                     [](const Publisher& publisher) { return publisher.is_matched(); }) &&
         std::all_of(subscriptions_.begin(), subscriptions_.end(),
                     [](const Subscription& subscription) {
                       return subscription.port->match_count() >= subscription.description.matches;
                     }) &&
         std::all_of(callers_.begin(), callers_.end(),
                     [](const Caller& caller) { return caller.port->is_server_there(); });
}

Discovered Node::discover() {
  std::set<std::string> topics;
  for (const auto& each : description_.publishers) topics.insert(each.topic);
  for (const auto& each : description_.subscriptions) topics.insert(each.topic);
  return client_->discover({topics.begin(), topics.end()});
}

std::size_t Node::match_count() {
  std::size_t matches = 0;
  for (const Publisher& publisher : publishers_) matches += publisher.match_count();
  for (const Subscription& subscription : subscriptions_)
    matches += subscription.port->match_count();
  return matches;
}

}  // namespace topology
