// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// What a message between two processes takes with Fast DDS alone, as rmw_fastrtps configures it,
// and without ROS: a wait set and a thread that takes what has come.
//
//   bare_fast_dds send PERIOD_MS
//   bare_fast_dds receive
//
// Runs until standard input ends and prints the number of messages and their median latency in ns.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bare_message.hpp"
#include "clock.hpp"
#include "fastdds/dds/core/condition/WaitSet.hpp"
#include "fastdds/dds/domain/DomainParticipant.hpp"
#include "fastdds/dds/domain/DomainParticipantFactory.hpp"
#include "fastdds/dds/publisher/DataWriter.hpp"
#include "fastdds/dds/publisher/Publisher.hpp"
#include "fastdds/dds/subscriber/DataReader.hpp"
#include "fastdds/dds/subscriber/SampleInfo.hpp"
#include "fastdds/dds/subscriber/Subscriber.hpp"
#include "fastdds/dds/topic/TypeSupport.hpp"

namespace {

using topology::monotonic_now_ns;

bool has_ended() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

int print(std::vector<std::int64_t> latencies) {
  std::sort(latencies.begin(), latencies.end());
  std::printf("%zu %lld\n", latencies.size(),
              latencies.empty() ? 0LL : static_cast<long long>(latencies[latencies.size() / 2]));
  return 0;
}

/// As rmw_fastrtps has them by default: reliable, volatile, keep last 10, written synchronously.
template <typename Qos>
Qos reliable(Qos qos) {
  qos.reliability().kind = fdds::RELIABLE_RELIABILITY_QOS;
  qos.durability().kind = fdds::VOLATILE_DURABILITY_QOS;
  qos.history().kind = fdds::KEEP_LAST_HISTORY_QOS;
  qos.history().depth = 10;
  qos.data_sharing().off();
  return qos;
}

void send(fdds::DomainParticipant* participant, fdds::Topic* topic, std::int64_t period_ms) {
  fdds::Publisher* const publisher = participant->create_publisher(fdds::PUBLISHER_QOS_DEFAULT);
  fdds::DataWriterQos qos = reliable(fdds::DATAWRITER_QOS_DEFAULT);
  qos.publish_mode().kind = fdds::SYNCHRONOUS_PUBLISH_MODE;
  fdds::DataWriter* const writer = publisher->create_datawriter(topic, qos);
  Message message;
  while (!has_ended()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(period_ms));
    message.stamp_ns = monotonic_now_ns();
    writer->write(&message);
  }
}

std::vector<std::int64_t> receive(fdds::DomainParticipant* participant, fdds::Topic* topic) {
  fdds::Subscriber* const subscriber = participant->create_subscriber(fdds::SUBSCRIBER_QOS_DEFAULT);
  fdds::DataReader* const reader =
      subscriber->create_datareader(topic, reliable(fdds::DATAREADER_QOS_DEFAULT));
  reader->get_statuscondition().set_enabled_statuses(fdds::StatusMask::data_available());
  fdds::WaitSet set;
  set.attach_condition(reader->get_statuscondition());
  std::vector<std::int64_t> latencies;
  latencies.reserve(1'000'000);
  Message message;
  fdds::SampleInfo info;
  while (!has_ended()) {
    fdds::ConditionSeq active;
    set.wait(active, Duration_t(0.1));
    while (reader->take_next_sample(&message, &info) == kOk) {
      latencies.push_back(monotonic_now_ns() - message.stamp_ns);
    }
  }
  return latencies;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if ((mode != "send" || argc != 3) && (mode != "receive" || argc != 2)) {
    std::fputs("usage: bare_fast_dds send PERIOD_MS | receive\n", stderr);
    return 2;
  }
  const char* const domain = std::getenv("ROS_DOMAIN_ID");
  auto* const factory = fdds::DomainParticipantFactory::get_instance();
  // Shared memory alone, so that nothing of it reaches a network.
  fdds::DomainParticipantQos qos = fdds::PARTICIPANT_QOS_DEFAULT;
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports.push_back(
      std::make_shared<eprosima::fastdds::rtps::SharedMemTransportDescriptor>());
  fdds::DomainParticipant* const participant = factory->create_participant(
      static_cast<fdds::DomainId_t>(domain == nullptr ? 0 : std::atoi(domain)), qos);
  fdds::TypeSupport type(new MessageType);
  type.register_type(participant);
  fdds::Topic* const topic = participant->create_topic("bare", kTypeName, fdds::TOPIC_QOS_DEFAULT);
  std::vector<std::int64_t> latencies;
  if (mode == "send") {
    send(participant, topic, std::atoi(argv[2]));
  } else {
    latencies = receive(participant, topic);
  }
  participant->delete_contained_entities();
  factory->delete_participant(participant);
  return print(std::move(latencies));
}
