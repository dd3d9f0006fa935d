#include "AlchemicRuntime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void swift_release(void *object);

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The thread's end lets go of it.
static void create(void) {
  if (pthread_key_create(&key, swift_release) != 0) {
    fputs("Alchemic: the process has no thread-specific data left\n", stderr);
    abort();
  }
}

void *alchemic_last_read(void) {
  pthread_once(&once, create);
  return pthread_getspecific(key);
}

void alchemic_set_last_read(void *object) {
  pthread_once(&once, create);
  pthread_setspecific(key, object);
}
