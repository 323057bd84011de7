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
/// what was sent before the two had discovered each other is not lost. The same holds when it comes
/// again, as one of a node that was loaded anew: its numbers start at 1 then, its stamps go on.
class Sequence {
 public:
  Arrival note(std::uint32_t publisher_id, std::uint32_t number, std::int64_t stamp_ns) {
    Publisher& publisher = publisher_of(publisher_id);
    Arrival arrival;
    if (publisher.expected != kNothing && number < publisher.expected &&
        stamp_ns <= publisher.stamp_ns) {
      arrival.reordered = true;
      arrival.lost = -1;
      return arrival;
    }
    if (publisher.expected != kNothing && number > publisher.expected) {
      arrival.lost = number - publisher.expected;
    }
    publisher.expected = std::int64_t{number} + 1;
    publisher.stamp_ns = stamp_ns;
    return arrival;
  }

 private:
  static constexpr std::int64_t kNothing = -1;
  struct Publisher {
    std::uint32_t id = 0;
    std::int64_t expected = kNothing;
    std::int64_t stamp_ns = 0;  ///< Of the message before the expected one.
  };

  Publisher& publisher_of(std::uint32_t id) {
    if (first_.expected == kNothing) first_.id = id;
    if (first_.id == id) return first_;
    for (Publisher& publisher : others_) {
      if (publisher.id == id) return publisher;
    }
    return others_.emplace_back(Publisher{id});
  }

  Publisher first_;  ///< A topic has one most often, and few at most.
  std::vector<Publisher> others_;
};

}  // namespace topology

#endif  // TOPOLOGY__SEQUENCE_HPP_
