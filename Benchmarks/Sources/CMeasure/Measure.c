#include "CMeasure.h"

#include <stdio.h>
#include <time.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static _Thread_local volatile intptr_t used;

void measure_use(intptr_t value) { used = value; }

static uint64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t measure_thread_nanoseconds(void) { return now(CLOCK_THREAD_CPUTIME_ID); }

uint64_t measure_wall_nanoseconds(void) { return now(CLOCK_MONOTONIC); }

size_t measure_allocated_bytes(void) {
#ifdef __GLIBC__
  // Large blocks are mapped one by one and counted apart.
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

void measure_show_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

__attribute__((noinline)) void measure_mark(void) { used = 0; }

void measure_tidy_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
