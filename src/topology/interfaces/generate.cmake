# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Generates the messages of topologies, for C and C++ alone, as the target ${PROJECT_NAME}. Expects
# TOPOLOGY_TYPE_SUPPORTS, the generators beyond the least, and TOPOLOGY_GENERATE_OPTIONS.
#
# Without rosidl_generator_py, for that would install a Python package of this package's name.
set(generators
  rosidl_generator_type_description
  rosidl_generator_c
  rosidl_generator_cpp
  ${TOPOLOGY_TYPE_SUPPORTS}
  rosidl_typesupport_cpp)

find_package(ament_cmake REQUIRED)
find_package(rosidl_adapter REQUIRED)
find_package(rosidl_cmake REQUIRED)
# rosidl_generate_interfaces looks for the last two by itself. It must not be the first to do so, for
# that would register generators again that are taken out below.
set(dependencies builtin_interfaces unique_identifier_msgs action_msgs)
foreach(package ${generators} ${dependencies})
  if(NOT package STREQUAL "rosidl_generator_type_description")
    find_package(${package} REQUIRED)
  endif()
endforeach()
# Humble has neither.
find_package(rosidl_generator_type_description QUIET)
find_package(service_msgs QUIET)
if(service_msgs_FOUND)
  list(APPEND dependencies service_msgs)
endif()

set(all_generators "${AMENT_EXTENSIONS_rosidl_generate_idl_interfaces}")
set(wanted "")
foreach(generator ${generators})
  foreach(extension ${all_generators})
    if(extension MATCHES "^${generator}:")
      list(APPEND wanted "${extension}")
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES wanted)
set(AMENT_EXTENSIONS_rosidl_generate_idl_interfaces "${wanted}")

set(interfaces "")
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_LIST_DIR}
  ${CMAKE_CURRENT_LIST_DIR}/msg/*.msg
  ${CMAKE_CURRENT_LIST_DIR}/srv/*.srv
  ${CMAKE_CURRENT_LIST_DIR}/action/*.action)
foreach(file IN LISTS files)
  list(APPEND interfaces "${CMAKE_CURRENT_LIST_DIR}:${file}")
endforeach()
rosidl_generate_interfaces(${PROJECT_NAME} ${interfaces} ${TOPOLOGY_GENERATE_OPTIONS}
  DEPENDENCIES ${dependencies})
set(AMENT_EXTENSIONS_rosidl_generate_idl_interfaces "${all_generators}")

# Many small files of one kind. Not the generated C code, in which files define the same static
# names.
foreach(support IN LISTS TOPOLOGY_TYPE_SUPPORTS)
  set_target_properties(${PROJECT_NAME}__${support} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 100)
endforeach()
# It specialises a template that the files of the others have used by then.
set_source_files_properties(
  ${CMAKE_CURRENT_BINARY_DIR}/rosidl_typesupport_introspection_cpp/${PROJECT_NAME}/msg/detail/header__type_support.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
