// Queries of the system. Some are not in POSIX, and Glibc declares them only on demand.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "AlchemicRuntime.h"

#include <dlfcn.h>

#if defined(__linux__)
#include <sys/resource.h>
#elif defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#endif

// MARK: A thread's stack

ALCHEMIC_OF_THREAD AlchemicStack alchemic_stack;

static void set(uintptr_t end, size_t size) {
  size_t reserve = size / 8;
  if (reserve < 64 << 10) reserve = 64 << 10;
  if (reserve > 1 << 20) reserve = 1 << 20;
  if (reserve > size / 2) reserve = size / 2;
  alchemic_stack.end = end;
  alchemic_stack.reserve = reserve;
}

void alchemic_find_stack(void) {
#if defined(__APPLE__)
  size_t size = pthread_get_stacksize_np(pthread_self());
  set((uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size, size);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *end;
  size_t size;
  // A stack of unknown bounds is never short.
  alchemic_stack.reserve = 1;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  int failure = pthread_attr_getstack(&attributes, &end, &size);
  pthread_attr_destroy(&attributes);
  if (failure != 0) return;
#if !defined(__GLIBC__) && !defined(__ANDROID__)
  // For the main thread, Musl reports the part used so far. The stack grows up to the limit.
  struct rlimit limit;
  if (getpid() == gettid() && getrlimit(RLIMIT_STACK, &limit) == 0) {
    size_t whole = limit.rlim_cur == RLIM_INFINITY ? 8 << 20 : (size_t)limit.rlim_cur;
    if (whole > size) {
      end = (char *)end - (whole - size);
      size = whole;
    }
  }
#endif
  set((uintptr_t)end, size);
#else
  alchemic_stack.reserve = 1;
#endif
}

// MARK: The environment

const char *alchemic_variable(size_t *position) {
  for (char **all = environ; all && all[*position];) {
    const char *variable = all[(*position)++];
    if (strncmp(variable, "ALCHEMIC_", 9) == 0) return variable;
  }
  return 0;
}

char *alchemic_argument(const char *variable) {
  static const char prefix[] = "--alchemic-";
  const char *name = variable + 9, *value = strchr(name, '=');
  if (!value || !value[1] || strcmp(value, "=0") == 0) return 0;
  char *argument = malloc(sizeof prefix + strlen(name));
  if (!argument) return 0;
  char *end = stpcpy(argument, prefix);
  for (; name < value; name++) *end++ = *name >= 'A' && *name <= 'Z' ? *name + 32 : *name;
  strcpy(end, strcmp(value, "=1") == 0 ? "" : value);
  return argument;
}

// MARK: Threads

typedef struct Call {
  void (*body)(void *context);
  void *context;
} Call;

static void *run(void *memory) {
  Call call = *(Call *)memory;
  free(memory);
  call.body(call.context);
  return NULL;
}

bool alchemic_run_on_thread(void (*body)(void *context), void *context) {
  Call *call = malloc(sizeof(Call));
  if (call == NULL) return false;
  *call = (Call){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  bool isRunning = pthread_create(&thread, &attributes, run, call) == 0;
  pthread_attr_destroy(&attributes);
  if (!isRunning) free(call);
  return isRunning;
}

// MARK: Images

const char *alchemic_image(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

// MARK: The main queue

// The declarations needed from libdispatch, which the Swift runtime uses anyway. With its Swift
// module, every program would load one more library at launch, for this one query.
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
