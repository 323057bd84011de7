// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef UNIT_TEST__EXPECT_HPP_
#define UNIT_TEST__EXPECT_HPP_

#include <sstream>
#include <string>
#include <vector>

#ifdef UNIT_TESTS_USE_GTEST

#include <gtest/gtest.h>

// Files may have cases of one name, so each is a suite of its own.
#define TEST_CASE_OF(suite, name) TEST(suite, name)
#define TEST_CASE(name) TEST_CASE_OF(TEST_SUITE, name)

#else

/// As much of a test framework as these tests need, so that they build wherever the sampler does,
/// cross compilers included.
namespace unit_test {

struct Case {
  const char* name;
  void (*run)();
};

/// All test cases of the program.
std::vector<Case>& cases();

/// Records a failed expectation of the running case.
void fail(const char* file, int line, const std::string& message);

struct Registration {
  Registration(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

template <typename Left, typename Right>
void expect_equal(const Left& left, const Right& right, const char* text, const char* file,
                  int line) {
  if (left == right) return;
  std::ostringstream message;
  message << text << ": " << left << " is not " << right;
  fail(file, line, message.str());
}

}  // namespace unit_test

#define TEST_CASE(name)                                                    \
  static void name();                                                      \
  static const ::unit_test::Registration registration_##name(#name, name); \
  static void name()

#define EXPECT_EQ(left, right) ::unit_test::expect_equal((left), (right), #left, __FILE__, __LINE__)
#define EXPECT_TRUE(condition) EXPECT_EQ(static_cast<bool>(condition), true)
#define EXPECT_FALSE(condition) EXPECT_EQ(static_cast<bool>(condition), false)

#endif  // UNIT_TESTS_USE_GTEST

#endif  // UNIT_TEST__EXPECT_HPP_
