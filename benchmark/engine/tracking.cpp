// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What the engine takes to track a message, without middleware: two programs side by side differ by
// more than that from one run to the next.
//
//   tracking MESSAGES_PER_PERIOD
//
// A node that tracks and one that does not are given the same messages, in turns. Of the first one
// the statistics are written as often as it says. Prints the difference of the CPU times in ns per
// message, the median of all turns.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "clock.hpp"
#include "fake_client.hpp"
#include "node.hpp"
#include "statistics_file.hpp"

namespace {

using topology::monotonic_now_ns;
using topology::Node;
using topology::test::FakeClient;

constexpr int kTurns = 101;
constexpr int kMessages = 10'000;
// From 30 µs on in so many steps, as latencies of one entity spread.
constexpr std::int64_t kShortestNs = 30'000;
constexpr std::int64_t kStepNs = 1'700;
constexpr int kSteps = 64;

topology::NodeDescription describe(bool track) {
  topology::SubscriptionDescription subscription;
  subscription.name = "in";
  subscription.kind = topology::find_message_kind("stamped10b");
  subscription.late_ns = 5'000'000;
  subscription.too_late_ns = 50'000'000;
  topology::NodeDescription node;
  node.subscriptions.push_back(subscription);
  node.track = track;
  return node;
}

class Receiver {
 public:
  Receiver(bool track, int per_period)
      : node_(describe(track), &client_), per_period_(track ? per_period : 0) {}

  /// CPU time that the messages of a turn take.
  std::int64_t receive() {
    const topology::MessageCallback& callback = client_.on_message.at("in");
    topology::Received received;
    const std::int64_t begin_ns = topology::read_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (int message = 0; message < kMessages; ++message) {
      received.header.tracking_number = ++number_;
      received.header.stamp_ns = monotonic_now_ns() - kShortestNs - message % kSteps * kStepNs;
      callback(received);
      if (per_period_ != 0 && message % per_period_ == 0) {
        file_.write_period(0, 1, &node_, &spare_);
      }
    }
    return topology::read_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
  }

 private:
  FakeClient client_;
  Node node_;
  const int per_period_;
  std::uint32_t number_ = 0;
  topology::StatisticsFile file_{"/dev/null"};
  topology::SpareRecords spare_;
};

}  // namespace

int main(int argc, char** argv) {
  const int per_period = argc == 2 ? std::atoi(argv[1]) : 0;
  if (per_period < 1) {
    std::fputs("usage: tracking MESSAGES_PER_PERIOD\n", stderr);
    return 2;
  }
  Receiver tracked(true, per_period);
  Receiver untracked(false, per_period);
  std::vector<double> differences;
  for (int turn = 0; turn < kTurns; ++turn) {
    const std::int64_t without_ns = untracked.receive();
    differences.push_back(static_cast<double>(tracked.receive() - without_ns) / kMessages);
  }
  std::nth_element(differences.begin(), differences.begin() + kTurns / 2, differences.end());
  std::printf("%.1f\n", differences[kTurns / 2]);
  return 0;
}
