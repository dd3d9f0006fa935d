// The few entry points of the Swift runtime that Alchemic calls by name, and one slot of
// thread-local storage.

#ifndef ALCHEMIC_RUNTIME_H
#define ALCHEMIC_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The witness table of a type's conformance to a protocol, or null.
/// Exported by every Swift runtime since 5.0 (docs/ABI in the Swift repository).
const void *_Nullable swift_conformsToProtocol(
    const void *_Nonnull type, const void *_Nonnull protocolDescriptor);

/// The witness table of a conformance, by its descriptor, for a type that is not generic.
const void *_Nonnull swift_getWitnessTable(
    const void *_Nonnull conformance, const void *_Nonnull type,
    const void *_Nullable const *_Nullable arguments);

/// Retains a native object unless its deinit has begun. Returns the object, or null.
/// The memory must be valid: the caller holds an unowned reference.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Whether the deinit of a native object has begun. Exported by every Swift runtime since 5.0
/// (stdlib/public/runtime/HeapObject.cpp in the Swift repository).
bool swift_isDeallocating(void *_Nonnull object);

/// Unowned references: they keep an object's memory, not its life.
void *_Nonnull swift_unownedRetain(void *_Nonnull object);
void swift_unownedRelease(void *_Nonnull object);

/// Retains an object that Swift counts `count` times in one step, and releases it as often.
///
/// Functions of their own, and not the runtime's: the optimiser knows those by their names, as what
/// it makes itself in its last step, and moves other retains past them.
void alchemic_retain(void *_Nonnull object, uint32_t count);
void alchemic_release(void *_Nonnull object, uint32_t count);

/// Copies, moves or destroys one value, by the witness table of its type, whose address lies one
/// word before the metadata (`ValueWitness.def` in the Swift repository). For arm64e, which signs
/// the functions' addresses, this would need their keys.
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

/// A box that keeps a value, as an existential does that has no room for it: its object, and where
/// the value lies.
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

/// What a type's metadata access function returns.
typedef struct AlchemicMetadataResponse {
  const void *_Nonnull type;
  size_t state;
} AlchemicMetadataResponse;

/// Calls the metadata access function of a type that is not generic, which has Swift's calling
/// convention, for the complete metadata.
static inline AlchemicMetadataResponse alchemic_metadata(const void *_Nonnull accessFunction) {
  typedef __attribute__((swiftcall)) AlchemicMetadataResponse (*Access)(size_t request);
  return ((Access)accessFunction)(0);
}

#if defined(__linux__)
/// The beginning of the runtime's `MetadataSections` (version 1 and later): what is needed here.
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

/// The path of the image in which an address lies, or null.
const char *_Nullable alchemic_image(const void *_Nonnull address);

/// The calling thread's slot: the innermost creation that runs on it.
///
/// It is defined in a file of its own. A static variable of an inline function would not do: an
/// optimised Swift module is compiled in several parts, and each would have another one.
extern _Thread_local void *_Nullable alchemic_slot;

static inline void *_Nullable *_Nonnull alchemic_thread_slot(void) { return &alchemic_slot; }

/// The calling thread's second slot: the objects that it has made and not finished.
extern _Thread_local uintptr_t alchemic_unfinished;

static inline uintptr_t *_Nonnull alchemic_unfinished_slot(void) {
  return &alchemic_unfinished;
}

/// The lowest address of the calling thread's stack, and how much of it is not to be used up; both
/// 0 until they were asked for.
typedef struct AlchemicStack {
  uintptr_t end;
  size_t reserve;
} AlchemicStack;
extern _Thread_local AlchemicStack alchemic_stack;

/// Asks the system where the calling thread's stack lies.
void alchemic_find_stack(void);

/// How much of the calling thread's stack is left, compared with its reserve: an eighth, at least
/// 64 KB, at most 1 MB. What is reserved is for a message, and for what runs by then.
///
/// True if less than `parts` halves of the reserve are left. False on a stack that is not the
/// thread's own: nothing is known of it.
static inline bool alchemic_stack_is_short(unsigned parts) {
  if (alchemic_stack.reserve == 0) alchemic_find_stack();
  uintptr_t left = (uintptr_t)__builtin_frame_address(0) - alchemic_stack.end;
  return left < alchemic_stack.reserve / 2 * parts;
}

/// Whether the calling thread runs what is on the main queue, which is what the main actor runs on.
bool alchemic_is_on_main_queue(void);

/// Classes without hooks, each where its address says: what a first read asks, instead of searching
/// a table. One that another has taken the place of is forgotten.
extern uintptr_t alchemic_classes_without_hooks[256];

static inline bool alchemic_has_no_hooks(uintptr_t type) {
  return __atomic_load_n(&alchemic_classes_without_hooks[type >> 4 & 255], __ATOMIC_RELAXED) == type;
}

static inline void alchemic_remember_no_hooks(uintptr_t type) {
  __atomic_store_n(&alchemic_classes_without_hooks[type >> 4 & 255], type, __ATOMIC_RELAXED);
}

/// Keeps what is written before it before what is written after it, retains too; no instruction.
///
/// A retain is a write like any other, but the optimiser moves it down over a store, atomic or not:
/// it knows that a store releases nothing, and not that it lets another thread do so.
static inline void alchemic_keep_order(void) { __asm__ volatile("" ::: "memory"); }

#endif
