import Alchemic

// The classes of all programs. Every object has a serial number, and records its creation, its stop
// and its end.

protocol P: AnyObject {}
protocol Q: AnyObject {}

/// What the library did, in the order in which it did it.
struct Journal {
  /// An object, the registration or decorator that created it, and the objects that it retains.
  struct Birth: Equatable {
    let serial: Int
    let maker: Int
    let parts: [Int]
  }

  var births: [Birth] = []
  var deaths: [Int] = []
  var stops: [Int] = []
  /// The hooks: the host, and the name of the property.
  var hooks: [String] = []
  var serial = 0
  var living = 0
  /// The number of the program. What an earlier one left is not of interest.
  var program = 0

  /// Begins another program.
  mutating func restart() {
    let program = program + 1
    self = Journal()
    self.program = program
  }

  static let shared = Lock(Journal())
}

class Node: @unchecked Sendable {
  // Proof: constants, and the properties of Alchemic, which threads may share.

  let serial: Int
  let parts: [Part]
  private let program: Int

  init(_ maker: Int, _ parts: [Part]) {
    self.parts = parts
    (serial, program) = Journal.shared.withLock {
      $0.serial += 1
      $0.living += 1
      $0.births.append(
        Journal.Birth(serial: $0.serial, maker: maker, parts: parts.flatMap(\.serials)))
      return ($0.serial, $0.program)
    }
  }

  deinit {
    Journal.shared.withLock {
      guard $0.program == program else { return }
      $0.deaths.append(serial)
      $0.living -= 1
    }
  }

  fileprivate func recordStop() { Journal.shared.withLock { $0.stops.append(serial) } }
}

final class Leaf: Node, @unchecked Sendable {}

class A: Node, P, @unchecked Sendable {}

final class B: A, Q, AlchemicStopping, @unchecked Sendable {
  func stop() { recordStop() }
}

final class C: Node, P, AlchemicStopping, @unchecked Sendable {
  func stop() { recordStop() }
}

final class D: Node, Q, @unchecked Sendable {}

/// Its properties are resolved when they are read.
final class E: Node, AlchemicStopping, @unchecked Sendable {
  @Injected var leaf: Leaf?
  @InjectedArray var all: [any P]
  @Transient var current: C?

  func stop() { recordStop() }
}

/// Its properties are resolved at once, and it has hooks.
final class F: Node, AlchemicAware, AlchemicStopping, @unchecked Sendable {
  @Transient var current: C?
  @Injected var leaf: Leaf?
  @Transient var all: [any Q]

  func stop() { recordStop() }

  func didInject(variable: String) {
    let shown =
      variable == "current"
      ? one(current as C?).serials : variable == "all" ? all.map(serialOf) : []
    Journal.shared.withLock { $0.hooks.append("\(serial).\(variable) \(shown)") }
  }
}

final class G: Node, AlchemicStopping, @unchecked Sendable {
  func stop() { recordStop() }
}

/// What the decorators of the protocols create.
final class Wrapper: Node, P, Q, AlchemicStopping, @unchecked Sendable {
  func stop() { recordStop() }
}

// MARK: Kinds of scopes, and qualifiers

enum Session: AlchemicKeyedScope {
  typealias Key = Int
}
enum Order: AlchemicKeyedScope {
  typealias Key = Int
  static let outer = Session.self
  static let idleLimit = 1
}
enum Other: AlchemicKeyedScope {
  typealias Key = Int
  static let idleLimit = 2
}

enum First: AcQualifier {}
enum Second: AcQualifier {}

let scopeKinds: [any AlchemicKeyedScope<Int>.Type] = [Session.self, Order.self, Other.self]
let qualifiers: [any AcQualifier.Type] = [First.self, Second.self]

struct Refusal: Error {}
