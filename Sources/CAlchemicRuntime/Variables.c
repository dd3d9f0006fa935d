#include "AlchemicRuntime.h"

ALCHEMIC_OF_THREAD void *alchemic_slot;
ALCHEMIC_OF_THREAD uintptr_t alchemic_unfinished;
ALCHEMIC_OF_THREAD uintptr_t alchemic_leased = 1;
uintptr_t alchemic_classes_without_hooks[256];
_Alignas(64) uintptr_t alchemic_hot_words[8];
