// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__PAYLOAD_MAKER_HPP_
#define TOPOLOGY__PAYLOAD_MAKER_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "description.hpp"
#include "jpeg_codec.hpp"

namespace topology {

/// Makes the data of one publisher's messages.
class PayloadMaker {
 public:
  explicit PayloadMaker(const Payload& payload);

  /// What is made is part of sending an image, so that it is stamped before.
  bool is_picture() const { return payload_.kind != PayloadKind::kPattern; }

  /// Makes the data as far as that needs no message, and says how much there is.
  std::size_t prepare();

  /// Writes what was prepared.
  void fill(std::uint8_t* data, std::size_t size, std::uint32_t tracking_number) const;

 private:
  const Payload payload_;
  std::vector<std::uint8_t> picture_;
  std::unique_ptr<JpegEncoder> encoder_;
  const std::uint8_t* prepared_ = nullptr;
};

/// A test picture: gradients with some texture, which compresses about as a room does.
std::vector<std::uint8_t> test_picture(std::uint32_t width, std::uint32_t height);

}  // namespace topology

#endif  // TOPOLOGY__PAYLOAD_MAKER_HPP_
