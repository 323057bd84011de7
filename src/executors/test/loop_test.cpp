// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "loop_fixtures.hpp"

namespace executors {

namespace {

// How many events a test of several threads makes: EXECUTORS_TEST_EVENTS, for long runs under
// sanitizers.
std::uint64_t events_to_make() {
  const char* const asked = std::getenv("EXECUTORS_TEST_EVENTS");
  return asked == nullptr ? 1'800'000 : std::strtoull(asked, nullptr, 10);
}

TEST_CASE(EveryEventOfSeveralThreadsIsRunOnce) {
  // Three threads for each of three queues.
  const std::uint64_t times = events_to_make() / 9;
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{2}, std::size_t{64}}) {
    EventLoop loop(capacity);
    std::atomic<std::uint64_t> run{0};
    CallingSource left([&](std::uint32_t events) { run += events; });
    CallingSource right([&](std::uint32_t events) { run += events; });
    CallingSource third([&](std::uint32_t events) { run += events; });
    const Spun spun(&loop);
    std::vector<std::thread> producers;
    for (Source* source : std::vector<Source*>{&left, &right, &third}) {
      producers.emplace_back([&loop, source, times] {
        for (std::uint64_t time = 0; time < times; ++time) loop.post(source);
      });
    }
    for (std::thread& producer : producers) producer.join();
    EXPECT_TRUE(becomes([&] { return run == 3 * times; }));
  }
}

TEST_CASE(ARingThatDropsDelaysEventsAndLosesNone) {
  for (const WhenFull when_full : {WhenFull::kDropOldest, WhenFull::kDropNewest}) {
    EventLoop loop({2, when_full});
    std::uint64_t run = 0;
    std::vector<std::unique_ptr<CallingSource>> sources;
    for (int number = 0; number < 20; ++number) {
      sources.push_back(
          std::make_unique<CallingSource>([&run](std::uint32_t events) { run += events; }));
    }
    // Ten times as many as there is room for.
    for (const auto& source : sources) loop.post(source.get());
    EXPECT_EQ(loop.dropped(), 18U);
    loop.spin_some(0, 100);
    EXPECT_EQ(run, 2U);
    for (const auto& source : sources) {
      loop.post(source.get());
      loop.spin_some(0, 100);
    }
    EXPECT_EQ(run, 40U);
  }
}

TEST_CASE(AFullRingLosesNothingWhereWhoPostsHoldsALockThatItsLoopTakes) {
  EventLoop loop(2);
  std::mutex of_entity;
  std::atomic<bool> has_begun{false};
  std::atomic<std::uint64_t> run{0};
  std::vector<std::unique_ptr<CallingSource>> sources;
  for (int number = 0; number < 20; ++number) {
    sources.push_back(std::make_unique<CallingSource>([&](std::uint32_t events) {
      has_begun = true;
      const std::lock_guard<std::mutex> lock(of_entity);
      run += events;
    }));
  }
  std::unique_lock<std::mutex> held(of_entity);
  const Spun spun(&loop);
  loop.post(sources.front().get());
  EXPECT_TRUE(becomes([&] { return has_begun.load(); }));
  for (const auto& source : sources) loop.post(source.get());
  EXPECT_EQ(loop.overflowed(), 18U);
  held.unlock();
  EXPECT_TRUE(becomes([&] { return run == 21; }));
  EXPECT_EQ(loop.dropped(), 0U);
}

TEST_CASE(SourcesRunInTheOrderInWhichTheyCameAlsoThoseThatFindTheRingFull) {
  EventLoop loop(2);
  const std::string names = "abcdef";
  std::string order;
  std::vector<std::unique_ptr<CallingSource>> sources;
  for (const char name : names) {
    sources.push_back(
        std::make_unique<CallingSource>([&, name, number = sources.size()](std::uint32_t) {
          order += name;
          if (order.size() == 3 * names.size()) loop.stop();
          loop.post(sources[number].get());
        }));
  }
  for (const auto& source : sources) loop.post(source.get());
  loop.spin();
  EXPECT_EQ(order, names + names + names);
}

