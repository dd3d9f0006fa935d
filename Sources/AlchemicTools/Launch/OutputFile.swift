import CAlchemicRuntime

/// A file that is opened before its text exists.
///
/// The text then replaces the contents. Until then, an existing file keeps its contents.
final class OutputFile: Sendable {
  private let descriptor: Int32

  /// - Throws: ``Failure`` if the file cannot be written.
  init(at path: String) throws(Failure) {
    // A C string would end at a zero character.
    let isPath = !path.isEmpty && !path.utf8.contains(0)
    let descriptor = isPath ? alchemic_open_for_writing(path) : -ENOENT
    if descriptor < 0 { throw Failure(-descriptor) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Replaces the contents of the file.
  func write(_ text: String) throws(Failure) {
    var text = text
    let error = text.withUTF8 { bytes in
      alchemic_replace_contents(descriptor, bytes.baseAddress, bytes.count)
    }
    if error != 0 { throw Failure(error) }
  }

  /// The reason that the system gives.
  struct Failure: Error, CustomStringConvertible {
    private let number: Int32

    init(_ number: Int32) { self.number = number }

    var description: String { String(cString: strerror(number)) }
  }
}
