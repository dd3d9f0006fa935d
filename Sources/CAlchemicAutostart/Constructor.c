#include <stdlib.h> // which also says what C library this is

#include "AlchemicAutostart.h"

#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void alchemic_image_was_loaded(int count, char **arguments) {
  alchemic_autostart(count, arguments);
}
#else
__attribute__((constructor)) static void alchemic_image_was_loaded(void) {
  alchemic_autostart(0, NULL);
}
#endif