TEST_CASE(ALoopSleepsWhileThereIsNothingToDo) {
  EventLoop loop;
  const Spun spun(&loop);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(loop.take_wake_ups() <= 1);
}

TEST_CASE(TimersFireAtTheirTimesBesideEvents) {
  EventLoop loop;
  std::atomic<int> fired{0};
  CallingTimer timer(5 * kMsNs, [&] { ++fired; });
  std::atomic<bool> is_over{false};
  // One that always has something more to do.
  CallingSource busy([&](std::uint32_t) {
    if (!is_over) loop.post(&busy);
  });
  const std::int64_t begin_ns = monotonic_now_ns();
  loop.set_timer(&timer, begin_ns + 5 * kMsNs);
  const Spun spun(&loop);
  loop.post(&busy);
  EXPECT_TRUE(becomes([&] { return fired >= 4; }));
  EXPECT_TRUE(monotonic_now_ns() - begin_ns >= 20 * kMsNs);
  is_over = true;
}

TEST_CASE(ASourceThatGetsMoreThanItHandlesLeavesOthersTheirTurns) {
  EventLoop loop;
  std::uint32_t handled = 0;
  std::uint32_t since_other = 0;
  std::uint32_t since_timer = 0;
  std::uint32_t longest = 0;
  CallingSource greedy([&](std::uint32_t events) {
    handled += events;
    since_other += events;
    since_timer += events;
    longest = std::max({longest, since_other, since_timer});
    if (handled > 1000) return loop.stop();
    loop.post(&greedy, 2 * events);
  });
  CallingSource other([&](std::uint32_t) {
    since_other = 0;
    loop.post(&other);
  });
  CallingTimer timer(0, [&] { since_timer = 0; });
  loop.set_timer(&timer, monotonic_now_ns());
  loop.post(&other);
  loop.post(&greedy);
  loop.spin();
  EXPECT_TRUE(longest <= 10);
}

TEST_CASE(EventsOfWhatHasBeenThrownAwayAreForgotten) {
  class KeepingTwo : public CallingSource {
   public:
    using CallingSource::CallingSource;

   private:
    std::uint32_t most_waiting() const override { return 2; }
  };
  EventLoop loop;
  std::uint32_t handled = 0;
  KeepingTwo source([&](std::uint32_t events) { handled += events; });
  loop.post(&source, 100);
  EXPECT_EQ(loop.spin_some(0, 1000), 2U);
  EXPECT_EQ(handled, 2U);
  loop.post(&source);
  EXPECT_EQ(loop.spin_some(0, 1000), 1U);
}

TEST_CASE(WhatIsRemovedDoesNotRunAndIsNotTouched) {
  EventLoop loop(4);
  std::atomic<bool> is_removed{false};
  std::atomic<int> late{0};
  std::atomic<int> inside{0};
  auto source = std::make_unique<CallingSource>([&](std::uint32_t) {
    ++inside;
    if (is_removed) ++late;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inside;
  });
  auto timer = std::make_unique<CallingTimer>(kMsNs, [&] {
    if (is_removed) ++late;
  });
  loop.set_timer(timer.get(), monotonic_now_ns());
  const Spun spun(&loop);
  for (int time = 0; time < 100; ++time) loop.post(source.get());
  loop.remove({source.get()}, {timer.get()});
  EXPECT_EQ(inside.load(), 0);
  is_removed = true;
  source.reset();
  timer.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(late.load(), 0);
}

/// Spins a loop while two threads post to it without pause.
class BusyLoop {
 public:
  explicit BusyLoop(EventLoop* loop) : spun_(loop) {
    for (CallingSource& source : sources_) {
      producers_.emplace_back([this, loop, &source] {
        while (!is_over_) loop->post(&source);
      });
    }
  }
  ~BusyLoop() {
    is_over_ = true;
    for (std::thread& producer : producers_) producer.join();
  }

 private:
  CallingSource sources_[2]{CallingSource([](std::uint32_t) {}),
                            CallingSource([](std::uint32_t) {})};
  const Spun spun_;
  std::atomic<bool> is_over_{false};
  std::vector<std::thread> producers_;
};

