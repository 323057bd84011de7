// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "statistics_thread.hpp"

#include <algorithm>
#include <chrono>

#include "clock.hpp"
#include "thread_name.hpp"
#include "timer_queue.hpp"

namespace topology {

namespace {

// Looks at discovery follow each other more and more slowly, for it may never be complete.
constexpr std::int64_t kDiscoveryLookNs = 20'000'000;
constexpr std::int64_t kDiscoveryShare = 20;
// Matches may change at any time, of which there is to be word before long.
constexpr std::int64_t kLongestCountNs = 100'000'000;

}  // namespace

std::int64_t period_end_after(std::int64_t now_ns, std::int64_t period_ns, std::int64_t end_ns) {
  if (end_ns <= now_ns) executors::advance(period_ns, now_ns, &end_ns);
  return end_ns;
}

StatisticsThread& StatisticsThread::instance() {
  static StatisticsThread thread;
  return thread;
}

StatisticsThread::~StatisticsThread() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void StatisticsThread::add(StatisticsSource* source, const std::string& path,
                           std::int64_t period_ns, bool matches) {
  auto file = std::make_unique<StatisticsFile>(path);
  file->write_head(&source->client());
  const std::int64_t now_ns = monotonic_now_ns();
  const std::lock_guard<std::mutex> lock(mutex_);
  Entry entry;
  entry.source = source;
  entry.file = std::move(file);
  entry.period_ns = period_ns;
  entry.next_ns = first_end_ns(now_ns, period_ns);
  entry.from_ns = entry.begin_ns = entry.next_look_ns = entry.changed_ns = now_ns;
  entry.tells_matches = matches;
  entries_.push_back(std::move(entry));
  if (!thread_.joinable()) {
    thread_ = std::thread([this] {
      const composed_process::ThreadName name("statistics");
      run();
    });
  }
  changed_.notify_all();
}

void StatisticsThread::remove(StatisticsSource* source) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& each) { return each.source == source; });
  if (entry == entries_.end()) return;
  const std::int64_t now_ns = monotonic_now_ns();
  entry->file->write_period(entry->from_ns, now_ns, source, &spare_);
  entry->file->write_end(now_ns);
  entries_.erase(entry);
}

void StatisticsThread::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!done_) {
    for (Entry& entry : entries_) look(&entry);
    const std::int64_t now_ns = monotonic_now_ns();
    const std::int64_t wait_ns = next_ns(now_ns) - now_ns;
    if (wait_ns > 0) changed_.wait_for(lock, std::chrono::nanoseconds(wait_ns));
  }
}

void StatisticsThread::look(Entry* entry) {
  std::int64_t now_ns = monotonic_now_ns();
  if (!entry->is_discovered && now_ns >= entry->next_look_ns) {
    entry->next_look_ns =
        now_ns + std::max(kDiscoveryLookNs, (now_ns - entry->begin_ns) / kDiscoveryShare);
    entry->is_discovered = entry->source->is_discovered();
    if (entry->is_discovered) entry->file->write_discovered(now_ns, entry->source->discover());
  }
  if (entry->tells_matches) count_matches(entry);
  now_ns = monotonic_now_ns();
  if (now_ns < entry->next_ns) return;
  entry->file->write_period(entry->from_ns, now_ns, entry->source, &spare_);
  entry->from_ns = now_ns;
  entry->next_ns = period_end_after(now_ns, entry->period_ns, entry->next_ns);
}

void StatisticsThread::count_matches(Entry* entry) {
  const std::int64_t now_ns = monotonic_now_ns();
  if (now_ns < entry->next_count_ns) return;
  const std::size_t matches = entry->source->match_count();
  if (matches != entry->matches) {
    entry->matches = matches;
    entry->changed_ns = now_ns;
    entry->file->write_matches(now_ns, matches);
  }
  entry->next_count_ns = now_ns + std::clamp((now_ns - entry->changed_ns) / kDiscoveryShare,
                                             kDiscoveryLookNs, kLongestCountNs);
}

std::int64_t StatisticsThread::first_end_ns(std::int64_t now_ns, std::int64_t period_ns) const {
  const auto peer = std::find_if(entries_.begin(), entries_.end(), [period_ns](const Entry& each) {
    return each.period_ns == period_ns;
  });
  // The thread may not have woken yet for the end of the peers' period.
  return peer == entries_.end() ? now_ns + period_ns
                                : period_end_after(now_ns, period_ns, peer->next_ns);
}

std::int64_t StatisticsThread::next_ns(std::int64_t now_ns) const {
  std::int64_t next_ns = now_ns + 3'600'000'000'000;
  for (const Entry& entry : entries_) {
    next_ns = std::min(next_ns, entry.next_ns);
    if (!entry.is_discovered) next_ns = std::min(next_ns, entry.next_look_ns);
    if (entry.tells_matches) next_ns = std::min(next_ns, entry.next_count_ns);
  }
  return next_ns;
}

}  // namespace topology
