// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "rclcpp/utilities.hpp"

namespace composed_process {

void init_ros(const std::vector<std::string>& arguments) {
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  rclcpp::init(static_cast<int>(words.size()), words.data(), rclcpp::InitOptions(),
               rclcpp::SignalHandlerOptions::None);
}

}  // namespace composed_process
