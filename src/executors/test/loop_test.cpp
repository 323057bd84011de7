// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "loop.hpp"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "monotonic_clock.hpp"

namespace executors {

namespace {

constexpr std::int64_t kMsNs = 1'000'000;

class CallingSource : public Source {
 public:
  explicit CallingSource(std::function<void(std::uint32_t)> callback)
      : callback_(std::move(callback)) {}
  void run(std::uint32_t events) override { callback_(events); }

 private:
  const std::function<void(std::uint32_t)> callback_;
};

class CallingTimer : public Timer {
 public:
  CallingTimer(std::int64_t period_ns, std::function<void()> callback)
      : period_ns_(period_ns), callback_(std::move(callback)) {}
  std::int64_t next_after(std::int64_t now_ns) override {
    std::int64_t next = next_ns;
    advance(period_ns_, now_ns, &next);
    return next;
  }
  void fire() override { callback_(); }

 private:
  const std::int64_t period_ns_;
  const std::function<void()> callback_;
};

/// Spins a loop in a thread of its own.
class Spun {
 public:
  explicit Spun(EventLoop* loop) : loop_(loop), thread_([loop] { loop->spin(); }) {}
  ~Spun() {
    loop_->stop();
    thread_.join();
  }

 private:
  EventLoop* const loop_;
  std::thread thread_;
};

template <typename Condition>
bool becomes(Condition&& condition) {
  const std::int64_t end_ns = monotonic_now_ns() + 60'000 * kMsNs;
  while (!condition()) {
    if (monotonic_now_ns() > end_ns) return false;
    std::this_thread::yield();
  }
  return true;
}

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
    EventLoop loop({capacity, WhenFull::kBlock});
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

TEST_CASE(ARingThatBlocksHoldsUpWhoIsFasterThanItsLoopAndLosesNothing) {
  EventLoop loop({2, WhenFull::kBlock});
  std::atomic<std::uint64_t> run{0};
  std::vector<std::unique_ptr<CallingSource>> sources;
  for (int number = 0; number < 20; ++number) {
    sources.push_back(std::make_unique<CallingSource>([&run](std::uint32_t events) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      run += events;
    }));
  }
  const Spun spun(&loop);
  loop.post(sources.front().get());
  EXPECT_TRUE(becomes([&] { return run == 1; }));
  // Posted at once, thus at far more than ten times the rate at which they are run.
  for (const auto& source : sources) loop.post(source.get());
  EXPECT_TRUE(loop.blocked() > 0);
  EXPECT_TRUE(becomes([&] { return run == 21; }));
  EXPECT_EQ(loop.dropped(), 0U);
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

TEST_CASE(WhatIsRemovedDoesNotRunAndIsNotTouched) {
  EventLoop loop({4, WhenFull::kBlock});
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

TEST_CASE(SpinSomeWaitsForTheFirstAndRunsWhatIsReadyThen) {
  EventLoop loop;
  int runs = 0;
  CallingSource again([&](std::uint32_t) {
    ++runs;
    loop.post(&again);
  });
  EXPECT_EQ(loop.spin_some(monotonic_now_ns() + 2 * kMsNs, 10), 0U);
  std::thread poster([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    loop.post(&again);
  });
  EXPECT_EQ(loop.spin_some(monotonic_now_ns() + 5'000 * kMsNs, 10), 1U);
  poster.join();
  EXPECT_EQ(runs, 1);
}

TEST_CASE(SpinSomeBeginsNoCallbackAfterItsEndAndLeavesTheRest) {
  EventLoop loop;
  std::uint64_t runs = 0;
  CallingSource slow([&](std::uint32_t events) {
    runs += events;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  loop.post(&slow, 4);
  EXPECT_EQ(loop.spin_some(0, 10, monotonic_now_ns() + kMsNs), 1U);
  EXPECT_EQ(runs, 1U);
  EXPECT_EQ(loop.spin_some(0, 2), 2U);
  EXPECT_EQ(loop.spin_some(0, 10), 1U);
  EXPECT_EQ(loop.spin_some(0, 10), 0U);
  EXPECT_EQ(runs, 4U);
}

TEST_CASE(SpinSomeRunsWhatIsReadyOnceAlthoughASourceGoesOn) {
  EventLoop loop;
  int runs = 0;
  CallingSource again([&](std::uint32_t) {
    ++runs;
    loop.post(&again);
  });
  int others = 0;
  CallingSource other([&](std::uint32_t) { ++others; });
  loop.post(&again, 2);
  loop.post(&other);
  EXPECT_EQ(loop.spin_some(0, UINT64_MAX), 3U);
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(others, 1);
}

}  // namespace

}  // namespace executors
