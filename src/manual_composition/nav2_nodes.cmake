# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Writes nav2_nodes.hpp from the package's node table for the distribution that is sourced, and
# finds the packages in it. NAV2_NODES_PROBLEM says what is missing, if anything is.
set(NAV2_NODES_PROBLEM "")
set(_package_root ${CMAKE_CURRENT_LIST_DIR}/../..)
set(_study ${_package_root}/nav2_composition_bench/study)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${_study}/nav2_table.py ${_study}/node_entry.py ${_study}/node_table.py
  ${_study}/table_export.py)

# Writes the table in one of the exporter's formats; touches the file only when it has changed,
# since the header takes minutes to compile.
function(nav2_nodes_export format output)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${_package_root} PYTHONDONTWRITEBYTECODE=1
      ${Python3_EXECUTABLE} -m nav2_composition_bench.study.table_export
      --distro $ENV{ROS_DISTRO} --format ${format}
    OUTPUT_FILE ${output}.new ERROR_VARIABLE problem RESULT_VARIABLE status
    ERROR_STRIP_TRAILING_WHITESPACE)
  if(status EQUAL 0)
    configure_file(${output}.new ${output} COPYONLY)
  else()
    set(NAV2_NODES_PROBLEM "${problem}" PARENT_SCOPE)
  endif()
endfunction()

# Lets a target use the table's packages: the libraries of the nodes, and of what else a package
# exports the targets, for their headers.
#
# A package of Nav2 hands on every library that it or its dependencies link, each a hundred times:
# thousands of words that keep a linker busy for minutes.
function(nav2_nodes_link target)
  set(directories "")
  set(exported "")
  foreach(package library IN ZIP_LISTS NAV2_BENCH_PACKAGES NAV2_BENCH_LIBRARIES)
    find_library(${library}_PATH ${library} HINTS ${${package}_DIR}/../../../lib REQUIRED)
    target_link_libraries(${target} PRIVATE ${${library}_PATH})
    list(APPEND directories ${${package}_INCLUDE_DIRS})
    list(APPEND exported ${${package}_LIBRARIES} ${${package}_TARGETS})
  endforeach()
  list(REMOVE_DUPLICATES directories)
  list(REMOVE_DUPLICATES exported)
  target_include_directories(${target} SYSTEM PRIVATE ${directories})
  # The navigator's headers call BehaviorTree.CPP (version 3 on Humble), which not every build of
  # Nav2 hands on.
  list(APPEND exported
    behaviortree_cpp::behaviortree_cpp behaviortree_cpp_v3::behaviortree_cpp_v3)
  foreach(item IN LISTS exported)
    if(TARGET ${item})
      target_link_libraries(${target} PRIVATE ${item})
    endif()
  endforeach()
  # Libraries of libraries are found when the program starts.
  target_link_options(${target} PRIVATE LINKER:--allow-shlib-undefined)
endfunction()

if("$ENV{ROS_DISTRO}" STREQUAL "")
  set(NAV2_NODES_PROBLEM "ROS_DISTRO is not set, ROS 2 is not sourced")
  return()
endif()
find_package(rclcpp_lifecycle QUIET)
if(NOT rclcpp_lifecycle_FOUND)
  set(NAV2_NODES_PROBLEM "rclcpp_lifecycle was not found, this is not a whole ROS 2")
  return()
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
nav2_nodes_export(cpp ${CMAKE_CURRENT_BINARY_DIR}/nav2_nodes.hpp)
nav2_nodes_export(cmake ${CMAKE_CURRENT_BINARY_DIR}/nav2_packages.cmake)
if(NOT NAV2_NODES_PROBLEM STREQUAL "")
  return()
endif()
include(${CMAKE_CURRENT_BINARY_DIR}/nav2_packages.cmake)
foreach(_package IN LISTS NAV2_BENCH_PACKAGES ITEMS lifecycle_msgs rcl rclcpp std_srvs)
  find_package(${_package} QUIET)
  if(NOT ${_package}_FOUND)
    list(APPEND _missing ${_package})
  endif()
endforeach()
if(_missing)
  list(JOIN _missing ", " _missing)
  set(NAV2_NODES_PROBLEM "not found: ${_missing}")
endif()
