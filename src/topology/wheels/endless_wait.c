// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into every process of a study on the ROS 2 wheels. Their Fast DDS was built where
// pthread_cond_clockwait was missing, so its wait for ever (DomainParticipantImpl::set_listener
// until std::chrono::steady_clock's last moment) becomes an overflowed, negative time of the system
// clock. glibc refuses that with EINVAL and keeps the mutex; the wait is tried again without end,
// and a discovery callback that is under way can never get the mutex. About one of 200 processes
// that end while others do hung so. Here a time before 1970 means for ever, as was meant.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

typedef int (*timed_wait)(pthread_cond_t*, pthread_mutex_t*, const struct timespec*);

static timed_wait find_next(void) {
  // The oldest version on x86_64 has another pthread_cond_t, and dlsym may return it.
  void* found = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (found == NULL) found = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  return (timed_wait)found;
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const struct timespec* until) {
  static timed_wait next;  // Whoever is first finds the same.
  if (until->tv_sec < 0 || until->tv_nsec < 0) return pthread_cond_wait(condition, mutex);
  if (next == NULL) next = find_next();
  return next(condition, mutex, until);
}
