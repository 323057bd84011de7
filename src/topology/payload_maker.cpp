// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "payload_maker.hpp"

#include <cstring>

namespace topology {

PayloadMaker::PayloadMaker(const Payload& payload) : payload_(payload) {
  if (is_picture()) picture_ = test_picture(payload.width, payload.height);
  if (payload.kind == PayloadKind::kJpeg) {
    encoder_ = std::make_unique<JpegEncoder>(payload.width, payload.height, payload.jpeg_quality);
  }
}

std::size_t PayloadMaker::prepare() {
  std::size_t size = payload_.size_bytes;
  prepared_ = picture_.data();
  if (encoder_) prepared_ = encoder_->encode(picture_.data(), &size);
  return size;
}

void PayloadMaker::fill(std::uint8_t* data, std::size_t size, std::uint32_t tracking_number) const {
  if (is_picture()) {
    std::memcpy(data, prepared_, size);
  } else if (size > 0) {
    // All of it: a message that nobody has written to is all one page of zeros to the kernel.
    std::memset(data, static_cast<int>(tracking_number & 0xFF), size);
  }
}

std::vector<std::uint8_t> test_picture(std::uint32_t width, std::uint32_t height) {
  std::vector<std::uint8_t> picture;
  picture.reserve(std::size_t{width} * height * 3);
  std::uint32_t noise = 1;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      noise = noise * 1'664'525U + 1'013'904'223U;
      const std::uint32_t grain = noise >> 29;
      const std::uint32_t tile = ((x / 32) ^ (y / 32)) & 1U ? 40 : 0;
      picture.push_back(static_cast<std::uint8_t>(x * 180 / width + tile + grain));
      picture.push_back(static_cast<std::uint8_t>(y * 180 / height + tile + grain));
      picture.push_back(static_cast<std::uint8_t>(90 + tile + grain));
    }
  }
  return picture;
}

}  // namespace topology
