#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes a file, in place of what was there.
public func writeFile(_ text: String, to path: String) throws {
  func failure() -> Failure { Failure("cannot write \(path): \(String(cString: strerror(errno)))") }
  guard let file = fopen(path, "w") else { throw failure() }
  var text = text
  let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
  guard fclose(file) == 0, isWritten else { throw failure() }
}

/// The whole text of a file.
public func readFile(_ path: String) throws -> String {
  guard let file = fopen(path, "r") else {
    throw Failure("cannot read \(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
