#include "AlchemicRuntime.h"

uintptr_t alchemic_quiet_classes[256];
