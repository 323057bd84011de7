// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "service_ports.hpp"

#include <cstring>
#include <utility>

#include "error.hpp"
#include "rcl/graph.h"
#include "ros/qos.hpp"

namespace topology {

namespace {

// Made once and used again, so that here all of it is written.
std::shared_ptr<void> make_message(const MessageOperations& operations, std::size_t size) {
  std::shared_ptr<void> message(operations.make(), operations.destroy);
  operations.resize(message.get(), size);
  std::memset(operations.data(message.get()), 0, operations.size(message.get()));
  return message;
}

}  // namespace

ServiceEntity::ServiceEntity(rcl_node_t* node, Group* group,
                             const rosidl_service_type_support_t* type_support,
                             const std::string& name, const rmw_qos_profile_t& qos)
    : Entity(group), node_(node), service_(rcl_get_zero_initialized_service()) {
  rcl_service_options_t options = rcl_service_get_default_options();
  options.qos = qos;
  check(rcl_service_init(&service_, node, type_support, name.c_str(), &options), "service " + name);
}

ServiceEntity::~ServiceEntity() {
  if (rcl_service_fini(&service_, node_) != RCL_RET_OK) rcl_reset_error();
}

void ServiceEntity::add_to(rcl_wait_set_t* set) {
  check(rcl_wait_set_add_service(set, &service_, &index_), "wait set");
}

std::vector<EventPart> ServiceEntity::event_parts() {
  return {{[this](rcl_event_callback_t callback, const void* user_data) {
             return rcl_service_set_on_new_request_callback(&service_, callback, user_data);
           },
           [this] { run(); }}};
}

RclServer::RclServer(rcl_node_t* node, Group* group, const ServerDescription& description,
                     RequestCallback callback)
    : ServiceEntity(node, group, service_operations_of(*description.kind).type_support(),
                    description.service, to_rmw(description.qos)),
      operations_(service_operations_of(*description.kind)),
      callback_(std::move(callback)),
      request_(make_message(operations_.request, 0)),
      response_(make_message(operations_.response, description.size_bytes)) {}

ServiceEnd RclServer::service_end() const {
  return {ServiceEnd::Kind::kServer, rcl_service_get_service_name(service())};
}

void RclServer::run() {
  rmw_request_id_t id{};
  if (rcl_take_request(service(), &id, request_.get()) != RCL_RET_OK) return rcl_reset_error();
  MessageHeader header = operations_.request.header(request_.get());
  callback_(header);
  header.size = static_cast<std::uint32_t>(operations_.response.size(response_.get()));
  operations_.response.set_header(response_.get(), header);
  // A client that has gone meanwhile is no failure of ours.
  if (rcl_send_response(service(), &id, response_.get()) != RCL_RET_OK) rcl_reset_error();
}

RclServiceClient::RclServiceClient(rcl_node_t* node, Group* group,
                                   const ClientDescription& description, AnswerCallback callback)
    : Entity(group),
      node_(node),
      operations_(service_operations_of(*description.kind)),
      callback_(std::move(callback)),
      client_(rcl_get_zero_initialized_client()),
      request_(make_message(operations_.request, 0)),
      response_(make_message(operations_.response, 0)) {
  rcl_client_options_t options = rcl_client_get_default_options();
  options.qos = to_rmw(description.qos);
  check(rcl_client_init(&client_, node, operations_.type_support(), description.service.c_str(),
                        &options),
        "client of " + description.service);
}

RclServiceClient::~RclServiceClient() {
  if (rcl_client_fini(&client_, node_) != RCL_RET_OK) rcl_reset_error();
}

void RclServiceClient::add_to(rcl_wait_set_t* set) {
  check(rcl_wait_set_add_client(set, &client_, &index_), "wait set");
}

std::vector<EventPart> RclServiceClient::event_parts() {
  return {{[this](rcl_event_callback_t callback, const void* user_data) {
             return rcl_client_set_on_new_response_callback(&client_, callback, user_data);
           },
           [this] { run(); }}};
}

ServiceEnd RclServiceClient::service_end() const {
  return {ServiceEnd::Kind::kClient, rcl_client_get_service_name(&client_)};
}

void RclServiceClient::run() {
  rmw_request_id_t id{};
  if (rcl_take_response(&client_, &id, response_.get()) != RCL_RET_OK) return rcl_reset_error();
  callback_(operations_.response.header(response_.get()), true);
}

bool RclServiceClient::is_server_there() {
  bool is_there = false;
  if (rcl_service_server_is_available(node_, &client_, &is_there) != RCL_RET_OK) rcl_reset_error();
  return is_there;
}

bool RclServiceClient::send(const MessageHeader& header) {
  operations_.request.set_header(request_.get(), header);
  std::int64_t sequence = 0;
  const rcl_ret_t status = rcl_send_request(&client_, request_.get(), &sequence);
  if (status != RCL_RET_OK) rcl_reset_error();
  return status == RCL_RET_OK;
}

}  // namespace topology
