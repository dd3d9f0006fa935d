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

/// Puts what is free in memory together, where it can be done.
void measure_tidy_memory(void);

/// Does nothing; callgrind is told to write its counts whenever it is called.
void measure_mark(void);

/// How a program of its own went.
struct measure_run {
  /// What it returned; 128 and more after a signal; -1 if it could not be started.
  int status;
  /// What of the processor it took, with what the system did for it.
  uint64_t processor_nanoseconds;
  uint64_t wall_nanoseconds;
};

/// Runs a program and waits for it.
///
/// `arguments` ends with NULL; what it prints goes to the file `output`, or is thrown away.
struct measure_run measure_run(const char *const *arguments, const char *output);

/// Calls `body` on so many threads, released together: how many nanoseconds pass until all of them
/// are done.
uint64_t measure_on_threads(int count, void (*body)(void *context, int number), void *context);

/// Reserves memory for the calling thread, so that its next allocations share no line of the cache
/// with those of another thread. Call `measure_return_memory` before the thread ends.
void measure_keep_memory(void);
void measure_return_memory(void);

/// Asks each class of a module of this image for its metadata, through its access function; how
/// many there are.
int measure_ask_classes(const char *module);

/// Finds the classes of this image that conform to the first of two protocols, sorts them by their
/// names, and asks each for its metadata and for how it conforms to the second; how many there are.
/// The protocols are given by their descriptors.
int measure_find_classes(const void *managed, const void *creatable);

/// Marks the memory accesses from here on, in a trace, as the turn of one of two threads, 0 or 1;
/// the turn of thread 0 begins another operation.
void measure_begin_turn(int thread);
void measure_end_turn(void);

/// Prints, to the error output, where the marks are, and where the code of each image is.
void measure_print_marks(void);

/// Reads a trace of valgrind's lackey, and prints the lines of the cache that both threads used in
/// their turns of an operation, and that one of them wrote: `shared`, the number of the operation,
/// the address, the last instruction of the program before the last write, and a bit for each
/// writer. Then prints `accesses`, the number of the operation, and the number of accesses in each
/// turn. Also prints what is no part of the trace.
void measure_filter_lines(void);

/// Shows each line that is printed at once, also where the output is no terminal.
void measure_show_lines(void);

#endif
