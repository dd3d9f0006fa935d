#include <stddef.h>
#include <stdint.h>

/// What the fuzzer's runtime offers to a program with a `main` of its own; linked by
/// `-sanitize=fuzzer`.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
    int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
