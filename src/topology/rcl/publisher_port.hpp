// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__PUBLISHER_PORT_HPP_
#define TOPOLOGY__RCL__PUBLISHER_PORT_HPP_

#include <memory>

#include "client.hpp"
#include "intra_process.hpp"
#include "rcl/publisher.h"

namespace topology {

/// A publisher of rcl. A message that nobody takes by pointer is made once and used again.
class RclPublisher : public PublisherPort {
 public:
  /// `pointers` is nullptr where messages do not pass by pointer.
  RclPublisher(rcl_node_t* node, const PublisherDescription& description, PointerTopic* pointers);
  ~RclPublisher() override;
  RclPublisher(const RclPublisher&) = delete;
  RclPublisher& operator=(const RclPublisher&) = delete;

  Borrowed borrow(std::size_t size) override;
  bool send(const MessageHeader& header) override;
  std::size_t match_count() override;

 private:
  void* borrow_loan();
  bool is_wanted_outside();

  rcl_node_t* const node_;
  const PublisherDescription description_;
  const MessageOperations& operations_;
  rcl_publisher_t publisher_;
  PointerTopic* const pointers_;
  rmw_gid_t gid_{};
  std::shared_ptr<void> message_;
  void* loan_ = nullptr;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__PUBLISHER_PORT_HPP_
