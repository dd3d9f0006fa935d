#include "AlchemicRuntime.h"

_Thread_local void *alchemic_slot;
_Thread_local uintptr_t alchemic_unfinished;
uintptr_t alchemic_classes_without_hooks[256];
_Alignas(64) uintptr_t alchemic_hot_words[8];
