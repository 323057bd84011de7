// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// The types of messages and of services, each as X(name of its MessageKind, generated type). Those
// of messages in three parts, for each type is a second or two of compiling.
#ifndef TOPOLOGY__ROS__MESSAGE_TYPES_HPP_
#define TOPOLOGY__ROS__MESSAGE_TYPES_HPP_

#include "nav2_composition_bench/msg/image.hpp"
#include "nav2_composition_bench/msg/stamped100b.hpp"
#include "nav2_composition_bench/msg/stamped100kb.hpp"
#include "nav2_composition_bench/msg/stamped10b.hpp"
#include "nav2_composition_bench/msg/stamped10kb.hpp"
#include "nav2_composition_bench/msg/stamped12_float32.hpp"
#include "nav2_composition_bench/msg/stamped1kb.hpp"
#include "nav2_composition_bench/msg/stamped1mb.hpp"
#include "nav2_composition_bench/msg/stamped250b.hpp"
#include "nav2_composition_bench/msg/stamped250kb.hpp"
#include "nav2_composition_bench/msg/stamped25kb.hpp"
#include "nav2_composition_bench/msg/stamped3_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_float32.hpp"
#include "nav2_composition_bench/msg/stamped4_int32.hpp"
#include "nav2_composition_bench/msg/stamped4mb.hpp"
#include "nav2_composition_bench/msg/stamped500kb.hpp"
#include "nav2_composition_bench/msg/stamped50b.hpp"
#include "nav2_composition_bench/msg/stamped50kb.hpp"
#include "nav2_composition_bench/msg/stamped5kb.hpp"
#include "nav2_composition_bench/msg/stamped5mb.hpp"
#include "nav2_composition_bench/msg/stamped600kb.hpp"
#include "nav2_composition_bench/msg/stamped8mb.hpp"
#include "nav2_composition_bench/msg/stamped900kb.hpp"
#include "nav2_composition_bench/msg/stamped9_float32.hpp"
#include "nav2_composition_bench/msg/stamped_int64.hpp"
#include "nav2_composition_bench/msg/stamped_vector.hpp"
#include "nav2_composition_bench/srv/stamped100kb.hpp"
#include "nav2_composition_bench/srv/stamped10b.hpp"
#include "nav2_composition_bench/srv/stamped10kb.hpp"
#include "nav2_composition_bench/srv/stamped1kb.hpp"
#include "nav2_composition_bench/srv/stamped1mb.hpp"
#include "nav2_composition_bench/srv/stamped3_float32.hpp"
#include "nav2_composition_bench/srv/stamped4_int32.hpp"
#include "nav2_composition_bench/srv/stamped4mb.hpp"
#include "nav2_composition_bench/srv/stamped_int64.hpp"
#include "nav2_composition_bench/srv/stamped_vector.hpp"

#define TOPOLOGY_SMALL_MESSAGES(X) \
  X(stamped10b, Stamped10b)        \
  X(stamped50b, Stamped50b)        \
  X(stamped100b, Stamped100b)      \
  X(stamped250b, Stamped250b)      \
  X(stamped1kb, Stamped1kb)        \
  X(stamped5kb, Stamped5kb)        \
  X(stamped10kb, Stamped10kb)      \
  X(stamped25kb, Stamped25kb)      \
  X(stamped50kb, Stamped50kb)      \
  X(stamped100kb, Stamped100kb)

#define TOPOLOGY_LARGE_MESSAGES(X) \
  X(stamped250kb, Stamped250kb)    \
  X(stamped500kb, Stamped500kb)    \
  X(stamped600kb, Stamped600kb)    \
  X(stamped900kb, Stamped900kb)    \
  X(stamped1mb, Stamped1mb)        \
  X(stamped4mb, Stamped4mb)        \
  X(stamped5mb, Stamped5mb)        \
  X(stamped8mb, Stamped8mb)

#define TOPOLOGY_OTHER_MESSAGES(X)       \
  X(stamped3_float32, Stamped3Float32)   \
  X(stamped4_float32, Stamped4Float32)   \
  X(stamped9_float32, Stamped9Float32)   \
  X(stamped12_float32, Stamped12Float32) \
  X(stamped4_int32, Stamped4Int32)       \
  X(stamped_int64, StampedInt64)         \
  X(stamped_vector, StampedVector)       \
  X(image, Image)

#define TOPOLOGY_SERVICES(X)           \
  X(stamped10b, Stamped10b)            \
  X(stamped1kb, Stamped1kb)            \
  X(stamped10kb, Stamped10kb)          \
  X(stamped100kb, Stamped100kb)        \
  X(stamped1mb, Stamped1mb)            \
  X(stamped4mb, Stamped4mb)            \
  X(stamped3_float32, Stamped3Float32) \
  X(stamped4_int32, Stamped4Int32)     \
  X(stamped_int64, StampedInt64)       \
  X(stamped_vector, StampedVector)

#endif  // TOPOLOGY__ROS__MESSAGE_TYPES_HPP_
