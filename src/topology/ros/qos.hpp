// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ROS__QOS_HPP_
#define TOPOLOGY__ROS__QOS_HPP_

#include "description.hpp"
#include "rmw/qos_profiles.h"

namespace topology {

inline rmw_qos_profile_t to_rmw(const Qos& qos) {
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.history =
      qos.keep_all ? RMW_QOS_POLICY_HISTORY_KEEP_ALL : RMW_QOS_POLICY_HISTORY_KEEP_LAST;
  profile.depth = qos.depth;
  profile.reliability = qos.best_effort ? RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT
                                        : RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  profile.durability = qos.transient_local ? RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL
                                           : RMW_QOS_POLICY_DURABILITY_VOLATILE;
  return profile;
}

}  // namespace topology

#endif  // TOPOLOGY__ROS__QOS_HPP_
