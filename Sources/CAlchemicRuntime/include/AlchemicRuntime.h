// The entry points of the Swift runtime that Alchemic calls by name, queries of the system, and
// thread-local storage. Swift files import it for the functions of the C library too, whose module
// has another name on each platform.

#ifndef ALCHEMIC_RUNTIME_H
#define ALCHEMIC_RUNTIME_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Returns the witness table of a type's conformance to a protocol, or null. Exported by every
/// Swift runtime since 5.0 (docs/ABI in the Swift repository).
const void *_Nullable swift_conformsToProtocol(
    const void *_Nonnull type, const void *_Nonnull protocolDescriptor);

/// Returns the witness table of a conformance, by its descriptor, for a type that is not generic.
const void *_Nonnull swift_getWitnessTable(
    const void *_Nonnull conformance, const void *_Nonnull type,
    const void *_Nullable const *_Nullable arguments);

/// Retains a native object unless its deinit has begun. Returns the object, or null. The memory
/// must be valid: the caller holds an unowned reference.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Returns whether the deinit of a native object has begun. Exported by every Swift runtime since
/// 5.0 (stdlib/public/runtime/HeapObject.cpp in the Swift repository).
bool swift_isDeallocating(void *_Nonnull object);

/// Returns the number of strong references to a native object. Exported by every Swift runtime
/// since 5.0 (stdlib/public/runtime/HeapObject.cpp in the Swift repository).
size_t swift_retainCount(void *_Nonnull object);

/// Unowned references, which keep the memory of an object without keeping it alive.
void *_Nonnull swift_unownedRetain(void *_Nonnull object);
void swift_unownedRelease(void *_Nonnull object);

/// Retains or releases an object `count` times in one step. Swift itself counts its references.
///
/// These functions wrap the runtime's own: the optimiser recognises those by their names, as calls
/// that it inserts itself in its last pass, and moves other retains past them.
void alchemic_retain(void *_Nonnull object, uint32_t count);
void alchemic_release(void *_Nonnull object, uint32_t count);

/// Copies, moves or destroys one value through the witness table of its type, whose address
/// precedes the metadata by one word (`ValueWitness.def` in the Swift repository). On arm64e, which
/// signs the functions' addresses, this would need their keys.
static inline const void *_Nonnull alchemic_witness(const void *_Nonnull type, int number) {
  return ((const void *const *const *)type)[-1][number];
}

static inline void alchemic_initialize(
    void *_Nonnull to, const void *_Nonnull from, const void *_Nonnull type, bool moves) {
  typedef void *(*Initialize)(void *to, const void *from, const void *type);
  ((Initialize)alchemic_witness(type, moves ? 4 : 2))(to, from, type);
}

static inline void alchemic_destroy(void *_Nonnull value, const void *_Nonnull type) {
  typedef void (*Destroy)(void *value, const void *type);
  ((Destroy)alchemic_witness(type, 1))(value, type);
}

/// A box that keeps a value for which an existential has no room: the object, and the address of
/// the value.
typedef struct AlchemicBox {
  void *_Nonnull object;
  void *_Nonnull value;
} AlchemicBox;

/// Allocates a box for a value of a type; `swift_allocBox` has Swift's calling convention. Exported
/// by every Swift runtime since 5.0 (stdlib/public/runtime/HeapObject.cpp in the Swift repository).
static inline AlchemicBox alchemic_allocate_box(const void *_Nonnull type) {
  extern __attribute__((swiftcall)) AlchemicBox swift_allocBox(const void *_Nonnull type);
  return swift_allocBox(type);
}

/// Deallocates a box whose value was not initialised.
void swift_deallocBox(void *_Nonnull object);

/// Returns the address of a task-local value in the calling task, or null if it is not set there.
/// `swift_task_localValueGet` has Swift's calling convention. Exported by every concurrency runtime
/// since 5.5 (stdlib/public/Concurrency/TaskLocal.cpp in the Swift repository).
static inline const void *_Nullable alchemic_task_local(const void *_Nonnull key) {
  extern __attribute__((swiftcall)) void *swift_task_localValueGet(const void *_Nonnull key);
  return swift_task_localValueGet(key);
}

/// Sets a task-local value in the calling task, until it is popped. The runtime takes over the
/// value at the address, and allocates its record on the stack of the task.
static inline void alchemic_push_task_local(
    const void *_Nonnull key, void *_Nonnull value, const void *_Nonnull type) {
  extern __attribute__((swiftcall)) void swift_task_localValuePush(
      const void *_Nonnull key, void *_Nonnull value, const void *_Nonnull type);
  swift_task_localValuePush(key, value, type);
}

