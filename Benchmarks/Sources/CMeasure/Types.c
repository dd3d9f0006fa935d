#include "CMeasure.h"

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

#else

int measure_ask_classes(const char *module) { return 0; }

#endif
