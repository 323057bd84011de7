// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <algorithm>
#include <cstddef>

#include "bad_parameter.hpp"

namespace topology {

namespace {

constexpr std::size_t kMaxNameLength = 255;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// Keys of statistics: the writer neither quotes them nor splits them.
bool is_entity_name(const std::string& name) {
  return !name.empty() && name.size() <= kMaxNameLength &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

// Parameters that every node of ROS 2 has or may be given.
bool is_of_ros(const std::string& name) {
  return name == "use_sim_time" || name == "start_type_description_service" ||
         name.rfind("qos_overrides.", 0) == 0;
}

}  // namespace

const ParameterValue* ParameterReader::find(const std::string& name) {
  asked_.insert(name);
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? nullptr : &found->second;
}

bool ParameterReader::flag(const std::string& name, bool fallback) {
  const ParameterValue* const value = find(name);
  if (value == nullptr) return fallback;
  if (const auto* flag = std::get_if<bool>(value)) return *flag;
  throw BadParameter(name, "must be true or false");
}

std::int64_t ParameterReader::integer(const std::string& name, std::int64_t fallback,
                                      std::int64_t least, std::int64_t most) {
  const ParameterValue* const value = find(name);
  if (value == nullptr) return fallback;
  const auto* number = std::get_if<std::int64_t>(value);
  if (number == nullptr) throw BadParameter(name, "must be a whole number");
  if (*number < least || *number > most) {
    throw BadParameter(name, "is " + std::to_string(*number) + "; it must be from " +
                                 std::to_string(least) + " to " + std::to_string(most));
  }
  return *number;
}

std::string ParameterReader::read_text(const std::string& name, const std::string& fallback) {
  const ParameterValue* const value = find(name);
  if (value == nullptr) return fallback;
  if (const auto* text = std::get_if<std::string>(value)) return *text;
  throw BadParameter(name, "must be a text");
}

std::string ParameterReader::read_text(const std::string& name) {
  std::string text = read_text(name, "");
  if (text.empty()) throw BadParameter(name, "is missing");
  return text;
}

std::size_t ParameterReader::choice(const std::string& name, std::size_t fallback,
                                    const std::vector<std::string>& choices) {
  const std::string text = read_text(name, choices[fallback]);
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end()) {
    throw BadParameter(name, "is '" + text + "'; it must be one of " + joined(choices));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

std::vector<std::string> ParameterReader::read_texts(const std::string& name) {
  const ParameterValue* const value = find(name);
  if (value == nullptr) return {};
  const auto* names = std::get_if<std::vector<std::string>>(value);
  if (names == nullptr) {
    // An empty list has no type of its own in YAML and in a LoadNode request.
    const auto* numbers = std::get_if<std::vector<std::int64_t>>(value);
    if (std::holds_alternative<std::monostate>(*value) || (numbers && numbers->empty())) return {};
    throw BadParameter(name, "must be a list of texts; in YAML y, n, on and off are none");
  }
  return *names;
}

std::vector<std::string> ParameterReader::names(const std::string& name) {
  std::vector<std::string> names = read_texts(name);
  std::set<std::string> seen;
  for (const std::string& entry : names) {
    if (!is_entity_name(entry)) {
      throw BadParameter(name, "has the entry '" + entry + "'; it must be 1 to 255 of a-z, 0-9, _");
    }
    if (!seen.insert(entry).second) throw BadParameter(name, "has '" + entry + "' twice");
  }
  return names;
}

void ParameterReader::refuse_unknown() const {
  for (const auto& [name, value] : parameters_) {
    if (asked_.count(name) == 0 && !is_of_ros(name)) {
      throw BadParameter(name, "is not a parameter of a topology's node");
    }
  }
}

}  // namespace topology
