import AlchemicRuntime

/// A factory's product on its way to an answer.
struct ProductReference {
  /// The reference that keeps it; nil where a nillable factory has none.
  let reference: AnyObject?
  let stamp: Stamp
}

/// What an answer depends on, so that it can be cached until that changes.
enum Stamp {
  /// Nothing that changes.
  case constant
  /// The object of a slot, which had this version.
  case shared(Slot, version: UInt)
  /// Several of them.
  case several([Stamp])
  /// The answer is new for each request.
  case fleeting

  static func combining(_ stamps: [Stamp]) -> Stamp {
    for case .fleeting in stamps { return .fleeting }
    return .several(stamps)
  }

  /// Whether it is still so; under `CreationCoordinator.lock`.
  var holds: Bool {
    switch self {
    case .constant: true
    case .shared(let slot, let version): slot.version == version
    case .several(let stamps): stamps.allSatisfy(\.holds)
    case .fleeting: false
    }
  }
}

extension ArgumentCursor {
  @inline(__always)
  init(of factory: Factory, _ given: GivenArguments?, in model: Model) {
    self.init(of: factory, given, in: Borrowed(model).assumed())
  }

  /// The model in which the product is made, which the caller holds.
  var unownedModel: Borrowed<Model> { home.assumed() }
}
