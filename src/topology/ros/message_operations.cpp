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
constexpr MessageOperations OperationsFor() {
  return {
      &rosidl_typesupport_cpp::get_message_type_support_handle<Message>,
      []() -> void* { return new Message(rosidl_runtime_cpp::MessageInitialization::SKIP); },
      [](const void* message) -> void* {
        return new Message(*static_cast<const Message*>(message));
      },
      [](void* message) { delete static_cast<Message*>(message); },
      &Resize<Message>,
      &DataOf<Message>,
      &SizeOf<Message>,
      [](const void* message) { return FromRos(static_cast<const Message*>(message)->header); },
      [](void* message, const MessageHeader& header) {
        ToRos(header, &static_cast<Message*>(message)->header);
      },
      &SetPicture<Message>,
  };
}

template <typename Service>
ServiceOperations ServiceOperationsFor() {
  return {&rosidl_typesupport_cpp::get_service_type_support_handle<Service>,
          OperationsFor<typename Service::Request>(), OperationsFor<typename Service::Response>()};
}

}  // namespace

const MessageOperations& OperationsOf(const MessageKind& kind) {
  static const std::unordered_map<std::string, MessageOperations> operations{
      {"stamped10b", OperationsFor<msg::Stamped10b>()},
      {"stamped100b", OperationsFor<msg::Stamped100b>()},
      {"stamped250b", OperationsFor<msg::Stamped250b>()},
      {"stamped1kb", OperationsFor<msg::Stamped1kb>()},
      {"stamped10kb", OperationsFor<msg::Stamped10kb>()},
      {"stamped50kb", OperationsFor<msg::Stamped50kb>()},
      {"stamped100kb", OperationsFor<msg::Stamped100kb>()},
      {"stamped250kb", OperationsFor<msg::Stamped250kb>()},
      {"stamped500kb", OperationsFor<msg::Stamped500kb>()},
      {"stamped600kb", OperationsFor<msg::Stamped600kb>()},
      {"stamped900kb", OperationsFor<msg::Stamped900kb>()},
      {"stamped1mb", OperationsFor<msg::Stamped1mb>()},
      {"stamped4mb", OperationsFor<msg::Stamped4mb>()},
      {"stamped5mb", OperationsFor<msg::Stamped5mb>()},
      {"stamped8mb", OperationsFor<msg::Stamped8mb>()},
      {"stamped3_float32", OperationsFor<msg::Stamped3Float32>()},
      {"stamped4_float32", OperationsFor<msg::Stamped4Float32>()},
      {"stamped9_float32", OperationsFor<msg::Stamped9Float32>()},
      {"stamped12_float32", OperationsFor<msg::Stamped12Float32>()},
      {"stamped4_int32", OperationsFor<msg::Stamped4Int32>()},
      {"stamped_int64", OperationsFor<msg::StampedInt64>()},
      {"stamped_vector", OperationsFor<msg::StampedVector>()},
      {"image", OperationsFor<msg::Image>()},
  };
  return operations.at(kind.name);
}

const ServiceOperations& ServiceOperationsOf(const MessageKind& kind) {
  static const std::unordered_map<std::string, ServiceOperations> operations{
      {"stamped10b", ServiceOperationsFor<srv::Stamped10b>()},
      {"stamped1kb", ServiceOperationsFor<srv::Stamped1kb>()},
      {"stamped10kb", ServiceOperationsFor<srv::Stamped10kb>()},
      {"stamped100kb", ServiceOperationsFor<srv::Stamped100kb>()},
      {"stamped1mb", ServiceOperationsFor<srv::Stamped1mb>()},
      {"stamped3_float32", ServiceOperationsFor<srv::Stamped3Float32>()},
      {"stamped4_int32", ServiceOperationsFor<srv::Stamped4Int32>()},
      {"stamped_int64", ServiceOperationsFor<srv::StampedInt64>()},
      {"stamped_vector", ServiceOperationsFor<srv::StampedVector>()},
  };
  return operations.at(kind.name);
}

}  // namespace topology
