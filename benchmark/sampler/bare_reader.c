// Copyright 2026 nav2_composition_bench developers
// SPDX-License-Identifier: Apache-2.0

// The least that a full sample can cost: reads the files of /proc that process_sampler reads for
// one, in pieces of the same sizes, and throws the text away. Nothing is parsed but the address
// ranges of maps, without which one would not know where to read pagemap.
//
// usage: bare_reader COUNT PID...   prints its CPU seconds per full sample, from the second one on.

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char text[16 * 1024 + 1];
static unsigned long long entries[4096];

static void read_file(int directory, const char* name) {
  int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (pread(fd, text, 8192, 0) < 0) perror(name);
  close(fd);
}

static void read_threads(int process) {
  int tasks = openat(process, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char listing[8192];
  long size;
  while ((size = getdents64(tasks, listing, sizeof(listing))) > 0) {
    for (long offset = 0; offset < size;) {
      struct dirent64* entry = (struct dirent64*)(listing + offset);
      offset += entry->d_reclen;
      if (entry->d_name[0] == '.') continue;
      char name[64];
      size_t length = strlen(entry->d_name);
      memcpy(name, entry->d_name, length);
      strcpy(name + length, "/schedstat");
      read_file(tasks, name);
      strcpy(name + length, "/status");
      read_file(tasks, name);
    }
  }
  close(tasks);
}

static void read_entries(int pagemap, unsigned long begin, unsigned long end) {
  const unsigned long capacity = sizeof(entries) / sizeof(entries[0]);
  for (unsigned long page = begin / 4096; page < end / 4096; page += capacity) {
    unsigned long count = end / 4096 - page;
    if (count > capacity) count = capacity;
    if (pread(pagemap, entries, count * 8, (off_t)(page * 8)) < 0) return;
  }
}

// Ranges less than 64 pages apart are read in one go, as process_sampler does.
static void read_frames(int process) {
  int maps = openat(process, "maps", O_RDONLY | O_CLOEXEC);
  int pagemap = openat(process, "pagemap", O_RDONLY | O_CLOEXEC);
  unsigned long begin = 0, end = 0;
  size_t kept = 0;
  long size;
  while ((size = read(maps, text + kept, sizeof(text) - 1 - kept)) > 0) {
    char* line = text;
    char* newline;
    text[kept + size] = 0;
    while ((newline = strchr(line, '\n')) != NULL) {
      char* rest;
      unsigned long from = strtoul(line, &rest, 16);
      unsigned long to = strtoul(rest + 1, NULL, 16);
      if (from - end > 64 * 4096 || end == 0) {
        read_entries(pagemap, begin, end);
        begin = from;
      }
      if (from < 1UL << 63) end = to;
      line = newline + 1;
    }
    kept = strlen(line);
    memmove(text, line, kept);
  }
  read_entries(pagemap, begin, end);
  close(maps);
  close(pagemap);
}

static double cpu_s(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char** argv) {
  int count = atoi(argv[1]);
  double first_s = 0.0;
  for (int sample = 0; sample < count; ++sample) {
    if (sample == 1) first_s = cpu_s();
    for (int i = 2; i < argc; ++i) {
      char path[64];
      snprintf(path, sizeof(path), "/proc/%s", argv[i]);
      int process = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      read_file(process, "stat");
      read_threads(process);
      read_file(process, "smaps_rollup");
      read_frames(process);
      close(process);
    }
    struct timespec pause = {0, 100 * 1000 * 1000};
    nanosleep(&pause, NULL);
  }
  printf("%.9f\n", (cpu_s() - first_s) / (count - 1));
  return 0;
}
