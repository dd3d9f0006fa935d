#include "CMeasure.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What marks the begin and the end of a turn: a write to one of three words, each in a line of its
// own.
_Alignas(64) static volatile uintptr_t marks[24];

static void mark(int number) { marks[8 * number] = 1; }

void measure_begin_turn(int thread) { mark(thread); }
void measure_end_turn(void) { mark(2); }

void measure_tell_marks(void) {
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
struct line {
  uintptr_t number;
  /// The last instruction of the program itself before a write, also if it called the write.
  uintptr_t writer;
  unsigned uses, writes;
};

enum { capacity = 1 << 18 };
static struct line lines[capacity];

static struct line *find(uintptr_t number) {
  size_t index = (number * 0x9E3779B97F4A7C15u) >> 46;
  while (lines[index].number && lines[index].number != number) index = (index + 1) % capacity;
  lines[index].number = number;
  return &lines[index];
}

static void report(int operation) {
  for (size_t index = 0; index < capacity; index++) {
    struct line *line = &lines[index];
    if (line->uses == 3 && line->writes) {
      printf("shared %d %lx %lx %u\n", operation, line->number << 6, line->writer, line->writes);
    }
  }
  memset(lines, 0, sizeof lines);
}

void measure_filter_lines(void) {
  uintptr_t words = 0, begin = 0, end = 0, inside = 0, last = 0;
  int operation = -1, thread = -1;
  char text[1024];
  while (fgets(text, sizeof text, stdin)) {
    char kind = text[0] == ' ' ? text[1] : text[0];
    if (text[2] != ' ' || !strchr("ILSM", kind)) {
      fputs(text, stdout);
      if (!strncmp(text, "marks ", 6)) sscanf(text, "marks %lx %lx", &words, &inside);
      uintptr_t from, to;
      if (sscanf(text, "map %lx-%lx", &from, &to) == 2 && from <= inside && inside < to) {
        // What comes before are jumps to other images.
        begin = inside;
        end = to;
      }
      continue;
    }
    char *rest;
    uintptr_t address = strtoul(text + 3, &rest, 16);
    size_t size = strtoul(rest + 1, NULL, 10);
    if (kind == 'I') {
      if (begin <= address && address < end) last = address;
      continue;
    }
    if (words && address >= words && address < words + 192) {
      thread = kind == 'L' ? thread : address == words + 128 ? -1 : address != words;
      if (address == words && kind != 'L') {
        if (operation >= 0) report(operation);
        operation++;
      }
      continue;
    }
    if (thread < 0 || size == 0) continue;
    for (uintptr_t number = address >> 6; number <= (address + size - 1) >> 6; number++) {
      struct line *line = find(number);
      line->uses |= 1u << thread;
      if (kind == 'L') continue;
      line->writes |= 1u << thread;
      line->writer = last;
    }
  }
  if (operation >= 0) report(operation);
}
