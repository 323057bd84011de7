// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "yardstick.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <numeric>

#include "clock.hpp"
#include "json_writer.hpp"
#include "yardstick_tally.hpp"
#include "yardstick_work.hpp"

namespace process_sampler {

using json_writer::JsonWriter;

namespace {

constexpr std::uint64_t kSchema = 1;
constexpr std::uint64_t kSecondNs = 1'000'000'000;
constexpr double kFullRate = 50.0;
constexpr double kLeastRate = 50.0 / 16;
constexpr double kMostShare = 0.01;
constexpr int kWarmUpUnits = 50;

volatile sig_atomic_t asked_to_end = 0;

void AskToEnd(int /*number*/) { asked_to_end = 1; }

// Not restarted: a signal also ends the sleep between two units.
void HandleSignals() {
  struct sigaction action{};
  action.sa_handler = AskToEnd;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

std::uint64_t Sum(const PartTimes& times) {
  return std::accumulate(times.begin(), times.end(), std::uint64_t{0});
}

// Sleeps until a multiple of the period; units that were missed are not made up for.
class Pace {
 public:
  explicit Pace(double rate_hz) : period_ns_(static_cast<std::uint64_t>(1e9 / rate_hz)) {}

  void Wait() {
    const std::uint64_t now = ReadClock(CLOCK_MONOTONIC);
    const std::uint64_t next = (now / period_ns_ + 1) * period_ns_;
    const timespec until{static_cast<time_t>(next / kSecondNs),
                         static_cast<long>(next % kSecondNs)};
    while (asked_to_end == 0 &&
           clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
  }

 private:
  std::uint64_t period_ns_;
};

// The shortest of some units at full rate: what others do on the machine makes units longer.
std::uint64_t ShortestUnit(YardstickWork* work) {
  Pace pace(kFullRate);
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < kWarmUpUnits && asked_to_end == 0; ++i) {
    pace.Wait();
    shortest = std::min(shortest, Sum(work->DoUnit()));
  }
  return shortest;
}

void WriteHeader(JsonWriter* json, double rate_hz) {
  json->BeginLine("header");
  json->Number("schema", kSchema);
  json->String("version", kVersion);
  json->Number("pid", static_cast<std::uint64_t>(getpid()));
  json->Real("rate_hz", rate_hz);
  json->EndLine();
}

void WriteSecond(JsonWriter* json, std::uint64_t now, const YardstickTally& tally) {
  const PartTimes means = tally.Means();
  json->BeginLine("yardstick");
  json->Number("monotonic_ns", now);
  json->Number("units", tally.units());
  json->Number("unit_ns", Sum(means));
  for (std::size_t part = 0; part < kPartCount; ++part) json->Number(kPartKeys[part], means[part]);
  json->Number("cpu_time_ns", ReadClock(CLOCK_PROCESS_CPUTIME_ID));
  json->EndLine();
}

}  // namespace

double AffordableRate(std::uint64_t unit_ns) {
  double rate_hz = kFullRate;
  while (rate_hz > kLeastRate && rate_hz * static_cast<double>(unit_ns) > kMostShare * 1e9) {
    rate_hz /= 2;
  }
  return rate_hz;
}

const char* RunYardstick(const Options& options, StreamOutput* output) {
  HandleSignals();
  const pid_t parent = getppid();
  const auto goes_on = [&] {
    return asked_to_end == 0 && (!options.die_with_parent || getppid() == parent);
  };
  YardstickWork work;
  if (work.problem() != nullptr) return work.problem();
  const std::uint64_t shortest = ShortestUnit(&work);
  const double rate_hz = options.rate_hz > 0.0 ? options.rate_hz : AffordableRate(shortest);
  JsonWriter json(output);
  WriteHeader(&json, rate_hz);

  Pace pace(rate_hz);
  YardstickTally tally;
  std::uint64_t second = ReadClock(CLOCK_MONOTONIC) / kSecondNs;
  while (goes_on() && output->failure() == nullptr) {
    pace.Wait();
    if (asked_to_end != 0) break;
    const std::uint64_t now = ReadClock(CLOCK_MONOTONIC);
    if (now / kSecondNs != second && tally.units() > 0) {
      WriteSecond(&json, now, tally);
      tally.Clear();
      second = now / kSecondNs;
    }
    tally.Add(work.DoUnit());
    if (work.problem() != nullptr) return work.problem();
  }
  return output->failure();
}

}  // namespace process_sampler
