// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__STREAM_OUTPUT_HPP_
#define PROCESS_SAMPLER__STREAM_OUTPUT_HPP_

#include <string>
#include <string_view>

#include "file_access.hpp"
#include "json_writer.hpp"

namespace process_sampler {

/// Writes to a file or to standard output, and notices when nobody reads any more.
class StreamOutput : public json_writer::TextSink {
 public:
  StreamOutput();

  /// Opens `path` for writing (`-`: standard output); nullptr on success, else a clause.
  const char* open(const std::string& path);

  /// :param signal_fd: becomes readable when the sampler is told to end; a reader that has stalled
  ///     then does not keep it from ending.
  void set_signal_fd(int signal_fd) { signal_fd_ = signal_fd; }

  /// :param end_is_asked: tells whether the program was told to end, by a signal that a handler or
  ///     the reader of the descriptor has taken, so that it is pending no more.
  void set_end_is_asked(bool (*end_is_asked)()) { end_is_asked_ = end_is_asked; }

  void write(std::string_view text) override;

  int fd() const { return file_.get(); }

  /// nullptr while writing works, else one clause that says what happened.
  const char* failure() const { return failure_; }

 private:
  bool wait_for_room();

  FileDescriptor file_;
  bool is_pipe_ = false;
  int signal_fd_ = -1;
  bool (*end_is_asked_)();
  const char* failure_ = nullptr;
};

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__STREAM_OUTPUT_HPP_
