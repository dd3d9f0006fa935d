#include "AlchemicRuntime.h"

#include <pthread.h>

// What is needed of libdispatch, which the Swift runtime uses anyway. Its Swift module would have
// every program load one more library at its start, for this one question.
struct dispatch_queue_s;
extern struct dispatch_queue_s _dispatch_main_q;
void dispatch_queue_set_specific(
    struct dispatch_queue_s *queue, const void *key, void *context, void (*destructor)(void *));
void *dispatch_get_specific(const void *key);

static char mark;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void markQueue(void) {
  dispatch_queue_set_specific(&_dispatch_main_q, &mark, &mark, NULL);
}

bool alchemic_is_on_main_queue(void) {
  pthread_once(&once, markQueue);
  return dispatch_get_specific(&mark) == &mark;
}
