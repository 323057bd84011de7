# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Repairs that C++ needs against the ROS 2 wheels of the Python package index, whose CMake files
# name what there was on the machine that built them.

# ament reads the environment.
set(ENV{AMENT_PREFIX_PATH} ${CMAKE_INSTALL_PREFIX})
# fastrtps asks for OpenSSL, of which nothing is compiled against here.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/modules)

# To be called after the last find_package.
macro(mend_imported_targets)
  get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS imported)
    if(target MATCHES "__rosidl_generator_py$")
      set_property(TARGET ${target} PROPERTY INTERFACE_INCLUDE_DIRECTORIES "")
      continue()
    endif()
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    if(libraries)
      # Python's libraries are for Python; tinyxml2 and TLS are bundled under other names.
      list(FILTER libraries EXCLUDE REGEX
        "__rosidl_generator_py|libtinyxml2|tinyxml2::|OpenSSL::|libssl|libcrypto|lttng|Python3::|python3")
      set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES "${libraries}")
    endif()
  endforeach()
endmacro()

# librcl was linked to four libraries of Python's, which want symbols that only Python has. Empty
# ones of their names, found first, take their place.
set(stubs ${CMAKE_CURRENT_BINARY_DIR}/stubs)
set(TOPOLOGY_STUBS "")
function(add_python_stubs)
  file(WRITE ${stubs}/empty.c "void topology_empty_library(void);\nvoid topology_empty_library(void) {}\n")
  file(GLOB libraries ${CMAKE_INSTALL_PREFIX}/lib/lib*__rosidl_generator_py.so)
  set(made "")
  foreach(library IN LISTS libraries)
    get_filename_component(name ${library} NAME_WE)
    string(REGEX REPLACE "^lib" "" name ${name})
    add_library(stub_${name} SHARED ${stubs}/empty.c)
    set_target_properties(stub_${name} PROPERTIES
      OUTPUT_NAME ${name} LIBRARY_OUTPUT_DIRECTORY ${stubs})
    list(APPEND made stub_${name})
  endforeach()
  set(TOPOLOGY_STUBS ${made} PARENT_SCOPE)
endfunction()

# Bundled libraries lie beside the Python modules. RPATH and not RUNPATH, for that is not handed on
# to the libraries of libraries.
function(link_like_the_wheels target)
  file(GLOB bundles ${CMAKE_INSTALL_PREFIX}/lib/python3*/site-packages/ros_*.libs)
  set(path ${CMAKE_INSTALL_PREFIX}/${TOPOLOGY_DESTINATION}/stubs
    ${CMAKE_INSTALL_PREFIX}/${TOPOLOGY_DESTINATION} ${CMAKE_INSTALL_PREFIX}/lib ${bundles})
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH "${path}" BUILD_WITH_INSTALL_RPATH ON)
  target_link_options(${target} PRIVATE
    LINKER:--disable-new-dtags LINKER:--allow-shlib-undefined LINKER:--as-needed)
endfunction()
