#include "AlchemicRuntime.h"

static pthread_key_t end_of_thread;
static bool has_key;

static void release_lease(void *object) {
  alchemic_leased = 1;
  alchemic_release(object, 1);
}

static void create_key(void) { has_key = pthread_key_create(&end_of_thread, release_lease) == 0; }

uintptr_t alchemic_exchange_lease(uintptr_t object) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, create_key);
  uintptr_t former = alchemic_leased;
  alchemic_leased = object;
  // Without a key, or without memory for its value, a thread that ends keeps its last object.
  if (has_key) pthread_setspecific(end_of_thread, (void *)object);
  return former == 1 ? 0 : former;
}
