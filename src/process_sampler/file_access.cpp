// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#include "file_access.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace process_sampler {

ReadStatus status_of_errno(int error) {
  switch (error) {
    case ENOENT:
    case ESRCH:
    case ENODEV:  // A cgroup that was removed while its directory was open.
      return ReadStatus::kGone;
    case EACCES:
    case EPERM:
      return ReadStatus::kDenied;
    default:
      return ReadStatus::kFailed;
  }
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.release();
  }
  return *this;
}

void FileDescriptor::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

int FileDescriptor::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

FileDescriptor open_at(int directory_fd, const char* path, int extra_flags) {
  return FileDescriptor(openat(directory_fd, path, O_RDONLY | O_CLOEXEC | extra_flags));
}

namespace {

FileText read_pieces(int fd, char* buffer, std::size_t capacity, bool is_one_record) {
  std::size_t length = 0;
  while (length < capacity) {
    const ssize_t count = pread(fd, buffer + length, capacity - length, static_cast<off_t>(length));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {status_of_errno(errno), errno, {}};
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
    // The kernel hands out a single-record file of /proc whole when the buffer is large enough, and
    // always ends it with a newline; asking again would only cost a system call.
    if (is_one_record && length < capacity && buffer[length - 1] == '\n') break;
  }
  return {ReadStatus::kOk, 0, std::string_view(buffer, length)};
}

}  // namespace

FileText read_from_start(int fd, char* buffer, std::size_t capacity) {
  return read_pieces(fd, buffer, capacity, true);
}

FileText read_records(int fd, char* buffer, std::size_t capacity) {
  return read_pieces(fd, buffer, capacity, false);
}

FileText read_file_at(int directory_fd, const char* path, char* buffer, std::size_t capacity) {
  const FileDescriptor file = open_at(directory_fd, path);
  if (!file.valid()) return {status_of_errno(errno), errno, {}};
  return read_from_start(file.get(), buffer, capacity);
}

}  // namespace process_sampler
