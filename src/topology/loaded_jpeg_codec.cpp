// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// In the place of jpeg_codec.cpp where libjpeg is in a library of its own: its code is larger than
// the engine's, and a process that makes no picture need not map it.
#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "jpeg_library.hpp"

namespace topology {

namespace {

const JpegLibrary& load() {
  static const JpegLibrary& loaded = []() -> const JpegLibrary& {
    void* const library = dlopen(kJpegLibrary, RTLD_NOW | RTLD_LOCAL);
    const void* const symbol = library == nullptr ? nullptr : dlsym(library, kJpegSymbol);
    if (symbol == nullptr) throw std::runtime_error(std::string("JPEG: ") + dlerror());
    return *static_cast<const JpegLibrary*>(symbol);
  }();
  return loaded;
}

}  // namespace

struct JpegEncoder::State {
  JpegEncoder* loaded = nullptr;
};

bool has_jpeg() { return true; }

JpegEncoder::JpegEncoder(std::uint32_t width, std::uint32_t height, int quality)
    : state_(new State{load().make_encoder(width, height, quality)}) {}

JpegEncoder::~JpegEncoder() { load().destroy_encoder(state_->loaded); }

const std::uint8_t* JpegEncoder::encode(const std::uint8_t* rgb, std::size_t* size) {
  return load().encode(state_->loaded, rgb, size);
}

bool decode_jpeg(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>* rgb) {
  return load().decode(data, size, rgb);
}

}  // namespace topology
