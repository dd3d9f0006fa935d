// `dladdr` is not in POSIX, and Glibc shows it only to those who ask.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "AlchemicRuntime.h"

#include <dlfcn.h>

const char *alchemic_image(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}
