// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// The message of bare_fast_dds, and the names that Fast DDS 3 (ROS 2 Kilted) has changed.
#ifndef BARE_MESSAGE_HPP_
#define BARE_MESSAGE_HPP_

#include <array>
#include <cstdint>
#include <cstring>

#include "fastdds/dds/topic/TopicDataType.hpp"
#if __has_include("fastdds/config.hpp")
#define HAS_FAST_DDS_3
#include "fastdds/dds/core/ReturnCode.hpp"
#include "fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.hpp"
#else
#include <functional>

#include "fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.h"
#endif

namespace fdds = eprosima::fastdds::dds;

#ifdef HAS_FAST_DDS_3
namespace rtps = eprosima::fastdds::rtps;
using fdds::Duration_t;
constexpr auto kOk = fdds::RETCODE_OK;
#else
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastrtps::Duration_t;
constexpr auto kOk = eprosima::fastrtps::types::ReturnCode_t::RETCODE_OK;
#endif

/// As long as Stamped10b is when serialised.
struct Message {
  std::int64_t stamp_ns = 0;
  std::array<std::uint8_t, 34> rest{};
};

constexpr char kTypeName[] = "Bare10b";

class MessageType : public fdds::TopicDataType {
 public:
#ifdef HAS_FAST_DDS_3
  MessageType() {
    set_name(kTypeName);
    max_serialized_type_size = sizeof(Message);
  }
  bool serialize(const void* data, rtps::SerializedPayload_t& payload,
                 fdds::DataRepresentationId_t) override {
    return write(data, &payload);
  }
  bool deserialize(rtps::SerializedPayload_t& payload, void* data) override {
    return read(payload, data);
  }
  std::uint32_t calculate_serialized_size(const void*, fdds::DataRepresentationId_t) override {
    return sizeof(Message);
  }
  void* create_data() override { return new Message; }
  void delete_data(void* data) override { delete static_cast<Message*>(data); }
  bool compute_key(rtps::SerializedPayload_t&, rtps::InstanceHandle_t&, bool) override {
    return false;
  }
  bool compute_key(const void*, rtps::InstanceHandle_t&, bool) override { return false; }
#else
  MessageType() {
    setName(kTypeName);
    m_typeSize = sizeof(Message);
  }
  bool serialize(void* data, rtps::SerializedPayload_t* payload) override {
    return write(data, payload);
  }
  bool deserialize(rtps::SerializedPayload_t* payload, void* data) override {
    return read(*payload, data);
  }
  std::function<std::uint32_t()> getSerializedSizeProvider(void*) override {
    return [] { return static_cast<std::uint32_t>(sizeof(Message)); };
  }
  void* createData() override { return new Message; }
  void deleteData(void* data) override { delete static_cast<Message*>(data); }
  bool getKey(void*, rtps::InstanceHandle_t*, bool) override { return false; }
#endif

 private:
  static bool write(const void* data, rtps::SerializedPayload_t* payload) {
    std::memcpy(payload->data, data, sizeof(Message));
    payload->length = sizeof(Message);
    return true;
  }
  static bool read(const rtps::SerializedPayload_t& payload, void* data) {
    std::memcpy(data, payload.data, sizeof(Message));
    return true;
  }
};

#endif  // BARE_MESSAGE_HPP_
