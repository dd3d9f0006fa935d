// The function that a constructor calls when the image is loaded, before `main`.

#ifndef ALCHEMIC_AUTOSTART_H
#define ALCHEMIC_AUTOSTART_H

#include <stdbool.h>

/// Begins the start. Defined in Swift, in `AlchemicAutostart`.
///
/// The arguments are those of the program; null on systems that do not pass them to constructors.
/// The Swift runtime may not have them yet, for example if it is linked statically.
void alchemic_autostart(int count, char *_Nullable *_Nullable arguments, bool isInProgram);

#endif
