#include "AlchemicRuntime.h"

uintptr_t alchemic_classes_without_hooks[256];
