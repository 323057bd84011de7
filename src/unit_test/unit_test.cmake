# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# add_unit_test(NAME SOURCE... LIBRARIES TARGET...) adds a program of test cases and registers it. With ROS it is one of
# GoogleTest, whose results colcon collects; without, of the few lines beside this file.
set(UNIT_TEST_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})

function(add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "LIBRARIES")
  set(sources ${given_UNPARSED_ARGUMENTS})
  if(UNIT_TESTS_USE_GTEST)
    ament_add_gtest(${name} ${sources} TIMEOUT 300)
    target_compile_definitions(${name} PRIVATE UNIT_TESTS_USE_GTEST)
    foreach(source IN LISTS sources)
      get_filename_component(suite ${source} NAME_WE)
      set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS TEST_SUITE=${suite})
    endforeach()
  else()
    add_executable(${name} ${UNIT_TEST_DIRECTORY}/main.cpp ${sources})
    add_test(NAME ${name} COMMAND ${name})
  endif()
  target_include_directories(${name} PRIVATE ${UNIT_TEST_DIRECTORY})
  target_link_libraries(${name} ${given_LIBRARIES})  # ament_add_gtest links without keyword, too
endfunction()
