import CMeasure
import Measure

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Everything is written without Foundation: what it brings along would be found by each start.
measure_show_lines()

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  let bench = Bench(options)
  try measureHotRows(bench)
  try measureScaleRows(bench)
  try measureDiscoveryRows(bench)
  try measureFollowingRows(bench)
  try measureThreadRows(bench)
  try measureHelloRows(bench)
  try measureExampleRows(bench)
  if let file = options.json { try writeFile(json(bench.rows), to: file) }
} catch let error as UsageError {
  print(error.text)
  print(Options.usage, terminator: "")
  exit(2)
} catch {
  print("\(error)")
  exit(1)
}
