// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_operations.hpp"

#include <string>
#include <unordered_map>

#include "data_access.hpp"
#include "generated_header.hpp"
#include "message_types.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace topology {

namespace {

template <typename Message>
constexpr MessageOperations operations_for() {
  return {
      &rosidl_typesupport_cpp::get_message_type_support_handle<Message>,
      []() -> void* { return new Message(rosidl_runtime_cpp::MessageInitialization::SKIP); },
      [](const void* message) -> void* {
        return new Message(*static_cast<const Message*>(message));
      },
      [](void* message) { delete static_cast<Message*>(message); },
      &resize<Message>,
      &data_of<Message>,
      &size_of<Message>,
      [](const void* message) { return from_ros(static_cast<const Message*>(message)->header); },
      [](void* message, const MessageHeader& header) {
        to_ros(header, &static_cast<Message*>(message)->header);
      },
      &set_picture<Message>,
  };
}

template <typename Service>
ServiceOperations service_operations_for() {
  return {&rosidl_typesupport_cpp::get_service_type_support_handle<Service>,
          operations_for<typename Service::Request>(),
          operations_for<typename Service::Response>()};
}

}  // namespace

#define OPERATIONS(name, Type) {#name, operations_for<nav2_composition_bench::msg::Type>()},
#define SERVICE_OPERATIONS(name, Type) \
  {#name, service_operations_for<nav2_composition_bench::srv::Type>()},

const MessageOperations& operations_of(const MessageKind& kind) {
  static const std::unordered_map<std::string, MessageOperations> operations{
      TOPOLOGY_SMALL_MESSAGES(OPERATIONS) TOPOLOGY_LARGE_MESSAGES(OPERATIONS)
          TOPOLOGY_OTHER_MESSAGES(OPERATIONS)};
  return operations.at(kind.name);
}

const ServiceOperations& service_operations_of(const MessageKind& kind) {
  static const std::unordered_map<std::string, ServiceOperations> operations{
      TOPOLOGY_SERVICES(SERVICE_OPERATIONS)};
  return operations.at(kind.name);
}

}  // namespace topology