/// Removes the task-local value that was pushed last.
static inline void alchemic_pop_task_local(void) {
  extern __attribute__((swiftcall)) void swift_task_localValuePop(void);
  swift_task_localValuePop();
}

/// The result of a type's metadata access function.
typedef struct AlchemicMetadataResponse {
  const void *_Nonnull type;
  size_t state;
} AlchemicMetadataResponse;

/// Calls the metadata access function of a type that is not generic, and requests complete
/// metadata. The function has Swift's calling convention.
static inline AlchemicMetadataResponse alchemic_metadata(const void *_Nonnull accessFunction) {
  typedef __attribute__((swiftcall)) AlchemicMetadataResponse (*Access)(size_t request);
  return ((Access)accessFunction)(0);
}

#if defined(__linux__)
/// The required first part of the runtime's `MetadataSections` (version 1 and later).
typedef struct AlchemicMetadataSections {
  uintptr_t version;
  uintptr_t unused[5];
  const void *_Nullable conformances;
  size_t conformancesLength;
} AlchemicMetadataSections;

/// Calls `body` with the metadata sections of each loaded image until it returns false.
void swift_enumerateAllMetadataSections(
    bool (*_Nonnull body)(const AlchemicMetadataSections *_Nonnull sections,
                          void *_Nullable context),
    void *_Nullable context);
#endif

/// Returns the identity of the calling thread, whose type differs between platforms.
static inline uintptr_t alchemic_thread(void) { return (uintptr_t)pthread_self(); }

/// Calls `body` on a new thread. Its stack is as large as that of a main thread, so that chains of
/// initializers can be as long as there. Returns false if the system provides no thread.
bool alchemic_run_on_thread(
    void (*_Nonnull body)(void *_Nullable context), void *_Nullable context);

/// Returns the path of the image that contains an address, or null.
const char *_Nullable alchemic_image(const void *_Nonnull address);

/// A variable of the calling thread. Its address takes one load: in an executable as in a library,
/// which may also be loaded later, because glibc keeps some room for such variables (about 1.5 KB;
/// these take 48 bytes). Otherwise it takes a call, or what is left of one after the link.
#if defined(__GLIBC__)
#define ALCHEMIC_OF_THREAD _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define ALCHEMIC_OF_THREAD _Thread_local
#endif

/// The calling thread's slot: the innermost creation that runs on it.
///
/// Its definition has a file of its own. A static variable of an inline function would not work: an
/// optimised Swift module is compiled in several parts, and each would have another variable.
extern ALCHEMIC_OF_THREAD void *_Nullable alchemic_slot;

static inline void *_Nullable *_Nonnull alchemic_thread_slot(void) { return &alchemic_slot; }

/// The calling thread's second slot: the objects that it has created and not finished.
extern ALCHEMIC_OF_THREAD uintptr_t alchemic_unfinished;

static inline uintptr_t *_Nonnull alchemic_unfinished_slot(void) {
  return &alchemic_unfinished;
}

/// The lowest address of the calling thread's stack, and the size of its reserve. Both are 0 until
/// `alchemic_find_stack()` is called.
typedef struct AlchemicStack {
  uintptr_t end;
  size_t reserve;
} AlchemicStack;
extern ALCHEMIC_OF_THREAD AlchemicStack alchemic_stack;

/// Queries the system for the bounds of the calling thread's stack.
void alchemic_find_stack(void);

/// Returns whether less than `parts` halves of the reserve of the calling thread's stack are left.
///
/// The reserve is an eighth of the stack, at least 64 KB, at most 1 MB. It is for a message, and
/// for the code that runs by then. Returns false on a stack that is not the thread's own, whose
/// bounds are unknown.
static inline bool alchemic_stack_is_short(unsigned parts) {
  if (alchemic_stack.reserve == 0) alchemic_find_stack();
  uintptr_t left = (uintptr_t)__builtin_frame_address(0) - alchemic_stack.end;
  return left < alchemic_stack.reserve / 2 * parts;
}

/// Returns whether the calling thread runs code of the main queue, on which the main actor runs.
bool alchemic_is_on_main_queue(void);

/// Begins to take SIGINT and SIGTERM, unless the program ignores them. The first one is reported,
/// and the second one has its effect as if nobody took it: it ends the program.
///
/// Only for one caller, until its `alchemic_wait_for_signal()` has returned. Returns false if the
/// system provides no pipe.
bool alchemic_take_signals(void);

