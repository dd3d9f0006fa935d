#include "CMeasure.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What marks the beginning and the end of a turn: a write to one of three words, each in a line of
// its own.
_Alignas(64) static volatile uintptr_t marks[24];

static void mark(int number) { marks[8 * number] = 1; }

void measure_begin_turn(int thread) {
  // The trace does not say which thread does an access. The one that has given this turn is about
  // to wait.
  usleep(50000);
  mark(thread);
}
void measure_end_turn(void) { mark(2); }

void measure_print_marks(void) {
  extern char _start;
  fprintf(stderr, "marks %lx %p\n", (unsigned long)&marks[0], (void *)&_start);
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[1024];
  while (maps && fgets(line, sizeof line, maps)) {
    if (strstr(line, " r-xp ")) fprintf(stderr, "map %s", line);
  }
  if (maps) fclose(maps);
}

/// What two threads did to a line of the cache: a bit for each use, and for each write.
enum { known_writers = 24 };
struct line {
  uintptr_t number;
  /// The last instruction of the program before each write, for a few of the places that write. If
  /// a library wrote, this is in its caller.
  uintptr_t writers[known_writers];
  unsigned uses, writes;
};

enum { capacity = 1 << 18 };
static struct line lines[capacity];

static struct line *find(uintptr_t number) {
  size_t index = (number * 0x9E3779B97F4A7C15u) >> 46;
  size_t first = index;
  while (lines[index].number && lines[index].number != number) {
    index = (index + 1) % capacity;
    if (index == first) abort();
  }
  lines[index].number = number;
  return &lines[index];
}

static void report(int operation, const size_t *accesses) {
  for (size_t index = 0; index < capacity; index++) {
    struct line *line = &lines[index];
    if (line->uses == 3 && line->writes) {
      printf("shared %d %lx %u", operation, line->number << 6, line->writes);
      for (int writer = 0; writer < known_writers && line->writers[writer]; writer++) {
        printf(" %lx", line->writers[writer]);
      }
      printf("\n");
    }
  }
  printf("accesses %d %zu %zu\n", operation, accesses[0], accesses[1]);
  memset(lines, 0, sizeof lines);
}

/// One access to memory in a trace.
struct access {
  char kind;
  uintptr_t address;
  size_t size;
};

/// Whether a line of a trace is one of `I  address,size`, ` L address,size`, and the same with S or
/// M.
static bool parse(const char *text, struct access *access) {
  bool is_data = text[0] == ' ' && text[1] && strchr("LSM", text[1]) && text[2] == ' ';
  if (!is_data && strncmp(text, "I  ", 3)) return false;
  access->kind = is_data ? text[1] : 'I';
  char *rest;
  access->address = strtoul(text + 3, &rest, 16);
  if (rest == text + 3 || *rest != ',') return false;
  char *end;
  access->size = strtoul(rest + 1, &end, 10);
  return end > rest + 1 && *end == '\n' && access->size > 0;
}

void measure_filter_lines(void) {
  uintptr_t words = 0, begin = 0, end = 0, inside = 0, last = 0;
  int operation = -1, thread = -1;
  size_t accesses[2] = {0, 0};
  char text[1024];
  while (fgets(text, sizeof text, stdin)) {
    struct access access;
    if (!parse(text, &access)) {
      fputs(text, stdout);
      if (!strncmp(text, "marks ", 6)) sscanf(text, "marks %lx %lx", &words, &inside);
      uintptr_t from, to;
      if (sscanf(text, "map %lx-%lx", &from, &to) == 2 && from <= inside && inside < to) {
        // The jumps to other images come before `_start`.
        begin = inside;
        end = to;
      }
      continue;
    }
    uintptr_t address = access.address;
    if (access.kind == 'I') {
      if (begin <= address && address < end) last = address;
      continue;
    }
    bool is_write = access.kind != 'L';
    if (words && address >= words && address < words + sizeof marks) {
      if (!is_write) continue;
      thread = address == words + 128 ? -1 : address != words;
      if (thread == 0) {
        if (operation >= 0) report(operation, accesses);
        operation++;
        accesses[0] = accesses[1] = 0;
      }
      continue;
    }
    if (thread < 0) continue;
    accesses[thread]++;
    for (uintptr_t number = address >> 6; number <= (address + access.size - 1) >> 6; number++) {
      struct line *line = find(number);
      line->uses |= 1u << thread;
      if (!is_write) continue;
      line->writes |= 1u << thread;
      int writer = 0;
      while (writer < known_writers - 1 && line->writers[writer] && line->writers[writer] != last) {
        writer++;
      }
      line->writers[writer] = last;
    }
  }
  if (operation >= 0) report(operation, accesses);
}
