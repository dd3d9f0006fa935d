#include "AlchemicRuntime.h"

_Thread_local void *alchemic_slot;
_Thread_local void *alchemic_unfinished;
