// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__HISTOGRAM_HPP_
#define TOPOLOGY__HISTOGRAM_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace topology {

/// Each octave of values is divided into 2^kSubBits bins.
constexpr int kSubBits = 6;
/// Values from 2^kHighestBit ns (69 s) on are counted in the last bin.
constexpr int kHighestBit = 36;
constexpr std::size_t kOctaves = kHighestBit - kSubBits + 1;
constexpr std::size_t kBins = kOctaves << kSubBits;

/// The bin of a value: the value itself below 2^kSubBits; else, with e = floor(log2 value) and
/// shift = e - kSubBits, (shift << kSubBits) + (value >> shift). A bin is never wider than 1/64 of
/// the values in it, so that its middle is within 1 % of each.
inline std::size_t bin_of(std::uint64_t value) {
  constexpr std::uint64_t kLinear = std::uint64_t{1} << kSubBits;
  if (value < kLinear) return value;
  if (value >> kHighestBit != 0) return kBins - 1;
  const int shift = 63 - __builtin_clzll(value) - kSubBits;
  return (static_cast<std::size_t>(shift) << kSubBits) + (value >> shift);
}

/// The smallest value of a bin.
inline std::uint64_t low_of(std::size_t bin) {
  if (bin < (std::size_t{1} << kSubBits)) return bin;
  const std::size_t shift = (bin >> kSubBits) - 1;
  return static_cast<std::uint64_t>(bin - (shift << kSubBits)) << shift;
}

/// How many values a bin has.
inline std::uint64_t width_of(std::size_t bin) {
  return bin < (std::size_t{1} << kSubBits) ? 1 : std::uint64_t{1} << ((bin >> kSubBits) - 1);
}

/// Counts of latencies. The bins of an octave are made when the first value falls into it: the
/// latencies of an entity spread over few octaves, and a process has hundreds of entities.
///
/// What every value writes comes first, so that it is in few cache lines.
class Histogram {
 public:
  Histogram() = default;
  Histogram(const Histogram&) = delete;
  Histogram& operator=(const Histogram&) = delete;

  void add(std::int64_t latency_ns) {
    // The clock is the same for both ends: only another program's message can be from the future.
    const std::uint64_t value = latency_ns < 0 ? 0 : static_cast<std::uint64_t>(latency_ns);
    min_ns = count == 0 ? value : std::min(min_ns, value);
    max_ns = std::max(max_ns, value);
    ++count;
    sum_ns += value;
    sum_sq_ns2 += static_cast<double>(value) * static_cast<double>(value);
    const std::size_t bin = bin_of(value);
    if (recent_at_ != bin >> kSubBits) take_octave(bin >> kSubBits);
    if (++(*recent_)[bin & kInOctave] == 0) carried_.push_back(static_cast<std::uint16_t>(bin));
  }

  std::uint32_t in_bin(std::size_t bin) const {
    const std::unique_ptr<Octave>& octave = octaves_[bin >> kSubBits];
    if (octave == nullptr) return 0;
    const auto carries = std::count(carried_.begin(), carried_.end(), bin);
    return (static_cast<std::uint32_t>(carries) << 16) + (*octave)[bin & kInOctave];
  }

  /// Keeps the memory of the bins: what comes next is most often like what came before.
  void clear() {
    if (count == 0) return;
    for (std::size_t at = bin_of(min_ns) >> kSubBits; at <= bin_of(max_ns) >> kSubBits; ++at) {
      if (octaves_[at] != nullptr) octaves_[at]->fill(0);
    }
    carried_.clear();
    count = sum_ns = min_ns = max_ns = 0;
    sum_sq_ns2 = 0;
  }

  std::uint64_t count = 0;
  std::uint64_t sum_ns = 0;
  double sum_sq_ns2 = 0;
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;

 private:
  static constexpr std::size_t kInOctave = (std::size_t{1} << kSubBits) - 1;
  using Octave = std::array<std::uint16_t, kInOctave + 1>;

  void take_octave(std::size_t at) {
    if (octaves_[at] == nullptr) octaves_[at] = std::make_unique<Octave>();
    recent_ = octaves_[at].get();
    recent_at_ = at;
  }

  Octave* recent_ = nullptr;  ///< Of the value before, which is most often the next one's too.
  std::size_t recent_at_ = kOctaves;
  std::array<std::unique_ptr<Octave>, kOctaves> octaves_;
  std::vector<std::uint16_t> carried_;  ///< Bins that have passed 2^16, once for each time.
};

}  // namespace topology

#endif  // TOPOLOGY__HISTOGRAM_HPP_
