#ifndef C_MEASURE_H
#define C_MEASURE_H

#include <stddef.h>
#include <stdint.h>

/// Takes a value that would else be computed for nobody, and so not at all.
void measure_use(intptr_t value);

/// Nanoseconds of processor time that this thread has had: what other programs take does not count.
uint64_t measure_thread_nanoseconds(void);

/// Nanoseconds since some time ago.
uint64_t measure_wall_nanoseconds(void);

/// Bytes that are allocated and not freed; 0 where the system does not say.
size_t measure_allocated_bytes(void);

/// Shows each line that is printed at once, also where the output is no terminal.
void measure_show_lines(void);

#endif