TEST_CASE(WhatIsRemovedIsGoneFromARingThatOthersJustPushInto) {
  constexpr int kTimes = 20'000;
  EventLoop loop(64);
  std::atomic<int> late{0};
  std::vector<std::unique_ptr<CallingSource>> removed;
  {
    const BusyLoop busy(&loop);
    for (int time = 0; time < kTimes; ++time) {
      auto is_removed = std::make_shared<std::atomic<bool>>(false);
      removed.push_back(std::make_unique<CallingSource>([&late, is_removed](std::uint32_t) {
        if (*is_removed) ++late;
      }));
      loop.post(removed.back().get());
      loop.remove({removed.back().get()}, {});
      *is_removed = true;
    }
  }
  EXPECT_EQ(late.load(), 0);
}

TEST_CASE(WhatIsRemovedIsNotTouchedByThreadsThatDropTheOldest) {
  constexpr int kTimes = 20'000;
  EventLoop loop({2, WhenFull::kDropOldest});
  const BusyLoop busy(&loop);
  for (int time = 0; time < kTimes; ++time) {
    CallingSource removed([](std::uint32_t) {});
    loop.post(&removed);
    loop.remove({&removed}, {});
  }
}

TEST_CASE(ACallbackMayRemoveItselfAndOthers) {
  EventLoop loop;
  int runs = 0;
  std::unique_ptr<CallingSource> other =
      std::make_unique<CallingSource>([&](std::uint32_t) { runs += 100; });
  std::unique_ptr<CallingTimer> timer;
  timer = std::make_unique<CallingTimer>(0, [&] {
    ++runs;
    loop.remove({other.get()}, {timer.get()});
    other.reset();
  });
  loop.set_timer(timer.get(), 0);
  loop.post(other.get());
  loop.spin_some(0, 1);
  loop.spin_some(0, 10);
  EXPECT_EQ(runs, 1);
}

TEST_CASE(ATimerThatACallbackRemovesIsNotSetByWhatOthersHaveAskedForBefore) {
  EventLoop loop;
  int fired = 0;
  CallingTimer timer(kMsNs, [&] { ++fired; });
  CallingSource source([&](std::uint32_t) {
    std::thread([&] { loop.set_timer(&timer, 0); }).join();
    loop.remove({}, {&timer});
  });
  loop.post(&source);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  EXPECT_EQ(fired, 0);
}

TEST_CASE(ACallbackThatDoesNotReturnHoldsUpItsOwnLoopAlone) {
  EventLoop held_up;
  EventLoop other;
  std::atomic<bool> is_inside{false};
  std::atomic<bool> may_return{false};
  std::atomic<int> behind{0};
  std::atomic<int> beside{0};
  CallingSource endless([&](std::uint32_t) {
    is_inside = true;
    while (!may_return) std::this_thread::yield();
  });
  CallingSource waiting([&](std::uint32_t) { ++behind; });
  CallingSource going_on([&](std::uint32_t) { ++beside; });
  const Spun first(&held_up);
  const Spun second(&other);
  held_up.post(&endless);
  EXPECT_TRUE(becomes([&] { return is_inside.load(); }));
  held_up.post(&waiting);
  other.post(&going_on);
  EXPECT_TRUE(becomes([&] { return beside == 1; }));
  EXPECT_EQ(behind.load(), 0);
  may_return = true;
  EXPECT_TRUE(becomes([&] { return behind == 1; }));
}

TEST_CASE(ALoopMayBeStoppedFromACallbackAndSpunAgain) {
  EventLoop loop;
  int runs = 0;
  CallingSource source([&](std::uint32_t) {
    ++runs;
    loop.stop();
  });
  for (int time = 1; time <= 3; ++time) {
    loop.restart();
    loop.post(&source);
    loop.spin();
    EXPECT_EQ(runs, time);
  }
}

TEST_CASE(NothingRunsAfterATimerThatStopsTheLoopUntilItIsSpunAgain) {
  EventLoop loop;
  int runs = 0;
  CallingSource source([&](std::uint32_t) { ++runs; });
  CallingTimer timer(0, [&] { loop.stop(); });
  loop.set_timer(&timer, 0);
  loop.post(&source);
  loop.spin();
  EXPECT_EQ(runs, 0);
  loop.remove({}, {&timer});
  loop.restart();
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
}

