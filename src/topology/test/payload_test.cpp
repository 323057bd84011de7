// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "expect.hpp"
#include "payload_maker.hpp"

namespace topology {

namespace {

Payload picture(PayloadKind kind) {
  Payload payload;
  payload.kind = kind;
  payload.width = 160;
  payload.height = 120;
  payload.jpeg_quality = 30;
  payload.size_bytes = 160 * 120 * 3;
  return payload;
}

TEST_CASE(APatternFillsAllOfTheMessage) {
  Payload payload;
  payload.size_bytes = 1000;
  PayloadMaker maker(payload);
  std::vector<std::uint8_t> data(maker.prepare());
  maker.fill(data.data(), data.size(), 0x107);
  EXPECT_EQ(std::count(data.begin(), data.end(), 7), 1000);
}

TEST_CASE(ARawPictureIsThePicture) {
  PayloadMaker maker(picture(PayloadKind::kRaw));
  std::vector<std::uint8_t> data(maker.prepare());
  maker.fill(data.data(), data.size(), 1);
  EXPECT_TRUE(data == test_picture(160, 120));
}

TEST_CASE(AJpegIsSmallerAndShowsThePicture) {
  if (!has_jpeg()) return;
  PayloadMaker maker(picture(PayloadKind::kJpeg));
  std::vector<std::uint8_t> data(maker.prepare());
  maker.fill(data.data(), data.size(), 1);
  const std::vector<std::uint8_t> picture = test_picture(160, 120);
  EXPECT_TRUE(data.size() * 5 < picture.size());
  std::vector<std::uint8_t> shown;
  EXPECT_TRUE(decode_jpeg(data.data(), data.size(), &shown));
  EXPECT_EQ(shown.size(), picture.size());
  std::int64_t difference = 0;
  for (std::size_t at = 0; at < std::min(shown.size(), picture.size()); ++at) {
    difference += std::abs(int{shown[at]} - int{picture[at]});
  }
  EXPECT_TRUE(difference < static_cast<std::int64_t>(picture.size()) * 10);
}

TEST_CASE(WhatIsNoJpegIsRefused) {
  const std::vector<std::uint8_t> data(100, 7);
  std::vector<std::uint8_t> shown;
  EXPECT_FALSE(decode_jpeg(data.data(), data.size(), &shown));
}

}  // namespace

}  // namespace topology
