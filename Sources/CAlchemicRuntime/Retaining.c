#include "AlchemicRuntime.h"

void *swift_retain_n(void *object, uint32_t count);
void swift_release_n(void *object, uint32_t count);

void alchemic_retain(void *object, uint32_t count) { swift_retain_n(object, count); }

void alchemic_release(void *object, uint32_t count) { swift_release_n(object, count); }
