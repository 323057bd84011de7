# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Generate and install the interface package in the including directory, for Python over Fast DDS.
#
# Expects DEPENDENCIES, the interface packages that its fields come from. Works on the ROS 2 wheels
# of the Python package index, which need two repairs (below) before they build anything.

set(GENERATORS
  rosidl_generator_type_description
  rosidl_generator_c
  rosidl_typesupport_introspection_c
  rosidl_typesupport_fastrtps_c
  rosidl_typesupport_c
  rosidl_generator_py)

find_package(ament_cmake REQUIRED)
find_package(rosidl_adapter REQUIRED)
find_package(rosidl_cmake REQUIRED)
# rosidl_generate_interfaces looks these two up by itself. It must not be the first to do so, for
# that would register generators again that are taken out below.
foreach(package ${GENERATORS} ${DEPENDENCIES} service_msgs action_msgs)
  find_package(${package} REQUIRED)
endforeach()

# First repair: dependencies register every generator they were built with. Nobody reads our C++
# headers, and without them a package takes a third of the time.
set(wanted "")
foreach(generator ${GENERATORS})
  foreach(extension ${AMENT_EXTENSIONS_rosidl_generate_idl_interfaces})
    if(extension MATCHES "^${generator}:")
      list(APPEND wanted "${extension}")
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES wanted)
set(AMENT_EXTENSIONS_rosidl_generate_idl_interfaces "${wanted}")

# Second repair: the imported Python libraries name include directories of the machine on which
# the wheels were built.
get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target ${imported})
  if(target MATCHES "__rosidl_generator_py$")
    set_property(TARGET ${target} PROPERTY INTERFACE_INCLUDE_DIRECTORIES "")
  endif()
endforeach()

file(GLOB interfaces RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/msg/*.msg"
  "${CMAKE_CURRENT_SOURCE_DIR}/srv/*.srv"
  "${CMAKE_CURRENT_SOURCE_DIR}/action/*.action")
rosidl_generate_interfaces(${PROJECT_NAME} ${interfaces}
  DEPENDENCIES ${DEPENDENCIES})
ament_package()
