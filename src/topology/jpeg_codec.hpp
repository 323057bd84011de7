// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__JPEG_CODEC_HPP_
#define TOPOLOGY__JPEG_CODEC_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace topology {

/// What to say where JPEG is asked for and libjpeg was not there when this was built.
constexpr char kNoJpeg[] =
    "this was built without libjpeg; install its headers (apt install libjpeg-dev) and build again";

bool has_jpeg();

/// Compresses RGB images into a buffer that it keeps.
class JpegEncoder {
 public:
  JpegEncoder(std::uint32_t width, std::uint32_t height, int quality);
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  /// The compressed image, valid until the next call.
  const std::uint8_t* encode(const std::uint8_t* rgb, std::size_t* size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Decompresses into `*rgb`, which it makes as large as needed; false for bytes that are no JPEG.
bool decode_jpeg(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>* rgb);

}  // namespace topology

#endif  // TOPOLOGY__JPEG_CODEC_HPP_