TEST_CASE(WhatACallbackThrowsComesOutAndTheLoopCanBeSpunAgain) {
  EventLoop loop;
  int runs = 0;
  CallingSource source([&](std::uint32_t) {
    if (++runs == 1) throw std::runtime_error("broken");
    loop.stop();
  });
  loop.post(&source);
  std::string what;
  try {
    loop.spin();
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  EXPECT_EQ(what, "broken");
  loop.post(&source);
  loop.spin();
  EXPECT_EQ(runs, 2);
}

TEST_CASE(OneThreadSpinsALoop) {
  EventLoop loop;
  std::atomic<bool> has_begun{false};
  CallingSource source([&](std::uint32_t) { has_begun = true; });
  loop.post(&source);
  const Spun spun(&loop);
  EXPECT_TRUE(becomes([&] { return has_begun.load(); }));
  std::string what;
  try {
    loop.spin_some(0, 1);
  } catch (const std::logic_error& error) {
    what = error.what();
  }
  EXPECT_EQ(what, "a thread spins this event loop already");
}

/// A source whose callback lasts until it may return.
struct Held {
  std::atomic<bool> is_inside{false};
  std::atomic<bool> may_return{false};
  CallingSource source{[this](std::uint32_t) {
    is_inside = true;
    while (!may_return) std::this_thread::yield();
  }};
};

TEST_CASE(WhatIsDiscardedDoesNotRunAndIsKeptUntilTheLoopHasLetGoOfItWithoutAWait) {
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{4}}) {
    EventLoop loop(capacity);
    Held held;
    std::atomic<int> runs{0};
    auto source = std::make_shared<CallingSource>([&](std::uint32_t) { ++runs; });
    auto timer = std::make_shared<CallingTimer>(kMsNs, [&] { ++runs; });
    const std::weak_ptr<void> kept = source;
    {
      const Spun spun(&loop);
      loop.post(&held.source);
      EXPECT_TRUE(becomes([&] { return held.is_inside.load(); }));
      loop.post(source.get());
      loop.set_timer(timer.get(), 0);
      const EventLoop::Members members{{source.get()}, {timer.get()}};
      auto owner = std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(
          std::move(source), std::move(timer));
      loop.discard(members, std::move(owner));
      EXPECT_TRUE(loop.await_end(members, monotonic_now_ns() + 60'000 * kMsNs));
      EXPECT_FALSE(kept.expired());
      held.may_return = true;
      EXPECT_TRUE(becomes([&] { return kept.expired(); }));
    }
    EXPECT_EQ(runs.load(), 0);
  }
}

TEST_CASE(TheCallbackOfADiscardedSourceIsAwaitedUntilATime) {
  EventLoop loop;
  Held held;
  const EventLoop::Members members{{&held.source}, {}};
  const Spun spun(&loop);
  loop.post(&held.source);
  EXPECT_TRUE(becomes([&] { return held.is_inside.load(); }));
  loop.discard(members, nullptr);
  EXPECT_FALSE(loop.await_end(members, monotonic_now_ns() + 5 * kMsNs));
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    held.may_return = true;
  });
  EXPECT_TRUE(loop.await_end(members, kNever));
  EXPECT_TRUE(held.may_return.load());
  opener.join();
}

TEST_CASE(ADiscardedSourceMayBeDestroyedAsSoonAsItsCallbackHasEnded) {
  constexpr int kTimes = 20'000;
  EventLoop loop(64);
  std::atomic<int> late{0};
  const BusyLoop busy(&loop);
  for (int time = 0; time < kTimes; ++time) {
    auto is_over = std::make_shared<std::atomic<bool>>(false);
    auto source = std::make_shared<CallingSource>([&late, is_over](std::uint32_t) {
      if (*is_over) ++late;
    });
    const EventLoop::Members members{{source.get()}, {}};
    loop.post(source.get());
    loop.discard(members, std::move(source));
    loop.await_end(members, kNever);
    *is_over = true;
  }
  loop.remove({}, {});
  EXPECT_EQ(late.load(), 0);
}

}  // namespace

}  // namespace executors
