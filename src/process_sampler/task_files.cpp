// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "task_files.hpp"

#include "text_scan.hpp"

namespace process_sampler {

namespace {

// status escapes newlines and backslashes of the name; /proc/PID/stat does not.
Comm unescape(std::string_view text) {
  Comm name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      name.append(text[i] == 'n' ? '\n' : text[i]);
    } else {
      name.append(text[i]);
    }
  }
  return name;
}

// Takes the last line off the end of `text`. The counters are the last two lines of a long file.
std::string_view take_last_line(std::string_view* text) {
  if (!text->empty() && text->back() == '\n') text->remove_suffix(1);
  const std::size_t newline = text->rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view line = text->substr(begin);
  *text = text->substr(0, begin);
  return line;
}

bool parse_counter_line(std::string_view line, std::string_view label, std::uint64_t* value) {
  if (!starts_with(line, label)) return false;
  line.remove_prefix(label.size());
  return take_unsigned(&line, value);
}

}  // namespace

bool parse_schedstat(std::string_view text, TaskSchedstat* schedstat) {
  std::uint64_t run_delay_ns = 0;
  return take_unsigned(&text, &schedstat->run_ns) && take_unsigned(&text, &run_delay_ns) &&
         take_unsigned(&text, &schedstat->timeslices);
}

bool parse_task_status(std::string_view text, TaskStatus* status) {
  constexpr std::string_view kName = "Name:\t";
  if (!starts_with(text, kName)) return false;
  std::string_view rest = text;
  status->name = unescape(take_line(&rest).substr(kName.size()));
  bool has_voluntary = false;
  bool has_involuntary = false;
  // Later kernels append lines after the counters, hence the loop.
  while (!rest.empty() && !(has_voluntary && has_involuntary)) {
    const std::string_view line = take_last_line(&rest);
    has_voluntary |=
        parse_counter_line(line, "voluntary_ctxt_switches:", &status->voluntary_switches);
    has_involuntary |=
        parse_counter_line(line, "nonvoluntary_ctxt_switches:", &status->involuntary_switches);
  }
  return has_voluntary && has_involuntary;
}

bool parse_thread_group(std::string_view text, pid_t* pid) {
  constexpr std::string_view kLabel = "Tgid:";
  while (!text.empty()) {
    std::string_view line = take_line(&text);
    if (!starts_with(line, kLabel)) continue;
    line.remove_prefix(kLabel.size());
    std::uint64_t number = 0;
    if (!take_unsigned(&line, &number)) return false;
    *pid = static_cast<pid_t>(number);
    return true;
  }
  return false;
}

}  // namespace process_sampler
