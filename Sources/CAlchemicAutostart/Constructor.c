#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // for dladdr
#endif
#include <stdbool.h>
#include <stdlib.h> // which also says what C library this is

#include "AlchemicAutostart.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <sys/auxv.h>

/// Returns whether this code is part of the program itself. The constructors of a library run
/// before the constructors that register the program's own classes.
static bool is_in_program(void) {
  Dl_info own, program;
  // A program without a dynamic loader has no libraries, and `dladdr` fails.
  if (dladdr((const void *)&alchemic_autostart, &own) == 0 ||
      dladdr((const void *)getauxval(AT_ENTRY), &program) == 0) {
    return true;
  }
  return own.dli_fbase == program.dli_fbase;
}
#else
/// The loader registers all classes before it runs any constructor.
static bool is_in_program(void) { return true; }
#endif

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void alchemic_image_was_loaded(int count, char **arguments) {
  alchemic_autostart(count, arguments, is_in_program());
}
#else
__attribute__((constructor)) static void alchemic_image_was_loaded(void) {
  alchemic_autostart(0, NULL, is_in_program());
}
#endif
