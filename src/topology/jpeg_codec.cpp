// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "jpeg_codec.hpp"

#ifdef TOPOLOGY_HAS_JPEG
#include <setjmp.h>

#include <cstdio>
#include <cstdlib>
// It needs the two above first.
#include <jpeglib.h>
#endif

namespace topology {

#ifdef TOPOLOGY_HAS_JPEG

namespace {

constexpr int kColours = 3;

// libjpeg ends the process at an error unless it is left by a jump.
struct ErrorExit {
  jpeg_error_mgr manager;
  jmp_buf leave;
};

void leave(j_common_ptr info) { longjmp(reinterpret_cast<ErrorExit*>(info->err)->leave, 1); }

void ignore(j_common_ptr, int) {}

}  // namespace

struct JpegEncoder::State {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  unsigned char* buffer = nullptr;
  unsigned long capacity = 0;  // NOLINT: libjpeg's type
  int quality = 0;
};

bool has_jpeg() { return true; }

JpegEncoder::JpegEncoder(std::uint32_t width, std::uint32_t height, int quality)
    : state_(std::make_unique<State>()) {
  state_->info.err = jpeg_std_error(&state_->errors);
  jpeg_create_compress(&state_->info);
  state_->info.image_width = width;
  state_->info.image_height = height;
  state_->info.input_components = kColours;
  state_->info.in_color_space = JCS_RGB;
  state_->quality = quality;
  // No compressed image is larger than this, so that libjpeg never takes a buffer of its own.
  state_->capacity = std::size_t{width} * height * kColours * 2 + 4096;
  state_->buffer = static_cast<unsigned char*>(std::malloc(state_->capacity));
}

JpegEncoder::~JpegEncoder() {
  jpeg_destroy_compress(&state_->info);
  std::free(state_->buffer);
}

const std::uint8_t* JpegEncoder::encode(const std::uint8_t* rgb, std::size_t* size) {
  unsigned char* out = state_->buffer;
  unsigned long length = state_->capacity;  // NOLINT: libjpeg's type
  jpeg_mem_dest(&state_->info, &out, &length);
  jpeg_set_defaults(&state_->info);
  jpeg_set_quality(&state_->info, state_->quality, TRUE);
  jpeg_start_compress(&state_->info, TRUE);
  const std::size_t stride = std::size_t{state_->info.image_width} * kColours;
  while (state_->info.next_scanline < state_->info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(rgb + state_->info.next_scanline * stride);
    jpeg_write_scanlines(&state_->info, &row, 1);
  }
  jpeg_finish_compress(&state_->info);
  *size = length;
  return out;
}

bool decode_jpeg(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>* rgb) {
  jpeg_decompress_struct info{};
  ErrorExit errors{};
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave;
  errors.manager.emit_message = ignore;
  if (setjmp(errors.leave) != 0) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_RGB;
  jpeg_start_decompress(&info);
  const std::size_t stride = std::size_t{info.output_width} * kColours;
  rgb->resize(stride * info.output_height);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = rgb->data() + info.output_scanline * stride;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return true;
}

#else  // TOPOLOGY_HAS_JPEG

struct JpegEncoder::State {};

bool has_jpeg() { return false; }

JpegEncoder::JpegEncoder(std::uint32_t, std::uint32_t, int) {}
JpegEncoder::~JpegEncoder() = default;

const std::uint8_t* JpegEncoder::encode(const std::uint8_t*, std::size_t* size) {
  *size = 0;
  return nullptr;
}

bool decode_jpeg(const std::uint8_t*, std::size_t, std::vector<std::uint8_t>*) { return false; }

#endif  // TOPOLOGY_HAS_JPEG

}  // namespace topology
