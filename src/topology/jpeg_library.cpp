// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "jpeg_library.hpp"

/// Its name is kJpegSymbol.
extern "C" __attribute__((visibility("default"))) const topology::JpegLibrary topology_jpeg;
const topology::JpegLibrary topology_jpeg{
    [](std::uint32_t width, std::uint32_t height, int quality) {
      return new topology::JpegEncoder(width, height, quality);
    },
    [](topology::JpegEncoder* encoder) { delete encoder; },
    [](topology::JpegEncoder* encoder, const std::uint8_t* rgb, std::size_t* size) {
      return encoder->encode(rgb, size);
    },
    topology::decode_jpeg,
};
