# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# The node as a component, and in a process of its own. To be included, for components register with
# the directory that calls ament_package().
find_package(rclcpp QUIET)
find_package(rclcpp_components QUIET)
if(NOT rclcpp_FOUND OR NOT rclcpp_components_FOUND)
  message(STATUS "the node of known cost is not built: rclcpp or rclcpp_components was not found")
  return()
endif()
add_library(known_cost_node SHARED src/known_cost/known_cost_node.cpp)
target_compile_options(known_cost_node PRIVATE -Wall -Wextra)
target_link_libraries(known_cost_node
  PUBLIC rclcpp::rclcpp
  PRIVATE known_cost_core rclcpp_components::component)
target_include_directories(known_cost_node INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/src/known_cost)
rclcpp_components_register_node(known_cost_node
  PLUGIN nav2_composition_bench::KnownCostNode EXECUTABLE known_cost)
install(TARGETS known_cost_node DESTINATION lib)
