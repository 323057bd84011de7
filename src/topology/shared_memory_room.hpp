// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
#ifndef TOPOLOGY__SHARED_MEMORY_ROOM_HPP_
#define TOPOLOGY__SHARED_MEMORY_ROOM_HPP_

#include <sys/statvfs.h>

#include <stdexcept>
#include <string>

namespace topology {

/// \throws std::runtime_error if /dev/shm has no room for what Fast DDS makes of it for a process.
/// It does not look for itself, and its first write would end in SIGBUS.
inline void require_shared_memory() {
  constexpr unsigned long kNeededBytes = 1024 * 1024;  // NOLINT: statvfs's type
  struct statvfs room{};
  if (statvfs("/dev/shm", &room) != 0) return;
  const unsigned long left = room.f_bavail * room.f_frsize;  // NOLINT: statvfs's type
  // A file system without a limit has no blocks at all.
  if (room.f_blocks == 0 || left >= kNeededBytes) return;
  throw std::runtime_error("/dev/shm has " + std::to_string(left / 1024) +
                           " kB of room, and Fast DDS needs 1024 for a process; make room there");
}

}  // namespace topology

#endif  // TOPOLOGY__SHARED_MEMORY_ROOM_HPP_
