import CMeasure
import Measure

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// All is written without Foundation: what it declares would be read through by each start that is
// measured.

measure_show_lines()

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.count == 2, arguments[0] == MemoryUse.option {
    try MemoryUse.run(arguments[1])
    exit(0)
  }
  let options = try Options(arguments)
  // Before the measurement, which takes minutes: here a page without its marks fails, for example.
  let page = try Page()
  let circumstances = options.writes ? try Circumstances() : nil
  let bench = Bench(options)
  bench.measure(measureHotRows)
  bench.measure(measureFollowingRows)
  bench.measure(measureThreadRows)
  bench.measure(measureScaleRows)
  bench.measure(measureValidationRows)
  bench.measure(measureChildRows)
  bench.measure(measureScopeRows)
  bench.measure(measureRequestRows)
  bench.measure(measureDiscoveryRows)
  bench.measure(measureCompileRows)
  bench.measure(measureLibraryRow)
  bench.measure(measureSizeRows)
  bench.measure(measureHelloRows)
  bench.measure(measureExampleRows)
  // A table without some of its rows would replace one that has them.
  if bench.hasFailed { exit(1) }
  let rows = bench.rows.inOrder
  if options.extent == .smoke, options.only == nil { try page.compare(with: rows) }
  if let circumstances { try page.write(rows, circumstances) }
} catch let error as UsageError {
  print(error.text)
  print(Options.usage, terminator: "")
  exit(2)
} catch {
  print("\(error)")
  exit(1)
}
