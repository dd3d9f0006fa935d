#include "CMeasure.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

struct measure_run measure_run(const char *const *arguments, const char *output) {
  struct measure_run run = {-1, 0, 0};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(
      &actions, 1, output ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);

  pid_t process;
  uint64_t begin = measure_wall_nanoseconds();
  int failure =
      posix_spawnp(&process, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) return run;

  int status;
  struct rusage usage;
  if (wait4(process, &status, 0, &usage) != process) return run;
  run.wall_nanoseconds = measure_wall_nanoseconds() - begin;
  run.processor_nanoseconds = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}
