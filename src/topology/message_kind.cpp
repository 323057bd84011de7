// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "message_kind.hpp"

namespace topology {

const char kImage[] = "image";

const std::vector<MessageKind>& message_kinds() {
  constexpr std::size_t kKilo = 1024;
  constexpr std::size_t kMega = 1024 * kKilo;
  static const std::vector<MessageKind> kinds{
      {"stamped10b", 10, true},
      {"stamped50b", 50, false},
      {"stamped100b", 100, false},
      {"stamped250b", 250, false},
      {"stamped1kb", kKilo, true},
      {"stamped5kb", 5 * kKilo, false},
      {"stamped10kb", 10 * kKilo, true},
      {"stamped25kb", 25 * kKilo, false},
      {"stamped50kb", 50 * kKilo, false},
      {"stamped100kb", 100 * kKilo, true},
      {"stamped250kb", 250 * kKilo, false},
      {"stamped500kb", 500 * kKilo, false},
      {"stamped600kb", 600 * kKilo, false},
      {"stamped900kb", 900 * kKilo, false},
      {"stamped1mb", kMega, true},
      {"stamped4mb", 4 * kMega, true},
      {"stamped5mb", 5 * kMega, false},
      {"stamped8mb", 8 * kMega, false},
      {"stamped3_float32", 3 * 4, true},
      {"stamped4_float32", 4 * 4, false},
      {"stamped9_float32", 9 * 4, false},
      {"stamped12_float32", 12 * 4, false},
      {"stamped4_int32", 4 * 4, true},
      {"stamped_int64", 8, true},
      {"stamped_vector", 0, true},
      {kImage, 0, false},
  };
  return kinds;
}

const MessageKind* find_message_kind(const std::string& name) {
  for (const MessageKind& kind : message_kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::vector<std::string> message_names(bool of_services) {
  std::vector<std::string> names;
  for (const MessageKind& kind : message_kinds()) {
    if (!of_services || kind.has_service) names.push_back(kind.name);
  }
  return names;
}

}  // namespace topology
