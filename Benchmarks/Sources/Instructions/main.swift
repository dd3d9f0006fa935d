import CMeasure
import Measure
import Operations

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Counts instructions per operation: the same number in every run on every machine of its kind, so
// that it can be checked, where times cannot.
//
// It runs a copy of itself under callgrind, once for all operations: the copy does each of them in
// two numbers, with a mark before, between and after, where callgrind writes its counts. The
// difference is free of what happens once.

measure_show_lines()

let usage = """
  usage: Instructions [--check FILE | --write FILE]

    --check FILE  compares with the limits in a file, and ends with 1 if there are more
    --write FILE  writes limits: a tenth more than what was counted

  """

do {
  switch Array(CommandLine.arguments.dropFirst()) {
  case []: print(Limits.table(try count()))
  case ["--operations"]: try runOperations()
  case let arguments where arguments.count == 2 && arguments[0] == "--check":
    exit(try Limits(readFrom: arguments[1]).check(try count()) ? 0 : 1)
  case let arguments where arguments.count == 2 && arguments[0] == "--write":
    try writeFile(Limits.table(try count()), to: arguments[1])
  default:
    print(usage, terminator: "")
    exit(2)
  }
} catch {
  print("\(error)")
  exit(1)
}
