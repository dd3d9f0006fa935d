#include "CMeasure.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

// glibc gives a thread the last 7 freed blocks of each size again. The other blocks fill the gaps
// between older allocations.
enum { sizes = 16, blocks = 400, own = 7 };
static _Thread_local void *kept[sizes][blocks];

void measure_keep_memory(void) {
  for (int size = 0; size < sizes; size++) {
    for (int block = 0; block < blocks; block++) kept[size][block] = malloc(16 * (size + 1));
    for (int block = blocks - own; block < blocks; block++) {
      free(kept[size][block]);
      kept[size][block] = NULL;
    }
  }
}

void measure_return_memory(void) {
  for (int size = 0; size < sizes; size++) {
    for (int block = 0; block < blocks; block++) free(kept[size][block]);
  }
}

struct start_line {
  atomic_int missing;
  void (*body)(void *context, int number);
  void *context;
};

struct job {
  struct start_line *line;
  int number;
};

static void *run(void *pointer) {
  struct job *job = pointer;
  atomic_fetch_sub(&job->line->missing, 1);
  while (atomic_load(&job->line->missing) > 0) sched_yield();
  job->line->body(job->line->context, job->number);
  return NULL;
}

uint64_t measure_on_threads(int count, void (*body)(void *context, int number), void *context) {
  struct start_line line;
  // This thread is the last one at the line, so that it knows when the others begin.
  atomic_init(&line.missing, count + 1);
  line.body = body;
  line.context = context;
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  struct job *jobs = calloc((size_t)count, sizeof *jobs);
  for (int number = 0; number < count; number++) {
    jobs[number].line = &line;
    jobs[number].number = number;
    if (pthread_create(&threads[number], NULL, run, &jobs[number])) abort();
  }
  while (atomic_load(&line.missing) > 1) sched_yield();
  uint64_t begin = measure_wall_nanoseconds();
  atomic_fetch_sub(&line.missing, 1);
  for (int number = 0; number < count; number++) pthread_join(threads[number], NULL);
  uint64_t end = measure_wall_nanoseconds();
  free(threads);
  free(jobs);
  return end - begin;
}
