// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__SEQUENCE_HPP_
#define TOPOLOGY__SEQUENCE_HPP_

#include <cstdint>
#include <vector>

namespace topology {

/// What a tracking number says about the messages before it.
struct Arrival {
  std::int64_t lost = 0;  ///< To be added: the gap, or -1 for one that was counted as lost before.
  bool reordered = false;
};

/// Tracking numbers per publisher. A publisher's first message that is seen sets what is expected:
/// what was sent before the two had discovered each other is not lost.
class Sequence {
 public:
  Arrival note(std::uint32_t publisher_id, std::uint32_t number) {
    std::int64_t& expected = expected_of(publisher_id);
    Arrival arrival;
    if (expected == kNothing || number == expected) {
      expected = std::int64_t{number} + 1;
    } else if (number > expected) {
      arrival.lost = number - expected;
      expected = std::int64_t{number} + 1;
    } else {
      arrival.reordered = true;
      arrival.lost = -1;
    }
    return arrival;
  }

 private:
  static constexpr std::int64_t kNothing = -1;
  struct Publisher {
    std::uint32_t id;
    std::int64_t expected;
  };

  std::int64_t& expected_of(std::uint32_t id) {
    if (first_.expected == kNothing) first_.id = id;
    if (first_.id == id) return first_.expected;
    for (Publisher& publisher : others_) {
      if (publisher.id == id) return publisher.expected;
    }
    others_.push_back({id, kNothing});
    return others_.back().expected;
  }

  Publisher first_{0, kNothing};  ///< A topic has one most often, and few at most.
  std::vector<Publisher> others_;
};

}  // namespace topology

#endif  // TOPOLOGY__SEQUENCE_HPP_
