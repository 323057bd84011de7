// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "publisher.hpp"

#include "clock.hpp"

namespace topology {

std::uint32_t publisher_id(const std::string& node, const std::string& publisher) {
  // FNV-1a.
  std::uint32_t hash = 2'166'136'261U;
  for (const char c : node + ":" + publisher) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  }
  return hash;
}

Publisher::Publisher(const PublisherDescription& description, const std::string& node,
                     ClientNode* client, Swapped<PublisherCounts>* counts)
    : description_(description),
      id_(publisher_id(node, description.name)),
      frequency_(description.period_ns > 0 ? 1e9F / static_cast<float>(description.period_ns) : 0),
      payload_(description.payload),
      port_(client->make_publisher(description)),
      counts_(counts) {}

void Publisher::publish(std::int64_t root_stamp_ns, std::uint64_t missed) {
  if (description_.count != 0 && sent_ >= description_.count) return;
  // Messages before the last subscription has joined are lost to it, and Fast DDS 2.14 may stop
  // lending to a publisher that lends while one joins (its issue 6134).
  was_matched_ = was_matched_ || is_matched();
  if (!was_matched_) return;
  MessageHeader header;
  header.tracking_number = ++number_;
  if (description_.skip_every != 0 && number_ % description_.skip_every == 0) {
    return count(0, 0, missed, 0);
  }
  header.publisher_id = id_;
  header.frequency = frequency_;
  if (payload_.is_picture()) header.stamp_ns = monotonic_now_ns();
  const std::size_t size = payload_.prepare();
  const Borrowed message = port_->borrow(size);
  bool is_sent = false;
  if (message.data != nullptr) {
    payload_.fill(message.data, message.size, number_);
    header.size = static_cast<std::uint32_t>(message.size);
    if (!payload_.is_picture()) header.stamp_ns = monotonic_now_ns();
    header.root_stamp_ns = root_stamp_ns == kBeginsChain ? header.stamp_ns : root_stamp_ns;
    is_sent = port_->send(header);
  }
  sent_ += is_sent;
  count(is_sent, !is_sent, missed, is_sent ? size : 0);
}

void Publisher::count(std::uint64_t sent, std::uint64_t failed, std::uint64_t missed,
                      std::size_t bytes) {
  if (counts_ == nullptr) return;
  counts_->write([&](PublisherCounts* counts) {
    counts->sent += sent;
    counts->failed += failed;
    counts->missed += missed;
    counts->bytes += bytes;
  });
}

bool Publisher::is_matched() const {
  return description_.matches == 0 || port_->match_count() >= description_.matches;
}

}  // namespace topology
