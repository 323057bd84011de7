// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "attached.hpp"

namespace executors {

namespace {

/// Anything else that can be waited for. It tells by a number which of its parts is ready.
class AttachedWaitable : public Attached {
 public:
  AttachedWaitable(EventLoop* loop, const rclcpp::Waitable::SharedPtr& waitable)
      : Attached(waitable), loop_(loop), waitable_(waitable) {
    waitable->set_on_ready_callback([this](std::size_t events, int part) {
      loop_->post(source_of(part), static_cast<std::uint32_t>(events));
    });
  }

  void add_to(std::vector<const Source*>* sources, std::vector<const Timer*>*) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [part, source] : parts_) sources->push_back(source.get());
  }

 protected:
  void ignore() override {
    if (const auto waitable = waitable_.lock()) waitable->clear_on_ready_callback();
  }

 private:
  class Part : public Source {
   public:
    Part(EventLoop* loop, std::weak_ptr<rclcpp::Waitable> waitable, Attachment attachment,
         int number)
        : loop_(loop),
          waitable_(std::move(waitable)),
          attachment_(std::move(attachment)),
          number_(number) {}

    void run(std::uint32_t events) override {
      const auto waitable = waitable_.lock();
      if (waitable == nullptr) return;
      const Attachment attached = attachment_;
      const auto number = static_cast<std::size_t>(number_);
      run_events(loop_, this, attached, events,
                 [&] { waitable->execute(waitable->take_data_by_entity_id(number)); });
    }

   private:
    EventLoop* const loop_;
    const std::weak_ptr<rclcpp::Waitable> waitable_;
    const Attachment attachment_;
    const int number_;
  };

  Source* source_of(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Part>& part = parts_[number];
    if (part == nullptr) part = std::make_unique<Part>(loop_, waitable_, attachment(), number);
    return part.get();
  }

  EventLoop* const loop_;
  const std::weak_ptr<rclcpp::Waitable> waitable_;
  std::mutex mutex_;
  std::map<int, std::unique_ptr<Part>> parts_;
};

}  // namespace

std::unique_ptr<Attached> attach(const LoopOfExecutor& loop,
                                 const rclcpp::Waitable::SharedPtr& entity) {
  return std::make_unique<AttachedWaitable>(loop.loop, entity);
}

}  // namespace executors
