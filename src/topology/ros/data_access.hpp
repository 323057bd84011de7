// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__DATA_ACCESS_HPP_
#define TOPOLOGY__ROS__DATA_ACCESS_HPP_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "description.hpp"
#include "nav2_composition_bench/msg/image.hpp"

/// Access to the data of generated messages, whatever the type of their field.
namespace topology {

template <typename Field>
constexpr bool kIsVector = false;
template <typename Element>
constexpr bool kIsVector<std::vector<Element>> = true;

// The data field as bytes, whatever its type.
template <typename Message>
std::uint8_t* data_of(void* message) {
  auto& data = static_cast<Message*>(message)->data;
  if constexpr (kIsVector<std::decay_t<decltype(data)>>) {
    return data.data();
  } else {
    return reinterpret_cast<std::uint8_t*>(&data);
  }
}

template <typename Message>
std::size_t size_of(const void* message) {
  const auto& data = static_cast<const Message*>(message)->data;
  if constexpr (kIsVector<std::decay_t<decltype(data)>>) {
    return data.size();
  } else {
    return sizeof(data);
  }
}

template <typename Message>
void resize(void* message, std::size_t size) {
  auto& data = static_cast<Message*>(message)->data;
  if constexpr (kIsVector<std::decay_t<decltype(data)>>) data.resize(size);
}

template <typename Message>
void set_picture(void* message, const Payload& payload) {
  if constexpr (std::is_same_v<Message, nav2_composition_bench::msg::Image>) {
    auto* const image = static_cast<Message*>(message);
    image->width = payload.width;
    image->height = payload.height;
    image->encoding = payload.kind == PayloadKind::kJpeg ? "jpeg" : "rgb8";
  }
}

}  // namespace topology

#endif  // TOPOLOGY__ROS__DATA_ACCESS_HPP_
