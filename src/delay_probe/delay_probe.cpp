// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Stands before functions of rcl, rcl_action and tracetools in the search order of the loader, so
// that any program of rclcpp is timed as it is, in whatever executor:
// - a timer, from when it was due (rcl_timer_call_with_info) to when its callback begins
//   (callback_start): an executor may call the timer in one thread and run the callback in another;
// - a goal, from its request to the moment in which the client takes the answer.
#include <dlfcn.h>

#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "delay_file.hpp"
#include "rcl/timer.h"
#include "rcl_action/action_client.h"

namespace {

using delay_probe::DelayFile;
using delay_probe::now_ns;

constexpr char kRcl[] = "librcl.so";
constexpr char kRclAction[] = "librcl_action.so";
constexpr char kTracetools[] = "libtracetools.so";
constexpr std::size_t kMostPending = 64;  // calls of one timer whose callback has yet to begin

/// The function that is called where this library is not loaded; null where there is none.
///
/// A library that only a component needs is not in the search order of the program.
template <typename Function>
Function* next(const char* library, const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr) function = dlsym(handle, name);
  }
  return reinterpret_cast<Function*>(function);
}

/// What has begun and not ended. Never destroyed: threads may outlive the destructors of statics.
struct State {
  using Goal = std::pair<const rcl_action_client_t*, std::int64_t>;

  std::mutex mutex;
  DelayFile file;
  std::unordered_map<const void*, const void*> timer_of_callback;
  std::unordered_map<const void*, const void*> callback_of_timer;
  std::unordered_map<const void*, std::deque<std::int64_t>> due_ns;  // by timer
  std::map<Goal, std::int64_t> sent_ns;
  std::map<Goal, std::int64_t> answered_ns;  // before the call that sent the request had returned
};

State& state() {
  static State* const instance = new State;
  return *instance;
}

__attribute__((destructor)) void flush_at_exit() {
  const std::lock_guard<std::mutex> lock(state().mutex);
  state().file.flush();
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

rcl_ret_t rcl_timer_call_with_info(rcl_timer_t* timer, rcl_timer_call_info_t* info) {
  static auto* const call =
      next<decltype(rcl_timer_call_with_info)>(kRcl, "rcl_timer_call_with_info");
  const rcl_ret_t result = call(timer, info);
  if (result == RCL_RET_OK) {
    // The timer's clock need not be the monotonic one; the difference of its times is a duration.
    const std::int64_t late_ns = info->actual_call_time - info->expected_call_time;
    const std::int64_t due_ns = now_ns() - late_ns;
    const std::lock_guard<std::mutex> lock(state().mutex);
    std::deque<std::int64_t>& pending = state().due_ns[timer];
    if (pending.size() == kMostPending) pending.pop_front();
    pending.push_back(due_ns);
  }
  return result;
}

rcl_ret_t rcl_timer_fini(rcl_timer_t* timer) {
  static auto* const fini = next<decltype(rcl_timer_fini)>(kRcl, "rcl_timer_fini");
  {
    const std::lock_guard<std::mutex> lock(state().mutex);
    const auto callback = state().callback_of_timer.find(timer);
    if (callback != state().callback_of_timer.end()) {
      state().timer_of_callback.erase(callback->second);
      state().callback_of_timer.erase(callback);
    }
    state().due_ns.erase(timer);
  }
  return fini(timer);
}

void ros_trace_rclcpp_timer_callback_added(const void* timer, const void* callback) {
  static auto* const added =
      next<void(const void*, const void*)>(kTracetools, "ros_trace_rclcpp_timer_callback_added");
  {
    const std::lock_guard<std::mutex> lock(state().mutex);
    state().timer_of_callback[callback] = timer;
    state().callback_of_timer[timer] = callback;
  }
  if (added != nullptr) added(timer, callback);
}

void ros_trace_callback_start(const void* callback, bool is_intra_process) {
  static auto* const start = next<void(const void*, bool)>(kTracetools, "ros_trace_callback_start");
  {
    const std::int64_t begun_ns = now_ns();
    const std::lock_guard<std::mutex> lock(state().mutex);
    const auto timer = state().timer_of_callback.find(callback);
    if (timer != state().timer_of_callback.end()) {
      std::deque<std::int64_t>& pending = state().due_ns[timer->second];
      if (!pending.empty()) {
        state().file.write('t', begun_ns, begun_ns - pending.front());
        pending.pop_front();
      }
    }
  }
  if (start != nullptr) start(callback, is_intra_process);
}

rcl_ret_t rcl_action_send_goal_request(const rcl_action_client_t* client, const void* request,
                                       std::int64_t* number) {
  static auto* const send =
      next<decltype(rcl_action_send_goal_request)>(kRclAction, "rcl_action_send_goal_request");
  const std::int64_t sent_ns = now_ns();
  const rcl_ret_t result = send(client, request, number);
  if (result == RCL_RET_OK) {
    const std::lock_guard<std::mutex> lock(state().mutex);
    const State::Goal goal(client, *number);
    const auto answered = state().answered_ns.find(goal);
    if (answered == state().answered_ns.end()) {
      state().sent_ns[goal] = sent_ns;
    } else {
      state().file.write('g', answered->second, answered->second - sent_ns);
      state().answered_ns.erase(answered);
    }
  }
  return result;
}

rcl_ret_t rcl_action_take_goal_response(const rcl_action_client_t* client, rmw_request_id_t* header,
                                        void* response) {
  static auto* const take =
      next<decltype(rcl_action_take_goal_response)>(kRclAction, "rcl_action_take_goal_response");
  const rcl_ret_t result = take(client, header, response);
  if (result == RCL_RET_OK) {
    const std::int64_t answered_ns = now_ns();
    const std::lock_guard<std::mutex> lock(state().mutex);
    const State::Goal goal(client, header->sequence_number);
    const auto sent = state().sent_ns.find(goal);
    if (sent == state().sent_ns.end()) {
      state().answered_ns[goal] = answered_ns;
    } else {
      state().file.write('g', answered_ns, answered_ns - sent->second);
      state().sent_ns.erase(sent);
    }
  }
  return result;
}

}  // extern "C"
#pragma GCC visibility pop
