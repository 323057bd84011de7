// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "proc_stat.hpp"

#include "text_scan.hpp"

namespace process_sampler {

namespace {

bool skip_words(std::string_view* text, int count) {
  for (int i = 0; i < count; ++i) {
    if (take_word(text).empty()) return false;
  }
  return true;
}

}  // namespace

bool parse_proc_stat(std::string_view text, ProcStat* stat) {
  std::uint64_t number = 0;
  std::string_view rest = text;
  if (!take_unsigned(&rest, &number)) return false;
  // The name may hold spaces and parentheses of its own: it ends at the last one of the line.
  const std::size_t open = rest.find('(');
  const std::size_t close = rest.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return false;
  }
  stat->comm = rest.substr(open + 1, close - open - 1);
  rest.remove_prefix(close + 1);
  const std::string_view state = take_word(&rest);
  if (state.size() != 1) return false;
  stat->state = state.front();
  if (!take_unsigned(&rest, &number)) return false;
  stat->parent_pid = static_cast<pid_t>(number);
  // pgrp, session, tty_nr, tpgid (-1 without a terminal), flags and four fault counters.
  if (!skip_words(&rest, 9)) return false;
  if (!take_unsigned(&rest, &stat->user_ticks) || !take_unsigned(&rest, &stat->system_ticks) ||
      !take_unsigned(&rest, &stat->reaped_user_ticks) ||
      !take_unsigned(&rest, &stat->reaped_system_ticks)) {
    return false;
  }
  if (!skip_words(&rest, 2)) return false;  // priority, nice
  if (!take_unsigned(&rest, &stat->thread_count)) return false;
  if (!skip_words(&rest, 1)) return false;  // itrealvalue
  return take_unsigned(&rest, &stat->start_time_ticks);
}

}  // namespace process_sampler