/// Blocks until a signal comes, and returns its number; 0 after `alchemic_return_signals()`.
int alchemic_wait_for_signal(void);

/// Takes no signals any more, and restores what happened with them before.
void alchemic_return_signals(void);

/// Returns the next variable of the environment whose name begins with ALCHEMIC_, as NAME=VALUE;
/// NULL if there is none.
///
/// - position: 0 for the first one; set to where the search goes on.
const char *_Nullable alchemic_variable(size_t *_Nonnull position);

/// Returns the launch argument for which such a variable stands: --alchemic-log for ALCHEMIC_LOG=1,
/// and --alchemic-graph=html for ALCHEMIC_GRAPH=html. The caller frees it. NULL if the value is
/// empty or 0.
char *_Nullable alchemic_argument(const char *_Nonnull variable);

/// Opens a file for writing, and creates it if there is none. Swift imports neither `open`, which
/// has a variable number of arguments, nor `errno`.
///
/// Returns the descriptor; a negative `errno` on failure.
static inline int alchemic_open_for_writing(const char *_Nonnull path) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  return file < 0 ? -errno : file;
}

/// Writes all bytes to a file.
///
/// Returns 0; an `errno` on failure.
static inline int alchemic_write_all(int file, const void *_Nullable bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t written = write(file, (const char *)bytes + done, count - done);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) done += (size_t)written;
  }
  return 0;
}

/// Replaces the contents of a file. A pipe or a terminal has none, and only receives the bytes.
///
/// Returns 0; an `errno` on failure.
static inline int alchemic_replace_contents(
    int file, const void *_Nullable bytes, size_t count) {
  if (ftruncate(file, 0) != 0 && errno != EINVAL) return errno;
  return alchemic_write_all(file, bytes, count);
}

/// Classes without hooks, each at an index from its address. The first read of a host uses this
/// cache instead of searching a table. A class replaces another one at the same index.
extern uintptr_t alchemic_classes_without_hooks[256];

static inline bool alchemic_has_no_hooks(uintptr_t type) {
  return __atomic_load_n(&alchemic_classes_without_hooks[type >> 4 & 255], __ATOMIC_RELAXED) == type;
}

static inline void alchemic_remember_no_hooks(uintptr_t type) {
  __atomic_store_n(&alchemic_classes_without_hooks[type >> 4 & 255], type, __ATOMIC_RELAXED);
}

/// The words that the most frequent operations read first, in one line of the cache. Swift would
/// call a function for the address of a variable of another module.
extern uintptr_t alchemic_hot_words[8];

static inline uintptr_t *_Nonnull alchemic_hot_word(size_t number) {
  return &alchemic_hot_words[number];
}

/// The address of the object that the calling thread has on lease; 1 if there is none.
extern ALCHEMIC_OF_THREAD uintptr_t alchemic_leased;

static inline uintptr_t alchemic_lease(void) { return alchemic_leased; }

/// Gives the calling thread a retained object on lease, which it releases when it ends. Returns the
/// address of the former one; 0 if there was none.
uintptr_t alchemic_exchange_lease(uintptr_t object);

/// The pin of the calling thread: the address of the object that it is using without a retain; 1
/// more after an owner has passed a retain; 0 if the thread is using none. Null if the thread has
/// no pin yet.
extern ALCHEMIC_OF_THREAD uintptr_t *_Nullable alchemic_pin;

static inline uintptr_t *_Nullable alchemic_pin_of_thread(void) { return alchemic_pin; }

/// Gives the calling thread a pin, until the thread ends. Returns null if the system has no memory
/// or no key of threads left.
uintptr_t *_Nullable alchemic_take_pin(void);

/// Returns the number of a pin. The pins have the numbers from 0, each another one.
uint32_t alchemic_pin_number(const uintptr_t *_Nonnull pin);

/// Returns the next pin in the list of all threads: the first one for null, and null after the
/// last.
uintptr_t *_Nullable alchemic_next_pin(uintptr_t *_Nullable pin);

/// Keeps earlier writes, including retains, before later ones. Emits no instruction.
///
/// A retain is a write, but the optimiser moves it down past a store, atomic or not: it assumes
/// that a store releases nothing, although the store lets another thread release the object.
static inline void alchemic_keep_order(void) { __asm__ volatile("" ::: "memory"); }

#endif
