#include "AlchemicRuntime.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>

// A handler may do almost nothing. This one writes the number of the signal to a pipe, from which a
// thread reads it (D. J. Bernstein, "The self-pipe trick"). It may run on any thread, also on one
// that has never seen what the thread wrote that installed it: whatever it reads is atomic.

static const int numbers[] = {SIGINT, SIGTERM};
enum { count = sizeof numbers / sizeof *numbers };

static struct sigaction former[count];
static bool is_taken[count];
/// Whether a signal was reported, since signals are taken.
static atomic_bool has_come;
/// The pipe, which is never closed: a handler may run to its end later than it is of use.
static int reading_end = -1;
static atomic_int writing_end = -1;

static void report(int number) {
  unsigned char byte = (unsigned char)number;
  while (write(atomic_load(&writing_end), &byte, 1) < 0 && errno == EINTR) {
  }
}

/// A signal that has called this has its default effect again, which is the system's doing. If it
/// is the second one, it is sent once more, and ends the program when this function returns.
static void receive(int number) {
  int error = errno;
  if (atomic_exchange(&has_come, true)) {
    raise(number);
  } else {
    report(number);
  }
  errno = error;
}

/// Opens the pipe if there is none, or empties it.
static bool prepare(void) {
  if (reading_end < 0) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    reading_end = ends[0];
    atomic_store(&writing_end, ends[1]);
    return true;
  }
  int flags = fcntl(reading_end, F_GETFL);
  fcntl(reading_end, F_SETFL, flags | O_NONBLOCK);
  unsigned char byte;
  while (read(reading_end, &byte, 1) > 0) {
  }
  fcntl(reading_end, F_SETFL, flags);
  return true;
}

bool alchemic_take_signals(void) {
  if (!prepare()) return false;
  atomic_store(&has_come, false);
  struct sigaction action = {0};
  action.sa_handler = receive;
  action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < count; index++) sigaddset(&action.sa_mask, numbers[index]);
  for (int index = 0; index < count; index++) {
    sigaction(numbers[index], NULL, &former[index]);
    is_taken[index] = former[index].sa_handler != SIG_IGN;
    if (is_taken[index]) sigaction(numbers[index], &action, NULL);
  }
  return true;
}

int alchemic_wait_for_signal(void) {
  unsigned char byte = 0;
  while (read(reading_end, &byte, 1) < 0 && errno == EINTR) {
  }
  return byte;
}

void alchemic_return_signals(void) {
  for (int index = 0; index < count; index++) {
    if (is_taken[index]) sigaction(numbers[index], &former[index], NULL);
  }
  report(0);
}
