import AlchemicInject
import CMeasure
import Measure
import Synchronization

// Singletons for eight threads: each has its own.

protocol Lane: AnyObject, Sendable {
  init()
  var number: Int { get }
}

final class Lane0: Lane { let number = 0 }
final class Lane1: Lane { let number = 1 }
final class Lane2: Lane { let number = 2 }
final class Lane3: Lane { let number = 3 }
final class Lane4: Lane { let number = 4 }
final class Lane5: Lane { let number = 5 }
final class Lane6: Lane { let number = 6 }
final class Lane7: Lane { let number = 7 }

/// P7: several threads at once.
public enum Lanes {
  public typealias Body = @Sendable (_ thread: Int, _ count: Int) -> Void

  /// Starts a model with a singleton for each thread, and a price that can be set.
  public static func start() throws {
    try Alchemic.start { model in
      model.register(Lane0.init)
      model.register(Lane1.init)
      model.register(Lane2.init)
      model.register(Lane3.init)
      model.register(Lane4.init)
      model.register(Lane5.init)
      model.register(Lane6.init)
      model.register(Lane7.init)
      model.register(Price.self, AcReference(), AcNillable())
    }
    try AcSet(Price(1))
  }

  /// Gets the thread's own singleton.
  public static let getting: Body = { thread, count in
    switch thread {
    case 0: get(Lane0.self, count)
    case 1: get(Lane1.self, count)
    case 2: get(Lane2.self, count)
    case 3: get(Lane3.self, count)
    case 4: get(Lane4.self, count)
    case 5: get(Lane5.self, count)
    case 6: get(Lane6.self, count)
    default: get(Lane7.self, count)
    }
  }

  /// Looks the thread's own object up in a dictionary that never changes.
  public static let lookingUp: Body = { thread, count in
    switch thread {
    case 0: lookUp(Lane0.self, count)
    case 1: lookUp(Lane1.self, count)
    case 2: lookUp(Lane2.self, count)
    case 3: lookUp(Lane3.self, count)
    case 4: lookUp(Lane4.self, count)
    case 5: lookUp(Lane5.self, count)
    case 6: lookUp(Lane6.self, count)
    default: lookUp(Lane7.self, count)
    }
  }

  /// Reads a property that follows the price.
  public static let readingTransient: Body = { _, count in readPrice(count) }

  /// Sets another price.
  public static func set(_ cents: Int) {
    do { try AcSet(Price(cents)) } catch { fatalError("\(error)") }
  }
}

@inline(never) private func get<Object: Lane>(_ type: Object.Type, _ count: Int) {
  var sum = 0
  do {
    for _ in 0..<count { sum &+= try AcGet(type).number }
  } catch { fatalError("\(error)") }
  measure_use(sum)
}

@inline(never) private func lookUp<Object: Lane>(_ type: Object.Type, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= LockFreeTable.object(type).number }
  measure_use(sum)
}

@inline(never) private func readPrice(_ count: Int) {
  let host = PriceReader()
  var sum = 0
  for _ in 0..<count { sum &+= price(host)?.cents ?? 0 }
  measure_use(sum)
}

private final class PriceReader {
  @Transient var price: Price?
}

@inline(never) private func price(_ host: PriceReader) -> Price? { host.price }

/// The lock-free dictionary: a new one is published with one atomic store, and read with one load.
final class LockFreeTable: Sendable {
  private let objects: [ObjectIdentifier: any AnyObject & Sendable]

  private init(_ objects: [any Lane]) {
    var table: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    for object in objects { table[ObjectIdentifier(type(of: object))] = object }
    self.objects = table
  }

  private static let address = Atomic<UInt>(
    UInt(
      bitPattern: Unmanaged.passRetained(
        LockFreeTable([
          Lane0(), Lane1(), Lane2(), Lane3(), Lane4(), Lane5(), Lane6(), Lane7(),
        ])
      ).toOpaque()))

  /// What is published now; it stays in memory, so that it need not be retained.
  @inline(__always)
  private static var current: Unmanaged<LockFreeTable> {
    Unmanaged.fromOpaque(
      UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  /// The object of a type, retained.
  @inline(never)
  static func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    current._withUnsafeGuaranteedRef {
      // Each object stands under its own type.
      unsafeDowncast($0.objects[ObjectIdentifier(type)].unsafelyUnwrapped, to: type)
    }
  }
}
