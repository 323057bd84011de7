// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef EXECUTORS__CACHE_LINE_HPP_
#define EXECUTORS__CACHE_LINE_HPP_

#include <cstddef>

namespace executors {

/// Bytes that two cores do not write at the same time without disturbing each other, and that come
/// from memory together.
constexpr std::size_t kCacheLine = 64;

}  // namespace executors

#endif  // EXECUTORS__CACHE_LINE_HPP_
