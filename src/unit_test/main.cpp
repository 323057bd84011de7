// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "expect.hpp"

namespace unit_test {

namespace {

int failures = 0;

}  // namespace

std::vector<Case>& Cases() {
  static std::vector<Case> cases;
  return cases;
}

void Fail(const char* file, int line, const std::string& message) {
  ++failures;
  std::printf("%s:%d: %s\n", file, line, message.c_str());
}

}  // namespace unit_test

int main() {
  using unit_test::Case;
  using unit_test::Cases;
  int failed_cases = 0;
  for (const Case& test_case : Cases()) {
    const int before = unit_test::failures;
    test_case.run();
    const bool passed = unit_test::failures == before;
    failed_cases += !passed;
    std::printf("%s %s\n", passed ? "ok  " : "FAIL", test_case.name);
  }
  std::printf("%zu cases, %d failed\n", Cases().size(), failed_cases);
  return failed_cases == 0 && !Cases().empty() ? 0 : 1;
}
