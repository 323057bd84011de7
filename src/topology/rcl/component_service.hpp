// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_
#define TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_

#include <functional>
#include <string>
#include <utility>

#include "entity.hpp"
#include "error.hpp"
#include "rcl/service.h"

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
class ComponentService : public Entity {
 public:
  using Handler = std::function<void(const Request&, Response*)>;

  ComponentService(rcl_node_t* node, Group* group,
                   const rosidl_service_type_support_t* type_support, const std::string& name,
                   CService<Request, Response> functions, Handler handler)
      : Entity(group),
        node_(node),
        functions_(functions),
        handler_(std::move(handler)),
        service_(rcl_get_zero_initialized_service()) {
    const rcl_service_options_t options = rcl_service_get_default_options();
    check(rcl_service_init(&service_, node, type_support, name.c_str(), &options),
          "service " + name);
  }

  ~ComponentService() override {
    if (rcl_service_fini(&service_, node_) != RCL_RET_OK) rcl_reset_error();
  }

  Places places() const override { return {0, 0, 0, 1}; }

  void add_to(rcl_wait_set_t* set) override {
    check(rcl_wait_set_add_service(set, &service_, &index_), "wait set");
  }

  bool is_ready(const rcl_wait_set_t& set) override { return set.services[index_] != nullptr; }

  std::vector<EventPart> event_parts() override {
    return {{[this](rcl_event_callback_t callback, const void* user_data) {
               return rcl_service_set_on_new_request_callback(&service_, callback, user_data);
             },
             [this] { run(); }}};
  }

  void run() override {
    CMessage<Request> request(functions_.init_request, functions_.fini_request);
    CMessage<Response> response(functions_.init_response, functions_.fini_response);
    rmw_request_id_t id{};
    if (rcl_take_request(&service_, &id, request.get()) != RCL_RET_OK) return rcl_reset_error();
    handler_(*request.get(), response.get());
    if (rcl_send_response(&service_, &id, response.get()) != RCL_RET_OK) rcl_reset_error();
  }

 private:
  rcl_node_t* const node_;
  const CService<Request, Response> functions_;
  const Handler handler_;
  rcl_service_t service_;
  std::size_t index_ = 0;
};

}  // namespace topology

#endif  // TOPOLOGY__RCL__COMPONENT_SERVICE_HPP_
