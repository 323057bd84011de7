// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "parameter_files.hpp"

#include <algorithm>
#include <stdexcept>

#include "placement.hpp"
#include "rcl/error_handling.h"
#include "rcl_yaml_param_parser/parser.h"

namespace topology {

namespace {

ParameterValue value_of(const rcl_variant_t& value) {
  if (value.bool_value != nullptr) return *value.bool_value;
  if (value.integer_value != nullptr) return *value.integer_value;
  if (value.double_value != nullptr) return *value.double_value;
  if (value.string_value != nullptr) return std::string(value.string_value);
  if (value.string_array_value != nullptr) {
    const rcutils_string_array_t& array = *value.string_array_value;
    return std::vector<std::string>(array.data, array.data + array.size);
  }
  if (value.integer_array_value != nullptr) {
    const rcl_int64_array_t& array = *value.integer_array_value;
    return std::vector<std::int64_t>(array.values, array.values + array.size);
  }
  const auto is_empty = [](const auto* array) { return array == nullptr || array->size == 0; };
  if (is_empty(value.bool_array_value) && is_empty(value.byte_array_value) &&
      is_empty(value.double_array_value)) {
    return std::monostate();  // An empty list has no type of its own.
  }
  return 0.0;
}

bool is_for_all(const std::string& name) { return name.find('*') != std::string::npos; }

// Of wildcards only the one that stands for every node is known.
bool covers(const std::string& name, const std::string& full_name) {
  return name == "/**" || name == full_name;
}

}  // namespace

ParameterFiles::ParameterFiles(const rcl_arguments_t& arguments) {
  rcl_params_t* params = nullptr;
  if (rcl_arguments_get_param_overrides(&arguments, &params) != RCL_RET_OK) {
    const std::string problem = rcl_get_error_string().str;
    rcl_reset_error();
    throw std::runtime_error("parameter files: " + problem);
  }
  if (params == nullptr) return;
  for (std::size_t node = 0; node < params->num_nodes; ++node) {
    ParameterMap map;
    const rcl_node_params_t& values = params->params[node];
    for (std::size_t at = 0; at < values.num_params; ++at) {
      map[values.parameter_names[at]] = value_of(values.parameter_values[at]);
    }
    // A key may do without the slash.
    parameters_.emplace_back(composed_process::full_name_of(params->node_names[node]),
                             std::move(map));
  }
  rcl_yaml_node_struct_fini(params);
}

std::vector<std::string> ParameterFiles::node_names() const {
  std::vector<std::string> names;
  for (const auto& [name, parameters] : parameters_) {
    if (!is_for_all(name) && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

ParameterMap ParameterFiles::parameters_of(const std::string& full_name) const {
  ParameterMap merged;
  for (const auto& [name, parameters] : parameters_) {
    if (!covers(name, full_name)) continue;
    for (const auto& [key, value] : parameters) merged[key] = value;
  }
  return merged;
}

}  // namespace topology
