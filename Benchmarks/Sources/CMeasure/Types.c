#include "CMeasure.h"

#include <stdlib.h>
#include <string.h>

#ifdef __ELF__

struct response {
  const void *type;
  size_t state;
};

typedef __attribute__((swiftcall)) struct response access_function(size_t request);

// The section in which an image lists the descriptors of its types: a relative address each.
extern const int32_t __start_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_type_metadata[] __attribute__((weak, visibility("hidden")));

static const char *target(const int32_t *reference) {
  return (const char *)reference + *reference;
}

static const char *parent_of(const int32_t *descriptor) {
  const int32_t *reference = &descriptor[1];
  const char *address = (const char *)reference + (*reference & ~1);
  return *reference & 1 ? *(const char *const *)address : address;
}

int measure_ask_classes(const char *module) {
  int count = 0;
  const char *parent = NULL;
  const int32_t *entry = __start_swift5_type_metadata;
  for (; entry < __stop_swift5_type_metadata; entry++) {
    // The lowest bits say that the address is one of an address: of a type of another image.
    if (*entry & 3) continue;
    const int32_t *descriptor = (const int32_t *)target(entry);
    // A class that is not generic; its access function stands after its parent and its name.
    if ((descriptor[0] & 0x9f) != 0x10) continue;
    const char *context = parent_of(descriptor);
    if (context != parent) {
      // A module's descriptor: its kind, its parent, its name.
      const int32_t *words = (const int32_t *)context;
      if ((words[0] & 0x1f) != 0 || strcmp(target(&words[2]), module)) continue;
      parent = context;
    }
    access_function *access = (access_function *)target(&descriptor[3]);
    if (access(0).type) count++;
  }
  return count;
}

// The section in which an image lists how its types conform: a relative address each.
extern const int32_t __start_swift5_protocol_conformances[]
    __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_swift5_protocol_conformances[]
    __attribute__((weak, visibility("hidden")));

extern const void *swift_getWitnessTable(const void *conformance, const void *type, const void *arguments)
    __attribute__((swiftcall));

struct found_class {
  const int32_t *descriptor, *creatable;
  const void *type, *witnesses;
};

static const char *name_of(const struct found_class *found) {
  return target(&found->descriptor[2]);
}

static int compare_names(const void *first, const void *second) {
  return strcmp(name_of(first), name_of(second));
}

int measure_find_classes(const void *managed, const void *creatable) {
  const int32_t *entry = __start_swift5_protocol_conformances;
  const int32_t *end = __stop_swift5_protocol_conformances;
  struct found_class *classes = malloc((end - entry) * sizeof *classes), *last = NULL;
  int count = 0;
  for (; entry < end; entry++) {
    const int32_t *record = (const int32_t *)target(entry);
    const char *protocol = target(record);
    if (record[0] & 1) protocol = *(const char *const *)(protocol - 1);
    if (protocol != managed && protocol != creatable) continue;
    const int32_t *descriptor = (const int32_t *)target(&record[1]);
    // The two records of a class lie beside each other.
    if (!last || last->descriptor != descriptor) {
      last = &classes[count++];
      *last = (struct found_class){.descriptor = descriptor};
    }
    if (protocol == creatable) last->creatable = record;
  }
  qsort(classes, count, sizeof *classes, compare_names);
  for (int index = 0; index < count; index++) {
    struct found_class *found = &classes[index];
    found->type = ((access_function *)target(&found->descriptor[3]))(0).type;
    if (found->creatable) {
      found->witnesses = swift_getWitnessTable(found->creatable, found->type, NULL);
    }
  }
  free(classes);
  return count;
}

#else

int measure_ask_classes(const char *module) { return 0; }

int measure_find_classes(const void *managed, const void *creatable) { return 0; }

#endif
