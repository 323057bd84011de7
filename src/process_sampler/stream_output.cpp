// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "stream_output.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace process_sampler {

namespace {

// A request for a walk is pending like a request to end, but does not ask to give up.
bool end_is_pending() {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
         sigismember(&pending, SIGHUP) == 1;
}

}  // namespace

StreamOutput::StreamOutput() : end_is_asked_(end_is_pending) {}

const char* StreamOutput::open(const std::string& path) {
  const int fd = path == "-" ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                             : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return std::strerror(errno);
  file_ = FileDescriptor(fd);
  struct stat status{};
  is_pipe_ = fstat(fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
  return nullptr;
}

// Waits until a piece fits into the pipe. When told to end meanwhile, a stalled reader gets one
// more second, or two. A handler may have run just before poll(), so without a descriptor it is
// asked again.
bool StreamOutput::wait_for_room() {
  pollfd fds[2] = {{file_.get(), POLLOUT, 0}, {signal_fd_, POLLIN, 0}};
  while (poll(fds, 2, signal_fd_ < 0 ? 1000 : -1) <= 0 && !end_is_asked_()) {
  }
  while (fds[0].revents == 0) {
    if (poll(fds, 1, 1000) == 0 && end_is_asked_()) {
      failure_ = "the reader does not read";
      return false;
    }
  }
  if ((fds[0].revents & POLLERR) != 0) {
    failure_ = "the reader has gone";
    return false;
  }
  return true;
}

void StreamOutput::write(std::string_view text) {
  while (!text.empty() && failure_ == nullptr) {
    std::size_t length = text.size();
    if (is_pipe_) {
      if (!wait_for_room()) return;
      length = std::min<std::size_t>(length, PIPE_BUF);
    }
    const ssize_t written = ::write(file_.get(), text.data(), length);
    if (written < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      failure_ = errno == EPIPE ? "the reader has gone" : std::strerror(errno);
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace process_sampler
