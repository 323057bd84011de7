// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_operations.hpp"

#include <string>
#include <unordered_map>

#include "data_access.hpp"
#include "generated_header.hpp"
#include "nav2_composition_bench/msg/image.hpp"
#include "nav2_composition_bench/msg/stamped100b.hpp"
#include "nav2_composition_bench/msg/stamped100kb.hpp"
#include "nav2_composition_bench/msg/stamped10b.hpp"
#include "nav2_composition_bench/msg/stamped10kb.hpp"
#include "nav2_composition_bench/msg/stamped12_float32.hpp"
#include "nav2_composition_bench/msg/stamped1kb.hpp"
#include "nav2_composition_bench/msg/stamped1mb.hpp"
#include "nav2_composition_bench/msg/stamped250b.hpp"
#include "nav2_composition_bench/msg/stamped250kb.hpp"
#include "nav2_composition_bench/msg/stamped3_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_int32.hpp"
#include "nav2_composition_bench/msg/stamped4mb.hpp"
#include "nav2_composition_bench/msg/stamped500kb.hpp"
#include "nav2_composition_bench/msg/stamped50kb.hpp"
#include "nav2_composition_bench/msg/stamped5mb.hpp"
#include "nav2_composition_bench/msg/stamped600kb.hpp"
#include "nav2_composition_bench/msg/stamped8mb.hpp"
#include "nav2_composition_bench/msg/stamped900kb.hpp"
#include "nav2_composition_bench/msg/stamped9_float32.hpp"
#include "nav2_composition_bench/msg/stamped_int64.hpp"
#include "nav2_composition_bench/msg/stamped_vector.hpp"
#include "nav2_composition_bench/srv/stamped100kb.hpp"
#include "nav2_composition_bench/srv/stamped10b.hpp"
#include "nav2_composition_bench/srv/stamped10kb.hpp"
#include "nav2_composition_bench/srv/stamped1kb.hpp"
#include "nav2_composition_bench/srv/stamped1mb.hpp"
#include "nav2_composition_bench/srv/stamped3_float32.hpp"
#include "nav2_composition_bench/srv/stamped4_int32.hpp"
#include "nav2_composition_bench/srv/stamped_int64.hpp"
#include "nav2_composition_bench/srv/stamped_vector.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace topology {

namespace {

namespace msg = nav2_composition_bench::msg;
namespace srv = nav2_composition_bench::srv;

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

const MessageOperations& operations_of(const MessageKind& kind) {
  static const std::unordered_map<std::string, MessageOperations> operations{
      {"stamped10b", operations_for<msg::Stamped10b>()},
      {"stamped100b", operations_for<msg::Stamped100b>()},
      {"stamped250b", operations_for<msg::Stamped250b>()},
      {"stamped1kb", operations_for<msg::Stamped1kb>()},
      {"stamped10kb", operations_for<msg::Stamped10kb>()},
      {"stamped50kb", operations_for<msg::Stamped50kb>()},
      {"stamped100kb", operations_for<msg::Stamped100kb>()},
      {"stamped250kb", operations_for<msg::Stamped250kb>()},
      {"stamped500kb", operations_for<msg::Stamped500kb>()},
      {"stamped600kb", operations_for<msg::Stamped600kb>()},
      {"stamped900kb", operations_for<msg::Stamped900kb>()},
      {"stamped1mb", operations_for<msg::Stamped1mb>()},
      {"stamped4mb", operations_for<msg::Stamped4mb>()},
      {"stamped5mb", operations_for<msg::Stamped5mb>()},
      {"stamped8mb", operations_for<msg::Stamped8mb>()},
      {"stamped3_float32", operations_for<msg::Stamped3Float32>()},
      {"stamped4_float32", operations_for<msg::Stamped4Float32>()},
      {"stamped9_float32", operations_for<msg::Stamped9Float32>()},
      {"stamped12_float32", operations_for<msg::Stamped12Float32>()},
      {"stamped4_int32", operations_for<msg::Stamped4Int32>()},
      {"stamped_int64", operations_for<msg::StampedInt64>()},
      {"stamped_vector", operations_for<msg::StampedVector>()},
      {"image", operations_for<msg::Image>()},
  };
  return operations.at(kind.name);
}

const ServiceOperations& service_operations_of(const MessageKind& kind) {
  static const std::unordered_map<std::string, ServiceOperations> operations{
      {"stamped10b", service_operations_for<srv::Stamped10b>()},
      {"stamped1kb", service_operations_for<srv::Stamped1kb>()},
      {"stamped10kb", service_operations_for<srv::Stamped10kb>()},
      {"stamped100kb", service_operations_for<srv::Stamped100kb>()},
      {"stamped1mb", service_operations_for<srv::Stamped1mb>()},
      {"stamped3_float32", service_operations_for<srv::Stamped3Float32>()},
      {"stamped4_int32", service_operations_for<srv::Stamped4Int32>()},
      {"stamped_int64", service_operations_for<srv::StampedInt64>()},
      {"stamped_vector", service_operations_for<srv::StampedVector>()},
  };
  return operations.at(kind.name);
}

}  // namespace topology
