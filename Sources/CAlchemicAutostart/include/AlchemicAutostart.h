// Runs when the image is loaded, before main.

#ifndef ALCHEMIC_AUTOSTART_H
#define ALCHEMIC_AUTOSTART_H

#include <stdbool.h>

/// Begins the start; defined in Swift, in `AlchemicAutostart`.
///
/// The arguments are those of the program; null where the system does not hand them to those who
/// run before main. The Swift runtime may not have them yet: not if it is linked statically.
void alchemic_autostart(int count, char *_Nullable *_Nullable arguments, bool isInProgram);

#endif
