#include "AlchemicRuntime.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>

// A handler may do almost nothing. This one writes the number of the signal to a pipe, from which a
// thread reads it (D. J. Bernstein, "The self-pipe trick").

static const int numbers[] = {SIGINT, SIGTERM};
enum { count = sizeof numbers / sizeof *numbers };

static struct sigaction former[count];
static bool is_taken[count];
/// The pipe, which is never closed: a handler may run to its end later than it is of use.
static int ends[2] = {-1, -1};

static void report(int number) {
  unsigned char byte = (unsigned char)number;
  while (write(ends[1], &byte, 1) < 0 && errno == EINTR) {
  }
}

static void receive(int number) {
  int error = errno;
  for (int index = 0; index < count; index++) {
    if (is_taken[index]) signal(numbers[index], SIG_DFL);
  }
  report(number);
  errno = error;
}

/// Opens the pipe if there is none, or empties it.
static bool prepare(void) {
  if (ends[0] < 0) {
    if (pipe(ends) != 0) return false;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return true;
  }
  int flags = fcntl(ends[0], F_GETFL);
  fcntl(ends[0], F_SETFL, flags | O_NONBLOCK);
  unsigned char byte;
  while (read(ends[0], &byte, 1) > 0) {
  }
  fcntl(ends[0], F_SETFL, flags);
  return true;
}

bool alchemic_take_signals(void) {
  if (!prepare()) return false;
  struct sigaction action = {0};
  action.sa_handler = receive;
  action.sa_flags = SA_RESTART;
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
  while (read(ends[0], &byte, 1) < 0 && errno == EINTR) {
  }
  return byte;
}

void alchemic_return_signals(void) {
  for (int index = 0; index < count; index++) {
    if (is_taken[index]) sigaction(numbers[index], &former[index], NULL);
  }
  report(0);
}
