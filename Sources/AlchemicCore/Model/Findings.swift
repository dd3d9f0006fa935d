import AlchemicRuntime
import Synchronization

/// What a model has found out about types. Each finding holds for one revision of the model.
struct Findings: ~Copyable, Sendable {
  /// What is found out. The number distinguishes the keys, since metadata has an even address.
  enum Kind: UInt {
    /// A host of the class has passed a check.
    case checked = 0
    /// Values of the type need no injection.
    case plain = 1
    /// `AcSet` chooses a factory for objects of the type, in the absence of criteria.
    case settable = 2
  }

  private final class Finding: Sendable {
    /// The number of the revision; 0 for none.
    let revision = Atomic<Int>(0)
    let factory = AtomicReference<Factory>()
    private let lock = BriefLock()

    /// Stores what holds for a revision, unless something is known of a later one.
    func set(_ number: Int, _ new: Borrowed<Factory>?) {
      lock.withLock {
        if number <= revision.load(ordering: .relaxed) { return }
        // A reader that sees the number sees this factory, or that of a later revision.
        revision.store(0, ordering: .releasing)
        factory.store(new)
        revision.store(number, ordering: .releasing)
      }
    }
  }

  private let all = PointerTable<Finding>()
  /// The number of the current revision, from 1.
  private let revision = Atomic<Int>(1)

  /// Begins the next revision, for which no finding holds.
  func advance() { revision.add(1, ordering: .releasing) }

  /// The number of the current revision.
  var number: Int { revision.load(ordering: .acquiring) }

  /// Returns whether something is known of a type.
  @inline(__always)
  func holds(_ kind: Kind, of type: Any.Type) -> Bool { finding(kind, of: type) != nil }

  /// The factory for objects of a type, if it is known. It lives as long as the model.
  @inline(__always)
  func settable(for type: Any.Type) -> Borrowed<Factory>? {
    finding(.settable, of: type)?.with { $0.factory.load() }
  }

  /// Returns whether something was known of a type in any revision.
  func wasKnown(_ kind: Kind, of type: Any.Type) -> Bool {
    all[key: Self.key(kind, of: type)] != nil
  }

  /// Records what was found out.
  ///
  /// - Parameters:
  ///   - number: The number of the revision, read before the revision itself.
  ///   - factory: The factory for objects of the type.
  func add(_ kind: Kind, of type: Any.Type, in number: Int, _ factory: Factory? = nil) {
    let finding = all.insert(Finding(), forKey: Self.key(kind, of: type))
    finding.set(number, factory.map { Borrowed($0) })
  }

  @inline(__always)
  private func finding(_ kind: Kind, of type: Any.Type) -> Borrowed<Finding>? {
    guard let finding = all[key: Self.key(kind, of: type)],
      finding.with({ $0.revision.load(ordering: .acquiring) }) == number
    else { return nil }
    return finding
  }

  @inline(__always)
  private static func key(_ kind: Kind, of type: Any.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type)) | kind.rawValue
  }
}
