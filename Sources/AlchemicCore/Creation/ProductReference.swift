import AlchemicRuntime
import Synchronization

/// A factory's product before its conversion to an answer.
struct ProductReference {
  /// The reference that retains it; nil if a nillable factory has no object.
  let reference: AnyObject?
  let stamp: Stamp
}

/// The dependencies of an answer, which is cached until they change.
enum Stamp {
  /// The answer never changes.
  case constant
  /// The answer depends on the object of a slot at this version.
  case shared(Slot, version: UInt)
  /// The answer depends on the additions to the arrays of a model. The caller retains the model.
  case additions(Borrowed<Model>, version: UInt)
  /// The answer depends on all of these.
  case several([Stamp])
  /// The answer is not cached.
  case fleeting

  static func combining(_ stamps: [Stamp]) -> Stamp {
    for case .fleeting in stamps { return .fleeting }
    return .several(stamps)
  }

  /// Whether a scope that a task carries keeps one of the objects.
  @inline(__always)
  var isOfTask: Bool {
    switch self {
    case .constant, .fleeting, .additions: false
    case .shared(let slot, _): slot.scope != nil
    case .several(let stamps): stamps.contains(where: \.isOfTask)
    }
  }

  /// Whether the dependencies are unchanged. The caller holds `CreationCoordinator.lock`.
  var holds: Bool {
    switch self {
    case .constant: true
    case .shared(let slot, let version): slot.version == version
    case .additions(let model, let version):
      model.with { $0.additions.load(ordering: .relaxed) } == version
    case .several(let stamps): stamps.allSatisfy(\.holds)
    case .fleeting: false
    }
  }
}

extension Model {
  /// Returns the arguments of a factory in this model; nil if it has none.
  @inline(__always)
  func arguments(of factory: Factory) -> UnsafeMutablePointer<ResolvedArgument>? {
    factory.arguments.isEmpty ? nil : list(of: factory)
  }

  @inline(never)
  private func list(of factory: Factory) -> UnsafeMutablePointer<ResolvedArgument> {
    let key = ObjectIdentifier(factory)
    let known: Borrowed<PointerTable<ArgumentList>>? = argumentLists.reference?.assumed()
    if let list = known?.with({ $0[key] }) { return list.with { $0.first } }
    let lists = argumentLists.object { PointerTable<ArgumentList>() }
    return lists.insert(ArgumentList(of: factory), for: key).first
  }
}

extension ArgumentCursor {
  @inline(__always)
  init(of factory: Factory, _ given: GivenArguments?, in model: Model) {
    self.init(
      of: factory, given, given?.tuple, in: Borrowed(model).assumed(), model.arguments(of: factory))
  }

  /// - Parameters:
  ///   - tuple: The tuple of a provider's arguments, which the caller keeps in memory.
  ///   - arguments: Those of the factory in the model; nil if it has none.
  @inline(__always)
  init(
    of factory: Factory, passing tuple: ValueAddress?, in model: Model,
    _ arguments: UnsafeMutablePointer<ResolvedArgument>?
  ) {
    self.init(of: factory, nil, tuple, in: Borrowed(model).assumed(), arguments)
  }

  /// The model of the product, which the caller retains.
  var unownedModel: Borrowed<Model> { home.assumed() }
}
