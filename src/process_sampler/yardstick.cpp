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
constexpr double kMinRate = 50.0 / 16;
constexpr double kMaxShare = 0.01;
constexpr int kWarmUpUnits = 50;

volatile sig_atomic_t asked_to_end = 0;

void ask_to_end(int /*number*/) { asked_to_end = 1; }

// Not restarted: a signal also ends the sleep between two units.
void handle_signals() {
  struct sigaction action{};
  action.sa_handler = ask_to_end;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

std::uint64_t sum(const PartTimes& times) {
  return std::accumulate(times.begin(), times.end(), std::uint64_t{0});
}

// Sleeps until a multiple of the period; units that were missed are not made up for.
class Pace {
 public:
  explicit Pace(double rate_hz) : period_ns_(static_cast<std::uint64_t>(1e9 / rate_hz)) {}

  void wait() {
    const std::uint64_t now = read_clock(CLOCK_MONOTONIC);
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
std::uint64_t shortest_unit(YardstickWork* work) {
  Pace pace(kFullRate);
  std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < kWarmUpUnits && asked_to_end == 0; ++i) {
    pace.wait();
    shortest = std::min(shortest, sum(work->do_unit()));
  }
  return shortest;
}

void write_header(JsonWriter* json, double rate_hz) {
  json->begin_line("header");
  json->number("schema", kSchema);
  json->string("version", kVersion);
  json->number("pid", static_cast<std::uint64_t>(getpid()));
  json->real("rate_hz", rate_hz);
  json->end_line();
}

void write_second(JsonWriter* json, std::uint64_t now, const YardstickTally& tally) {
  const PartTimes means = tally.means();
  json->begin_line("yardstick");
  json->number("monotonic_ns", now);
  json->number("units", tally.units());
  json->number("unit_ns", sum(means));
  for (std::size_t part = 0; part < kPartCount; ++part) json->number(kPartKeys[part], means[part]);
  json->number("cpu_time_ns", read_clock(CLOCK_PROCESS_CPUTIME_ID));
  json->end_line();
}

}  // namespace

double affordable_rate(std::uint64_t unit_ns) {
  double rate_hz = kFullRate;
  while (rate_hz > kMinRate && rate_hz * static_cast<double>(unit_ns) > kMaxShare * 1e9) {
    rate_hz /= 2;
  }
  return rate_hz;
}

const char* run_yardstick(const Options& options, StreamOutput* output) {
  handle_signals();
  output->set_end_is_asked([] { return asked_to_end != 0; });
  const pid_t parent = getppid();
  const auto goes_on = [&] {
    return asked_to_end == 0 && (!options.die_with_parent || getppid() == parent);
  };
  YardstickWork work;
  if (work.problem() != nullptr) return work.problem();
  const std::uint64_t shortest = shortest_unit(&work);
  const double rate_hz = options.rate_hz > 0.0 ? options.rate_hz : affordable_rate(shortest);
  JsonWriter json(output);
  write_header(&json, rate_hz);

  Pace pace(rate_hz);
  YardstickTally tally;
  std::uint64_t second = read_clock(CLOCK_MONOTONIC) / kSecondNs;
  while (goes_on() && output->failure() == nullptr) {
    pace.wait();
    if (asked_to_end != 0) break;
    const std::uint64_t now = read_clock(CLOCK_MONOTONIC);
    if (now / kSecondNs != second && tally.units() > 0) {
      write_second(&json, now, tally);
      tally.clear();
      second = now / kSecondNs;
    }
    tally.add(work.do_unit());
    if (work.problem() != nullptr) return work.problem();
  }
  return output->failure();
}

}  // namespace process_sampler
