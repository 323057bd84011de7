// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__COMM_HPP_
#define PROCESS_SAMPLER__COMM_HPP_

#include <cstring>
#include <string_view>

namespace process_sampler {

/// Name of a process or thread. The kernel keeps 15 characters, for its own workers up to 63.
class Comm {
 public:
  static constexpr std::size_t kCapacity = 63;

  Comm() = default;
  explicit Comm(std::string_view text) {
    for (const char c : text) append(c);
  }

  /// Appends one character; what does not fit is dropped.
  void append(char c) {
    if (length_ < kCapacity) text_[length_++] = c;
  }

  std::string_view view() const { return std::string_view(text_, length_); }

 private:
  unsigned char length_ = 0;
  char text_[kCapacity] = {};
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__COMM_HPP_
