// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__SERVICE_PORTS_HPP_
#define TOPOLOGY__RCL__SERVICE_PORTS_HPP_

#include <memory>
#include <string>
#include <vector>

#include "client.hpp"
#include "entity.hpp"
#include "rcl/client.h"
#include "rcl/service.h"
#include "ros/message_operations.hpp"

namespace topology {

/// A service of rcl.
class ServiceEntity : public Entity {
 public:
  ServiceEntity(rcl_node_t* node, Group* group, const rosidl_service_type_support_t* type_support,
                const std::string& name, const rmw_qos_profile_t& qos);
  ~ServiceEntity() override;

  Places places() const override { return {0, 0, 0, 1}; }
  void add_to(rcl_wait_set_t* set) override;
  bool is_ready(const rcl_wait_set_t& set) override { return set.services[index_] != nullptr; }
  std::vector<EventPart> event_parts() override;

 protected:
  const rcl_service_t* service() const { return &service_; }

 private:
  rcl_node_t* const node_;
  rcl_service_t service_;
  std::size_t index_ = 0;
};

/// A service's server; its answer carries the request's header.
class RclServer : public ServiceEntity {
 public:
  RclServer(rcl_node_t* node, Group* group, const ServerDescription& description,
            RequestCallback callback);

  ServiceEnd service_end() const override;
  void run() override;

 private:
  const ServiceOperations& operations_;
  const RequestCallback callback_;
  std::shared_ptr<void> request_;
  std::shared_ptr<void> response_;
};

/// A service's client of rcl.
class RclServiceClient : public Entity {
 public:
  RclServiceClient(rcl_node_t* node, Group* group, const ClientDescription& description,
                   AnswerCallback callback);
  ~RclServiceClient() override;

  Places places() const override { return {0, 0, 1, 0}; }
  void add_to(rcl_wait_set_t* set) override;
  bool is_ready(const rcl_wait_set_t& set) override { return set.clients[index_] != nullptr; }
  std::vector<EventPart> event_parts() override;
  ServiceEnd service_end() const override;
  void run() override;

  bool is_server_there();
  bool send(const MessageHeader& header);

 private:
  rcl_node_t* const node_;
  const ServiceOperations& operations_;
  const AnswerCallback callback_;
  rcl_client_t client_;
  std::shared_ptr<void> request_;
  std::shared_ptr<void> response_;
  std::size_t index_ = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__SERVICE_PORTS_HPP_
