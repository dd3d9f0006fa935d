#include "AlchemicRuntime.h"

ALCHEMIC_OF_THREAD uintptr_t *alchemic_pin;

/// The pin of a thread, alone in its lines of the cache: some processors load them in pairs.
struct pin {
  _Alignas(128) uintptr_t object;
  /// Whether a thread has the pin.
  bool is_taken;
  struct pin *next;
  /// Another one for each pin, from 0.
  uint32_t number;
};

/// All pins. None is removed, and a new thread takes one whose thread has ended. Not static,
/// because images that share `alchemic_pin` must share the list too.
struct pin *alchemic_pins;
static pthread_key_t end_of_thread;
static bool has_key;

static void return_pin(void *pin) {
  alchemic_pin = NULL;
  __atomic_store_n(&((struct pin *)pin)->is_taken, false, __ATOMIC_RELEASE);
}

static void create_key(void) { has_key = pthread_key_create(&end_of_thread, return_pin) == 0; }

static bool take(struct pin *pin) {
  bool is_taken = false;
  return __atomic_compare_exchange_n(
      &pin->is_taken, &is_taken, true, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static struct pin *new_pin(void) {
  void *memory;
  if (posix_memalign(&memory, _Alignof(struct pin), sizeof(struct pin))) return NULL;
  struct pin *pin = memory;
  *pin = (struct pin){0, true, __atomic_load_n(&alchemic_pins, __ATOMIC_ACQUIRE)};
  do pin->number = pin->next ? pin->next->number + 1 : 0;
  while (!__atomic_compare_exchange_n(
      &alchemic_pins, &pin->next, pin, false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));
  return pin;
}

uintptr_t *alchemic_take_pin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, create_key);
  if (!has_key) return NULL;
  struct pin *pin = __atomic_load_n(&alchemic_pins, __ATOMIC_ACQUIRE);
  // A test before the exchange writes no line that another thread uses.
  while (pin && (__atomic_load_n(&pin->is_taken, __ATOMIC_RELAXED) || !take(pin))) pin = pin->next;
  if (!pin) pin = new_pin();
  if (!pin) return NULL;
  // Without memory for the value of the key, a thread that ends keeps its pin.
  pthread_setspecific(end_of_thread, pin);
  alchemic_pin = &pin->object;
  return alchemic_pin;
}

uint32_t alchemic_pin_number(const uintptr_t *pin) { return ((const struct pin *)pin)->number; }

uintptr_t *alchemic_next_pin(uintptr_t *object) {
  struct pin *pin = (struct pin *)object;
  pin = pin ? pin->next : __atomic_load_n(&alchemic_pins, __ATOMIC_SEQ_CST);
  return pin ? &pin->object : NULL;
}
