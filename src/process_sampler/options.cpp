// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "perf_counters.hpp"
#include "text_scan.hpp"

namespace process_sampler {

const char kUsage[] =
    "usage: process_sampler --pid N [--pid M ...] [--cgroup PATH] [options]\n"
    "       process_sampler --yardstick [--rate HZ] [--output FILE] [--die-with-parent]\n"
    "\n"
    "Follows the process trees below the given processes and writes what they cost as JSON lines.\n"
    "\n"
    "  --pid N               root of a process tree (repeatable)\n"
    "  --cgroup PATH         directory of a cgroup: its CPU figure is added to every reading, and "
    "its\n"
    "                        processes are followed too\n"
    "  --counters LIST       count these events of the trees of --pid, where the machine can, but "
    "for\n"
    "                        children that they have already: instructions, cycles, task-clock,\n"
    "                        context-switches\n"
    "  --cpu-interval S      seconds between readings of the CPU counters (default 0.5)\n"
    "  --memory-interval S   seconds between walks of the page tables (default 8; 0: only on "
    "SIGUSR1)\n"
    "  --duration S          end after so many seconds (default: until all processes have ended)\n"
    "  --output FILE         where to write, - for standard output (default -)\n"
    "  --once                read everything once and end\n"
    "  --die-with-parent     end when the process that started the sampler ends\n"
    "  --skip-ended          leave out roots that have ended already instead of refusing them\n"
    "  --no-pagemap-scan     find mapped pages by /proc/PID/maps, as on kernels before 6.7: the "
    "same\n"
    "                        figures at a higher cost\n"
    "  --yardstick           do known work instead, and write every second what a unit of it "
    "took:\n"
    "                        how fast the machine is\n"
    "  --rate HZ             units per second (default 50, fewer where they cost more than 1 % of "
    "a "
    "core)\n"
    "  --version, --help\n"
    "\n"
    "SIGUSR1: walk the page tables now. SIGINT, SIGTERM: last reading, then end.\n";

namespace {

bool parse_pid(std::string_view text, pid_t* pid) {
  std::uint64_t number = 0;
  if (!take_unsigned(&text, &number) || !text.empty()) return false;
  *pid = static_cast<pid_t>(number);
  return number > 0 && number <= 4194304;  // PID_MAX_LIMIT of the kernel.
}

bool parse_number(const char* text, double least, double* seconds) {
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || errno != 0 || !std::isfinite(value)) return false;
  *seconds = value;
  return value >= least && value <= 1e6;
}

struct SecondsOption {
  const char* name;
  double Options::* member;
  double least;
};

constexpr SecondsOption kSecondsOptions[] = {
    {"--cpu-interval", &Options::cpu_interval_s, 0.01},
    {"--memory-interval", &Options::memory_interval_s, 0.0},
    {"--duration", &Options::duration_s, 0.0},
};

// Handles an option that takes a value; false when the value is no good.
bool apply_value(const std::string& name, const char* value, Options* options, std::string* error) {
  if (name == "--pid") {
    pid_t pid = 0;
    if (!parse_pid(value, &pid)) {
      *error = "--pid takes a process id, got '" + std::string(value) + "'";
      return false;
    }
    options->pids.push_back(pid);
    return true;
  }
  if (name == "--rate") {
    if (parse_number(value, 0.1, &options->rate_hz) && options->rate_hz <= 1000.0) return true;
    *error = "--rate takes units per second (0.1 to 1000), got '" + std::string(value) + "'";
    return false;
  }
  for (const SecondsOption& option : kSecondsOptions) {
    if (name != option.name) continue;
    if (parse_number(value, option.least, &(options->*option.member))) return true;
    *error = name + " takes seconds" + (option.least > 0.0 ? " (at least 0.01)" : "") + ", got '" +
             value + "'";
    return false;
  }
  if (name == "--counters") {
    options->counters = value;
    if (PerfCounters().choose(options->counters)) return true;
    *error = "--counters takes names of events, got '" + std::string(value) + "' (see --help)";
    return false;
  }
  std::string& text = name == "--cgroup" ? options->cgroup : options->output;
  text = value;
  if (!text.empty()) return true;
  *error = name + " takes a path, got an empty one";
  return false;
}

bool takes_value(const std::string& name) {
  for (const SecondsOption& option : kSecondsOptions) {
    if (name == option.name) return true;
  }
  return name == "--pid" || name == "--rate" || name == "--counters" || name == "--cgroup" ||
         name == "--output";
}

bool goes_with_yardstick(const std::string& name) {
  return name == "--yardstick" || name == "--rate" || name == "--output" ||
         name == "--die-with-parent";
}

bool apply_flag(const std::string& name, Options* options) {
  if (name == "--once") {
    options->once = true;
  } else if (name == "--die-with-parent") {
    options->die_with_parent = true;
  } else if (name == "--skip-ended") {
    options->skip_ended = true;
  } else if (name == "--no-pagemap-scan") {
    options->pagemap_scan = false;
  } else if (name == "--yardstick") {
    options->yardstick = true;
  } else if (name == "--help") {
    options->help = true;
  } else if (name == "--version") {
    options->version = true;
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool parse_options(int argc, const char* const* argv, Options* options, std::string* error) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (takes_value(name)) {
      if (i + 1 >= argc) {
        *error = name + " takes a value";
        return false;
      }
      if (!apply_value(name, argv[++i], options, error)) return false;
    } else if (!apply_flag(name, options)) {
      *error = "unknown option '" + name + "' (see --help)";
      return false;
    }
  }
  if (options->help || options->version) return true;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (options->yardstick && !goes_with_yardstick(name)) {
      *error = name + " does not go with --yardstick, which follows no process";
      return false;
    }
    if (!options->yardstick && name == "--rate") {
      *error = "--rate goes with --yardstick only";
      return false;
    }
    if (takes_value(name)) ++i;
  }
  if (options->yardstick) return true;
  if (options->pids.empty() && options->cgroup.empty()) {
    *error = "nothing to follow: give --pid or --cgroup";
    return false;
  }
  return true;
}

}  // namespace process_sampler
