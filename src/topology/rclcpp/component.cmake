# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# The engine of topologies on rclcpp: messages, the component, a process of its own. To be included,
# for generators and components register with the directory that calls ament_package().
set(topology_problem "")
foreach(package rclcpp rclcpp_action rclcpp_components rosidl_cmake rosidl_generator_cpp)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND AND topology_problem STREQUAL "")
    set(topology_problem "${package} was not found")
  endif()
endforeach()
if(NOT TARGET composed_process AND topology_problem STREQUAL "")
  set(topology_problem "std_srvs was not found")
endif()
if(NOT topology_problem STREQUAL "")
  message(STATUS "the engine of topologies is not built: ${topology_problem}")
  return()
endif()

# Fast DDS and, by introspection, Cyclone DDS.
set(TOPOLOGY_TYPE_SUPPORTS
  rosidl_typesupport_fastrtps_cpp
  rosidl_typesupport_introspection_cpp)
set(TOPOLOGY_GENERATE_OPTIONS "")
include(${CMAKE_CURRENT_LIST_DIR}/../interfaces/generate.cmake)
rosidl_get_typesupport_target(topology_messages ${PROJECT_NAME} rosidl_typesupport_cpp)

set(topology_directory ${CMAKE_CURRENT_SOURCE_DIR}/src/topology)
add_library(topology_node SHARED
  ${topology_directory}/rclcpp/action_ports.cpp
  ${topology_directory}/rclcpp/large_message_ports.cpp
  ${topology_directory}/rclcpp/message_ports.cpp
  ${topology_directory}/rclcpp/other_message_ports.cpp
  ${topology_directory}/rclcpp/rclcpp_node.cpp
  ${topology_directory}/rclcpp/service_ports.cpp
  ${topology_directory}/rclcpp/small_message_ports.cpp
  ${topology_directory}/rclcpp/topology_node.cpp
)
target_compile_options(topology_node PRIVATE -Wall -Wextra)
target_link_libraries(topology_node PUBLIC
  topology_core
  ${topology_messages}
  rclcpp::rclcpp
  rclcpp_action::rclcpp_action
  rclcpp_components::component
  composed_process
)
rclcpp_components_register_nodes(topology_node "nav2_composition_bench::TopologyNode")

add_executable(topology_process
  ${topology_directory}/rclcpp/process_main.cpp
  ${topology_directory}/ros/named_nodes.cpp
  ${topology_directory}/ros/parameter_files.cpp
)
target_compile_options(topology_process PRIVATE -Wall -Wextra)
target_link_libraries(topology_process PRIVATE topology_node composed_process)
install(TARGETS topology_node DESTINATION lib)
install(TARGETS topology_process DESTINATION lib/${PROJECT_NAME})
