import CMeasure
import Operations

// Which lines of the cache two threads share: see .ci/lines, which runs this.

switch Array(CommandLine.arguments.dropFirst()) {
case ["--operations"]:
  measure_print_marks()
  try TwoThreads.trace()
case ["--filter"]: measure_filter_lines()
default: print("usage: SharedLines --operations | --filter")
}
