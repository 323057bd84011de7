// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__ENTITY_PARAMETERS_HPP_
#define TOPOLOGY__ENTITY_PARAMETERS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "description.hpp"

namespace topology {

constexpr std::int64_t kShortestPeriodNs = 1'000;
constexpr std::int64_t kLongestPeriodNs = 3'600'000'000'000;

// What entities of several kinds have. `at` is how the names of an entity's parameters begin. All
// throw BadParameter.

std::string read_full_name(ParameterReader* reader, const std::string& key);
const MessageKind* read_kind(ParameterReader* reader, const std::string& key, bool of_service);
/// One that must be there.
std::int64_t read_period(ParameterReader* reader, const std::string& key);
/// Of a client, which may never call.
std::int64_t read_calling_period(ParameterReader* reader, const std::string& at);
Qos read_qos(ParameterReader* reader, const std::string& at);
Work read_work(ParameterReader* reader, const std::string& at);
/// Names of the node's publishers.
std::vector<std::string> read_publishes(ParameterReader* reader, const std::string& key,
                                        const std::vector<std::string>& publishers);

}  // namespace topology

#endif  // TOPOLOGY__ENTITY_PARAMETERS_HPP_
