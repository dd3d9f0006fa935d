public import Synchronization

/// How one request of one type is satisfied in one model; without the type.
public class AnyWire: @unchecked Sendable {
  // Proof: `isMirror`, `isRegistered` and `changes` are only touched under `CreationCoordinator.lock`, and in `deinit`; `next` is
  // written before the wire is published in its list; the rest are constants and atomics. The subclass guards its value
  // with `word`.
  @usableFromInline package let typeID: ObjectIdentifier
  /// Whether the factories know this wire; under `CreationCoordinator.lock`.
  final var isMirror = false
  /// Whether the registry refers to this wire without owning it; under `CreationCoordinator.lock`.
  final var isRegistered = false
  /// What is added to the versions of the factories, so that the sum grows also when these are others; under
  /// `CreationCoordinator.lock`.
  final var changes: UInt = 0
  /// What is known of the answer without it: see ``WireTraits``. Written under `CreationCoordinator.lock`.
  @usableFromInline let traits: Atomic<UInt8>
  /// What the layer above attaches: who follows this wire.
  package let attachment = Attachment()
  /// The next in a `WireList`.
  var next: Unmanaged<AnyWire>?

  init(_ type: Any.Type, _ traits: UInt8) {
    typeID = ObjectIdentifier(type)
    self.traits = Atomic(traits)
  }

  /// Whether every source keeps one object for all, so that it can be followed.
  package final var isShared: Bool { has(WireTraits.shared) }

  /// Whether one of its sources wants to be followed by every property.
  @inlinable
  package final var isFollowed: Bool { has(WireTraits.followed) }

  /// Whether somebody follows it, or was told that it can be followed: then it stays so.
  final var mustStayShared: Bool { has(WireTraits.requiredShared) }

  /// Whether no factory answers the request, which has criteria: then only those who follow the wire own it.
  package final var isUnanswered: Bool { has(WireTraits.unanswered) }

  @inlinable
  final func has(_ trait: UInt8) -> Bool { traits.load(ordering: .acquiring) & trait != 0 }

  /// Has the wire stay one that can be followed, if it is one.
  final func stayShared() -> Bool {
    if !mustStayShared {
      CreationCoordinator.look {
        if isShared { traits.bitwiseOr(WireTraits.requiredShared, ordering: .releasing) }
      }
    }
    return mustStayShared
  }

  /// Another source says something else; under `CreationCoordinator.lock`.
  final func setTraits(_ traits: UInt8) {
    let kept = self.traits.load(ordering: .relaxed) & WireTraits.requiredShared
    self.traits.store(traits | kept, ordering: .releasing)
  }

  /// Asks again what the wire asks for.
  ///
  /// - Returns: What would change; nil if the same factories answer.
  /// - Throws: ``AlchemicError`` if the index has no answer.
  func change(in index: FactoryIndex, asking criteria: SearchCriteria) throws -> WireChange? {
    fatalError("Wire overrides this")
  }

  /// Draws from another source from now on, and forgets the answer; under `CreationCoordinator.lock`.
  ///
  /// - Parameter left: Takes the answer, to be let go outside every lock.
  func draw(from source: AnyObject, leaving left: inout [Any]) {
    fatalError("Wire overrides this")
  }

  /// Gives up the source that an unanswered wire owns, for the registry to keep; under `CreationCoordinator.lock`.
  func handOverSource() -> AnyObject { fatalError("Wire overrides this") }

  /// Forgets the answer, and leaves it to be released outside every lock.
  func empty(leaving left: inout [Any]) { fatalError("Wire overrides this") }
}

/// What a wire says of itself, each a bit.
@usableFromInline
enum WireTraits {
  /// Every source keeps one object for all.
  static let shared: UInt8 = 1
  /// One of the sources wants to be followed by every property.
  @usableFromInline static var followed: UInt8 { @inlinable get { 2 } }
  /// Somebody counts on it that the wire is shared.
  static let requiredShared: UInt8 = 4
  /// No factory answers the request.
  static let unanswered: UInt8 = 8
}
