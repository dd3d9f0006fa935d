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
  func arguments(of factory: Factory) -> Borrowed<ArgumentList>? {
    factory.arguments.isEmpty ? nil : list(of: factory)
  }

  @inline(never)
  private func list(of factory: Factory) -> Borrowed<ArgumentList> {
    let key = ObjectIdentifier(factory)
    let known: Borrowed<PointerTable<ArgumentList>>? = argumentLists.reference?.assumed()
    if let list = known?.with({ $0[key] }) { return list }
    let lists = argumentLists.object { PointerTable<ArgumentList>() }
    return Borrowed(lists.insert(ArgumentList(of: factory), for: key))
  }
}

extension ArgumentCursor {
  /// Creates the cursor of a function without arguments.
  @inline(__always)
  init(of factory: Factory, in model: Model) {
    self.init(of: factory, nil, in: Borrowed(model).assumed(), nil, at: nil)
  }

  /// Calls `body` with the arguments of a factory, and with memory for them.
  ///
  /// - Parameters:
  ///   - list: The arguments in the model.
  ///   - given: The arguments of a caller, which the caller keeps alive.
  ///   - tuple: The tuple of a provider's arguments, which the caller keeps in memory.
  ///   - model: The model, which the caller retains.
  @inline(__always)
  static func with<Result>(
    argumentsOf factory: Factory, _ list: Borrowed<ArgumentList>,
    given: GivenArguments? = nil, passing tuple: ValueAddress? = nil, in model: Model,
    _ body: (inout ArgumentCursor) throws -> Result
  ) rethrows -> Result {
    let home: Borrowed<AnyObject> = Borrowed(model).assumed()
    // Memory of a constant size is on the stack. Nearly all arguments fit in it.
    let size = 256
    let byteCount = list.with(\.byteCount)
    let larger = byteCount > size ? ArgumentList.allocate(byteCount) : nil
    defer { larger?.deallocate() }
    return try withUnsafeTemporaryAllocation(
      byteCount: size, alignment: ArgumentList.alignment
    ) { memory in
      var cursor = ArgumentCursor(
        of: factory, given, tuple, in: home, list,
        at: larger ?? ValueAddress(memory.baseAddress.unsafelyUnwrapped))
      return try body(&cursor)
    }
  }

  /// The model of the product, which the caller retains.
  var unownedModel: Borrowed<Model> { home.assumed() }
}
