/// Memory with a part for each thread, in lines of the cache that few other threads use.
///
/// If all threads changed one word, they would wait for each other. Threads with the same number
/// modulo 16 share a part.
package struct StripedMemory: Sendable {
  package static let count = 16
  /// Some processors load the lines of their cache in pairs.
  private static let size = 128

  private let address: UInt

  /// Creates memory that contains 0.
  package init() {
    let memory = ValueAddress.allocate(byteCount: Self.count * Self.size, alignment: Self.size)
    memory.clear(at: 0, byteCount: Self.count * Self.size)
    address = memory.word
  }

  package func deallocate() { ValueAddress(word: address).deallocate() }

  /// The part of the calling thread: 128 bytes.
  package var ofThread: ValueAddress { self[ThreadPin.number % Self.count] }

  package subscript(number: Int) -> ValueAddress {
    ValueAddress(word: address) + number * Self.size
  }
}
