// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__MESSAGE_OPERATIONS_HPP_
#define TOPOLOGY__ROS__MESSAGE_OPERATIONS_HPP_

#include <cstddef>
#include <cstdint>

#include "description.hpp"
#include "message_header.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace topology {

/// What can be done with a generated message whose type is known by name only.
struct MessageOperations {
  const rosidl_message_type_support_t* (*type_support)();
  /// On the heap, and not initialised, which for 8 MB would cost more than sending it.
  void* (*make)();
  void* (*copy)(const void* message);
  void (*destroy)(void* message);
  /// Room for so much data; a message of fixed size has it.
  void (*resize)(void* message, std::size_t size);
  std::uint8_t* (*data)(void* message);
  std::size_t (*size)(const void* message);
  MessageHeader (*header)(const void* message);
  void (*set_header)(void* message, const MessageHeader& header);
  /// Width, height and encoding of an image; nothing for others.
  void (*set_picture)(void* message, const Payload& payload);
};

struct ServiceOperations {
  const rosidl_service_type_support_t* (*type_support)();
  MessageOperations request;
  MessageOperations response;
};

const MessageOperations& operations_of(const MessageKind& kind);
/// Only for a kind that has a service.
const ServiceOperations& service_operations_of(const MessageKind& kind);

}  // namespace topology

#endif  // TOPOLOGY__ROS__MESSAGE_OPERATIONS_HPP_
