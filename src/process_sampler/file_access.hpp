// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef PROCESS_SAMPLER__FILE_ACCESS_HPP_
#define PROCESS_SAMPLER__FILE_ACCESS_HPP_

#include <cstddef>
#include <string_view>

namespace process_sampler {

/// What became of reading a file of /proc. A process may vanish between any two readings, so
/// "gone" is an ordinary answer, and different from "not permitted".
enum class ReadStatus { kOk, kGone, kDenied, kFailed };

/// Text of a file, in the caller's buffer. `error` is the errno of a reading that was not kOk.
struct FileText {
  ReadStatus status = ReadStatus::kFailed;
  int error = 0;
  std::string_view text;
};

/// Classifies an errno of open() or read() on /proc.
ReadStatus status_of_errno(int error);

/// Owns a file descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void close();
  int release();

 private:
  int fd_ = -1;
};

/// Opens `path` relative to `directory_fd`, for reading; check valid(), errno says why not.
FileDescriptor open_at(int directory_fd, const char* path, int extra_flags = 0);

/// Reads a whole small file from its beginning through an open descriptor.
FileText read_from_start(int fd, char* buffer, std::size_t capacity);

/// Reads a file of many records, such as ``maps``, which the kernel hands out in several pieces.
FileText read_records(int fd, char* buffer, std::size_t capacity);

/// Opens, reads and closes a small file relative to `directory_fd`.
FileText read_file_at(int directory_fd, const char* path, char* buffer, std::size_t capacity);

}  // namespace process_sampler

#endif  // PROCESS_SAMPLER__FILE_ACCESS_HPP_
