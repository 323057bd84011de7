// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "expect.hpp"

namespace unit_test {

namespace {

int failures = 0;

}  // namespace

std::vector<Case>& cases() {
  static std::vector<Case> cases;
  return cases;
}

void fail(const char* file, int line, const std::string& message) {
  ++failures;
  std::printf("%s:%d: %s\n", file, line, message.c_str());
}

}  // namespace unit_test

int main() {
  using unit_test::Case;
  using unit_test::cases;
  int failed_cases = 0;
  for (const Case& test_case : cases()) {
    const int before = unit_test::failures;
    test_case.run();
    const bool passed = unit_test::failures == before;
    failed_cases += !passed;
    std::printf("%s %s\n", passed ? "ok  " : "FAIL", test_case.name);
  }
  std::printf("%zu cases, %d failed\n", cases().size(), failed_cases);
  return failed_cases == 0 && !cases().empty() ? 0 : 1;
}
