// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "text_scan.hpp"

#include "expect.hpp"

namespace process_sampler {

TEST_CASE(TakesNumbersOneAfterAnother) {
  std::string_view text = "12\t 34 x";
  std::uint64_t value = 0;
  EXPECT_TRUE(take_unsigned(&text, &value));
  EXPECT_EQ(value, 12U);
  EXPECT_TRUE(take_unsigned(&text, &value));
  EXPECT_EQ(value, 34U);
  EXPECT_FALSE(take_unsigned(&text, &value));
  EXPECT_EQ(text, " x");
}

TEST_CASE(TakesTheGreatestNumberAndNoneBeyond) {
  std::string_view text = "18446744073709551615";
  std::uint64_t value = 0;
  EXPECT_TRUE(take_unsigned(&text, &value));
  EXPECT_EQ(value, ~std::uint64_t{0});
  text = "18446744073709551616";
  EXPECT_FALSE(take_unsigned(&text, &value));
  EXPECT_EQ(text, "18446744073709551616");
}

TEST_CASE(TakesHexadecimalNumbers) {
  std::string_view text = "7ffc60ae3000-";
  std::uint64_t value = 0;
  EXPECT_TRUE(take_hex(&text, &value));
  EXPECT_EQ(value, 0x7ffc60ae3000U);
  EXPECT_EQ(text, "-");
  EXPECT_FALSE(take_hex(&text, &value));
}

TEST_CASE(TakesLinesWithAndWithoutNewline) {
  std::string_view text = "one\n\nlast";
  EXPECT_EQ(take_line(&text), "one");
  EXPECT_EQ(take_line(&text), "");
  EXPECT_EQ(take_line(&text), "last");
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(take_line(&text), "");
}

}  // namespace process_sampler
