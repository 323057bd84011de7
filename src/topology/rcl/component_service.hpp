// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_
#define TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_

#include <functional>
#include <string>
#include <utility>

#include "error.hpp"
#include "rcl/service.h"
#include "rmw/qos_profiles.h"
#include "service_ports.hpp"

namespace topology {

/// Initialises a generated C message and frees it.
template <typename Message>
class CMessage {
 public:
  CMessage(bool (*init)(Message*), void (*fini)(Message*)) : fini_(fini) {
    if (!init(&message_)) throw std::bad_alloc();
  }
  ~CMessage() { fini_(&message_); }
  CMessage(const CMessage&) = delete;
  CMessage& operator=(const CMessage&) = delete;
  Message* get() { return &message_; }

 private:
  Message message_;
  void (*fini_)(Message*);
};

/// How the messages of a service are made.
template <typename Request, typename Response>
struct CService {
  bool (*init_request)(Request*);
  void (*fini_request)(Request*);
  bool (*init_response)(Response*);
  void (*fini_response)(Response*);
};

/// A service of the container, with messages of C: the wheels' set-up generates no others of
/// composition_interfaces.
template <typename Request, typename Response>
class ComponentService : public ServiceEntity {
 public:
  using Handler = std::function<void(const Request&, Response*)>;

  ComponentService(rcl_node_t* node, Group* group,
                   const rosidl_service_type_support_t* type_support, const std::string& name,
                   CService<Request, Response> functions, Handler handler)
      : ServiceEntity(node, group, type_support, name, rmw_qos_profile_services_default),
        functions_(functions),
        handler_(std::move(handler)) {}

  void run() override {
    CMessage<Request> request(functions_.init_request, functions_.fini_request);
    CMessage<Response> response(functions_.init_response, functions_.fini_response);
    rmw_request_id_t id{};
    if (rcl_take_request(service(), &id, request.get()) != RCL_RET_OK) return rcl_reset_error();
    handler_(*request.get(), response.get());
    if (rcl_send_response(service(), &id, response.get()) != RCL_RET_OK) rcl_reset_error();
  }

 private:
  const CService<Request, Response> functions_;
  const Handler handler_;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_
