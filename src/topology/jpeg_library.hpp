// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__JPEG_LIBRARY_HPP_
#define TOPOLOGY__JPEG_LIBRARY_HPP_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jpeg_codec.hpp"

namespace topology {

/// What the library offers that holds libjpeg.
struct JpegLibrary {
  JpegEncoder* (*make_encoder)(std::uint32_t width, std::uint32_t height, int quality);
  void (*destroy_encoder)(JpegEncoder* encoder);
  const std::uint8_t* (*encode)(JpegEncoder* encoder, const std::uint8_t* rgb, std::size_t* size);
  bool (*decode)(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>* rgb);
};

/// Name of the library and of its `const JpegLibrary`.
constexpr char kJpegLibrary[] = "libtopology_jpeg.so";
constexpr char kJpegSymbol[] = "topology_jpeg";

}  // namespace topology

#endif  // TOPOLOGY__JPEG_LIBRARY_HPP_
