# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# What `colcon test` runs besides the C++ tests: linters, the unit tests, and a launch test per
# composition.

# Of ament_lint_common's linters these run: cppcheck, lint_cmake, xmllint. The others would ask for
# another style than the tools of `make lint` keep, which are the same without ROS:
set(AMENT_LINT_AUTO_EXCLUDE
  ament_cmake_copyright  # knows whole licence texts; ours are SPDX lines
  ament_cmake_cpplint  # clang-format and -Wall -Wextra -Werror
  ament_cmake_flake8  # ruff: double quotes, lines of 100 characters
  ament_cmake_pep257  # ruff; tests have sentences as names and no docstrings
  ament_cmake_uncrustify  # clang-format, see .clang-format
)
find_package(ament_lint_auto QUIET)
if(ament_lint_auto_FOUND)
  ament_lint_auto_find_test_dependencies()
else()
  message(STATUS "no linters in colcon test: ament_lint_auto was not found; `make lint` needs none")
endif()

find_package(ament_cmake_pytest REQUIRED)

# No rosdep key exists for these; see package.xml.
execute_process(
  COMMAND ${Python3_EXECUTABLE} -c "import deap, junitparser, mujoco"
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
set(skip_unit "")
if(NOT status EQUAL 0)
  set(skip_unit SKIP_TEST)
  message(STATUS "unit tests will be skipped; they need: pip install mujoco junitparser deap")
endif()
ament_add_pytest_test(unit test/unit TIMEOUT 1800 ${skip_unit})

# They need Nav2 and take a domain each; skipped by name where manual_composition is not built.
find_package(launch_testing_ament_cmake QUIET)
file(GLOB launch_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
  ${CMAKE_CURRENT_SOURCE_DIR}/test/launch/test_*.py)
foreach(path IN LISTS launch_tests)
  if(launch_testing_ament_cmake_FOUND)
    get_filename_component(name ${path} NAME_WE)
    set(skip_launch "")
    if(NOT TARGET manual_composition)
      set(skip_launch SKIP_TEST)
    endif()
    add_launch_test(${path} TARGET ${name} TIMEOUT 3600 ${skip_launch})
  else()
    message(STATUS "${path} is not run: launch_testing_ament_cmake was not found")
  endif()
endforeach()
