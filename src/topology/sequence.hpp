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

/// Tracking numbers per publisher. A publisher's first message that is seen sets what is expected,
/// for what was sent before the two had met is nobody's loss.
class Sequence {
 public:
  Arrival Note(std::uint32_t publisher_id, std::uint32_t number) {
    std::int64_t& expected = ExpectedOf(publisher_id);
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

  std::int64_t& ExpectedOf(std::uint32_t id) {
    for (Publisher& publisher : publishers_) {
      if (publisher.id == id) return publisher.expected;
    }
    publishers_.push_back({id, kNothing});
    return publishers_.back().expected;
  }

  std::vector<Publisher> publishers_;  ///< A topic has few.
};

}  // namespace topology

#endif  // TOPOLOGY__SEQUENCE_HPP_
