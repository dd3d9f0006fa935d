import CMeasure

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Programs of their own: what is measured where an image begins, and compilers.
public enum Program {
  /// What one took.
  public struct Run: Sendable {
    /// Nanoseconds of the processor, also those of the system that loads it.
    public let processorTime: Double
    /// Nanoseconds until it ended.
    public let wallTime: Double
    /// What it printed, errors too.
    public let output: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameter arguments: The program, found as a shell finds it, and what it is told.
  @discardableResult
  public static func run(_ arguments: [String]) throws -> Run {
    try withFolder { folder in
      let output = folder + "/output"
      let texts = arguments.map { strdup($0) }
      defer { texts.forEach { free($0) } }
      let run = measure_run(texts.map { UnsafePointer($0) } + [nil], output)
      let text = (try? readFile(output)) ?? ""
      guard run.status == 0 else {
        throw Failure("\(arguments.joined(separator: " ")) ended with \(run.status)\n\(text)")
      }
      return Run(
        processorTime: Double(run.processor_nanoseconds), wallTime: Double(run.wall_nanoseconds),
        output: text)
    }
  }

  /// The folder of the program that runs.
  public static func folder() throws -> String {
    guard let path = realpath(CommandLine.arguments[0], nil) else {
      throw Failure("no such program: \(CommandLine.arguments[0])")
    }
    defer { free(path) }
    return String(cString: path).split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }

  /// How many bytes a file has.
  public static func size(of file: String) throws -> Int {
    var info = stat()
    guard stat(file, &info) == 0 else { throw Failure("no such file: \(file)") }
    return Int(info.st_size)
  }

  /// Whether a file is newer than all others; false if it is not there.
  public static func isNewer(_ file: String, than others: [String]) -> Bool {
    func time(_ file: String) -> Double? {
      var info = stat()
      guard stat(file, &info) == 0 else { return nil }
      #if canImport(Darwin)
      let time = info.st_mtimespec
      #else
      let time = info.st_mtim
      #endif
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    guard let own = time(file) else { return false }
    return others.allSatisfy { time($0).map { $0 < own } ?? true }
  }

  /// Calls `body` with a new folder, which is removed after that.
  public static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    var template = Array("/tmp/alchemic-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("no temporary folder") }
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { removeFolder(folder) }
    return try body(folder)
  }

  /// The names of what is in a folder.
  public static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// For folders without folders in them.
  private static func removeFolder(_ folder: String) {
    for name in names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
