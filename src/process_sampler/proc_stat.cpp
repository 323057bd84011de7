// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "proc_stat.hpp"

#include "text_scan.hpp"

namespace process_sampler {

namespace {

bool SkipWords(std::string_view* text, int count) {
  for (int i = 0; i < count; ++i) {
    if (TakeWord(text).empty()) return false;
  }
  return true;
}

}  // namespace

bool ParseProcStat(std::string_view text, ProcStat* stat) {
  std::uint64_t number = 0;
  std::string_view rest = text;
  if (!TakeUnsigned(&rest, &number)) return false;
  stat->pid = static_cast<pid_t>(number);
  // The name may hold spaces and parentheses of its own: it ends at the last one of the line.
  const std::size_t open = rest.find('(');
  const std::size_t close = rest.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return false;
  }
  stat->comm = rest.substr(open + 1, close - open - 1);
  rest.remove_prefix(close + 1);
  const std::string_view state = TakeWord(&rest);
  if (state.size() != 1) return false;
  stat->state = state.front();
  if (!TakeUnsigned(&rest, &number)) return false;
  stat->parent_pid = static_cast<pid_t>(number);
  // pgrp, session, tty_nr, tpgid (-1 without a terminal), flags and four fault counters.
  if (!SkipWords(&rest, 9)) return false;
  if (!TakeUnsigned(&rest, &stat->user_ticks) || !TakeUnsigned(&rest, &stat->system_ticks) ||
      !TakeUnsigned(&rest, &stat->reaped_user_ticks) ||
      !TakeUnsigned(&rest, &stat->reaped_system_ticks)) {
    return false;
  }
  if (!SkipWords(&rest, 2)) return false;  // priority, nice
  if (!TakeUnsigned(&rest, &stat->thread_count)) return false;
  if (!SkipWords(&rest, 1)) return false;  // itrealvalue
  return TakeUnsigned(&rest, &stat->start_time_ticks);
}

}  // namespace process_sampler
