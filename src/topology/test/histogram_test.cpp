// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "expect.hpp"

namespace topology {

namespace {

TEST_CASE(EveryValueIsInItsBinAndWithinOnePercentOfItsMiddle) {
  int outside = 0;
  int inexact = 0;
  for (double value = 1; value < 6e10; value *= 1.0007) {
    const auto whole = static_cast<std::uint64_t>(value);
    const std::size_t bin = bin_of(whole);
    outside += whole < low_of(bin) || whole >= low_of(bin) + width_of(bin);
    const double middle =
        static_cast<double>(low_of(bin)) + (static_cast<double>(width_of(bin)) - 1) / 2;
    inexact += std::abs(middle - static_cast<double>(whole)) > 0.01 * static_cast<double>(whole);
  }
  EXPECT_EQ(outside, 0);
  EXPECT_EQ(inexact, 0);
}

TEST_CASE(BinsFollowEachOtherWithoutGap) {
  int gaps = 0;
  for (std::size_t bin = 0; bin + 1 < kBins; ++bin) {
    gaps += low_of(bin) + width_of(bin) != low_of(bin + 1);
  }
  EXPECT_EQ(gaps, 0);
}

TEST_CASE(BinsAreThoseThatReadersKnow) {
  std::ifstream file(TOPOLOGY_TEST_DATA "/latency_bins.json");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    std::uint64_t value = 0;
    std::uint64_t bin = 0;
    std::uint64_t low = 0;
    std::uint64_t width = 0;
    if (std::sscanf(line.c_str(), " [%" SCNu64 ", %" SCNu64 ", %" SCNu64 ", %" SCNu64 "]", &value,
                    &bin, &low, &width) != 4) {
      continue;
    }
    ++rows;
    EXPECT_EQ(bin_of(value), bin);
    EXPECT_EQ(low_of(bin), low);
    EXPECT_EQ(width_of(bin), width);
  }
  EXPECT_TRUE(rows > 30);
}

TEST_CASE(TheLastBinTakesWhatIsLonger) {
  EXPECT_EQ(bin_of((std::uint64_t{1} << kHighestBit) - 1), kBins - 1);
  EXPECT_EQ(bin_of(~std::uint64_t{0}), kBins - 1);
}

TEST_CASE(SumsAndExtremesAreExact) {
  Histogram histogram;
  for (const std::int64_t value : {30, 1000, 5, -7}) histogram.add(value);
  EXPECT_EQ(histogram.count, 4U);
  EXPECT_EQ(histogram.sum_ns, 1035U);
  EXPECT_EQ(histogram.sum_sq_ns2, 900.0 + 1e6 + 25.0);
  EXPECT_EQ(histogram.min_ns, 0U);
  EXPECT_EQ(histogram.max_ns, 1000U);
}

TEST_CASE(EveryValueIsCountedInItsBin) {
  Histogram histogram;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    for (std::size_t times = 0; times <= bin % 3; ++times) {
      histogram.add(static_cast<std::int64_t>(low_of(bin)));
    }
  }
  std::size_t wrong = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) wrong += histogram.in_bin(bin) != bin % 3 + 1;
  EXPECT_EQ(wrong, std::size_t{0});
}

TEST_CASE(ABinCountsBeyondWhatItsPlaceHolds) {
  Histogram histogram;
  constexpr std::uint32_t kTimes = 200'000;
  for (std::uint32_t time = 0; time < kTimes; ++time) histogram.add(1'000'000);
  histogram.add(1'000);
  EXPECT_EQ(histogram.in_bin(bin_of(1'000'000)), kTimes);
  EXPECT_EQ(histogram.in_bin(bin_of(1'000)), 1U);
  EXPECT_EQ(histogram.in_bin(bin_of(2'000'000)), 0U);
  histogram.clear();
  EXPECT_EQ(histogram.in_bin(bin_of(1'000'000)), 0U);
}

TEST_CASE(AClearedHistogramHasNothingInIt) {
  Histogram histogram;
  for (std::int64_t value = 1; value < 1'000'000'000'000; value *= 3) histogram.add(value);
  histogram.clear();
  std::size_t left = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) left += histogram.in_bin(bin);
  EXPECT_EQ(left, std::size_t{0});
  EXPECT_EQ(histogram.count, 0U);
  EXPECT_EQ(histogram.sum_ns, 0U);
  EXPECT_EQ(histogram.sum_sq_ns2, 0.0);
  EXPECT_EQ(histogram.min_ns, 0U);
  EXPECT_EQ(histogram.max_ns, 0U);
}

}  // namespace

}  // namespace topology
