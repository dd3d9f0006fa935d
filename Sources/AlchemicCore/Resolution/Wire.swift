import CAlchemicRuntime
public import Synchronization

/// How one request of one type is satisfied in one model: the answer, once it is known, and the
/// way to find it.
///
/// A shared object is kept here in the type that was asked for, so that asking again needs no cast
/// and no lock that a thread could sleep under. Templates pass through.
public final class Wire<Value>: AnyWire, @unchecked Sendable {
  // Proof: what `answer` points at, and `prepayment`, is only touched by the one who has moved `word` to `busy`, and in
  // `deinit`; for what `prepaid` points at see there.

  @usableFromInline let word = Atomic<UInt32>(WireState.open)
  /// Where the answer is kept, while `word` says that there is one. One of a single object has a second place behind it:
  /// see `prepaid`.
  @usableFromInline let answer: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) @usableFromInline var prepayment: Prepayment
  /// The address of the source. Owned by the model, as all that were here before, so that a wire, which may
  /// outlive it, keeps nothing of the user's. An unanswered wire owns its source, which has no factory.
  private let sourceAddress: Atomic<UInt>
  @usableFromInline let home: ModelHome
  /// The address of what makes each answer, while `word` says so; it lives as long as the model.
  @usableFromInline let conversionAddress = Atomic<UInt>(0)

  /// - Parameters:
  ///   - source: Lives as long as the model of `home`; if the wire is unanswered, as long as the wire.
  ///   - home: Leads to the model while it is there.
  ///   - isUnanswered: Whether no factory answers the request, which has criteria.
  init(_ source: WireSource<Value>, home: ModelHome, isUnanswered: Bool) {
    sourceAddress = Atomic(Self.address(of: source))
    if isUnanswered { _ = Unmanaged.passRetained(source) }
    prepayment =
      TypeKind.isReference(Value.self)
      ? .possible : TypeKind.isOpaqueExistential(Value.self) ? .possibleForObjects : .impossible
    answer = .allocate(capacity: prepayment == .impossible ? 1 : 2)
    self.home = home
    super.init(Value.self, source.traits | (isUnanswered ? WireTraits.unanswered : 0))
  }

  deinit {
    if isUnanswered {
      // The model is held for that: its registry refers to this wire.
      if isRegistered, let model = home.model { model.registry.forget(self) }
      _ = handOverSource()
    }
    let state = word.load(ordering: .acquiring)
    if WireState.isKept(state) {
      payBack(of: state)
      answer.deinitialize(count: 1)
    }
    answer.deallocate()
  }

  private static func address(of source: WireSource<Value>) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(source).toOpaque())
  }

  /// Where the answer comes from now; while the model is held.
  private var source: WireSource<Value> {
    // There is one from the initializer on.
    let address = UnsafeRawPointer(bitPattern: sourceAddress.load(ordering: .acquiring))
    return Unmanaged.fromOpaque(address.unsafelyUnwrapped).takeUnretainedValue()
  }

  override func handOverSource() -> AnyObject {
    // There is one from the initializer on, which retained it.
    let address = UnsafeRawPointer(bitPattern: sourceAddress.load(ordering: .acquiring))
    return Unmanaged<WireSource<Value>>.fromOpaque(address.unsafelyUnwrapped).takeRetainedValue()
  }

  override func change(
    in index: FactoryIndex, asking criteria: SearchCriteria
  ) throws -> WireChange? {
    let (old, new) = (source, try index.source(for: Value.self, criteria))
    guard !new.factories.elementsEqual(old.factories, by: ===) else { return nil }
    return WireChange(
      wire: self, source: new, traits: new.traits, former: old.factories, factories: new.factories)
  }

  override func draw(from source: AnyObject, leaving left: inout [Any]) {
    // What `change` has made for this wire.
    let source = unsafeDowncast(source, to: WireSource<Value>.self)
    sourceAddress.store(Self.address(of: source), ordering: .releasing)
    empty(leaving: &left)
  }

  /// The object.
  ///
  /// - Throws: ``AlchemicError`` if there is none, or if making it failed.
  /// - Complexity: Kept answers cost one atomic exchange, and a retain where they change or are not one object; others
  ///   what making costs.
  @inlinable
  public func value() throws -> Value {
    if let kept { return kept }
    if let new = try anew(for: nil) { return new }
    return try valueBySource()
  }

  /// A new object, if the answer is one each time.
  ///
  /// - Parameter request: The request of the user's; nil if it has told of itself.
  /// - Returns: Nil if somebody else has to be asked.
  @inlinable
  package func anew(for request: UnsafePointer<CreationPath.Request>?) throws -> Value? {
    guard let conversion, let model = home.model else { return nil }
    // Here alone it is known of which type a template's objects are.
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
      let place = place.baseAddress.unsafelyUnwrapped
      try conversion._withUnsafeGuaranteedRef {
        try $0.create(in: model, for: request, at: UnsafeMutableRawPointer(place))
      }
      return place.move()
    }
  }

  /// What makes each answer of a template; while the model is held.
  @inlinable
  var conversion: Unmanaged<ProductConversion>? {
    guard word.load(ordering: .acquiring) == WireState.anew else { return nil }
    let address = UnsafeRawPointer(bitPattern: conversionAddress.load(ordering: .acquiring))
    return address.map { Unmanaged.fromOpaque($0) }
  }

  @usableFromInline
  func valueBySource() throws -> Value {
    var pause = SpinPause()
    while true {
      let state = word.load(ordering: .relaxed)
      if state == WireState.open || state == WireState.anew { break }
      if let kept { return kept }
      pause.wait()
    }
    return try produce()
  }

  private func produce() throws -> Value {
    guard let model = home.model else {
      throw modelGone
    }
    // The model is held here, and with it the source.
    let source = source
    defer { withExtendedLifetime(model) {} }
    if let conversion = source.conversion {
      remember(conversion, of: source)
      if let new = try anew(for: nil) { return new }
    }
    return try keep(source.produce(in: model), from: source)
  }

  /// Goes straight to a template from now on.
  private func remember(_ conversion: ProductConversion, of source: WireSource<Value>) {
    CreationCoordinator.look {
      guard self.source === source else { return }
      conversionAddress.store(
        UInt(bitPattern: Unmanaged.passUnretained(conversion).toOpaque()), ordering: .releasing)
      // Nobody fills it or empties it meanwhile: that is done under this lock too.
      word.store(WireState.anew, ordering: .releasing)
    }
  }

  /// The object for a task, which awaits what has to be awaited.
  ///
  /// - Throws: As ``value()``, and `CancellationError`.
  package func valueAwaiting() async throws -> Value {
    if let kept { return kept }
    guard let model = home.model else {
      throw modelGone
    }
    // The model is held here, and with it the source.
    let source = source
    defer { withExtendedLifetime(model) {} }
    return try keep(await source.produceAwaiting(in: model), from: source)
  }

  /// The object, which is kept as long as what it consists of stays the same.
  private func keep(_ produced: Obtained<Value>, from source: WireSource<Value>) throws -> Value {
    guard let value = produced.object else {
      throw AlchemicError(
        Problem(
          .unexpectedNil, typeName(Value.self), candidates: source.factories.candidates,
          path: CreationPath.steps()))
    }
    if case .fleeting = produced.stamp { return value }
    CreationCoordinator.fill(self, from: source.factories, if: produced.stamp) {
      // What it was produced from may have been exchanged meanwhile.
      self.source === source
    } store: {
      // Whoever filled it before stored the same, since the stamp still holds.
      fill(with: value)
    }
    return value
  }

  /// What ``value()`` would give if nothing had to be made for it.
  package func peek() -> Value? {
    guard let model = home.model else { return nil }
    // The source lives as long as the model.
    return withExtendedLifetime(model) { source.peek() }
  }

  override func empty(leaving left: inout [Any]) {
    // Only under the lock that the caller holds another answer comes.
    if word.load(ordering: .relaxed) == WireState.open { return }
    let before = becomeBusy()
    guard WireState.isKept(before) else { return leaveBusy(WireState.open) }
    let old = answer.move()
    if prepayment == .active {
      prepayment = .impossible
      payBack(of: before)
    }
    leaveBusy(WireState.open)
    left.append(old)
  }

  /// Keeps an answer from now on, unless there is one.
  private func fill(with value: Value) {
    let before = becomeBusy()
    guard !WireState.isKept(before) else { return leaveBusy(before) }
    answer.initialize(to: value)
    leaveBusy(beginPrepaying())
  }

  /// Moves the word to `busy`, when no other thread has done so. Those who only take what is prepaid do not keep it waiting.
  ///
  /// - Returns: What it was.
  private func becomeBusy() -> UInt32 {
    var pause = SpinPause()
    while true {
      if word.load(ordering: .relaxed) != WireState.busy {
        let before = word.exchange(WireState.busy, ordering: .acquiring)
        if before != WireState.busy { return before }
      }
      pause.wait()
    }
  }

  private func leaveBusy(_ state: UInt32) {
    alchemic_keep_order()
    word.store(state, ordering: .releasing)
  }

  private var modelGone: AlchemicError {
    AlchemicError(
      Problem(
        .modelGone, typeName(TargetShape(Value.self).element), path: CreationPath.steps()))
  }

  /// Makes sure that every source keeps one object for all.
  ///
  /// - Throws: ``AlchemicError`` with `transient-template`.
  package func requireShared() throws {
    guard !stayShared() else { return }
    // The source lives as long as the model.
    let candidates = factories.filter { !$0.isShared }.candidates
    throw AlchemicError(
      Problem(
        .transientTemplate,
        candidates.first?.name ?? typeName(TargetShape(Value.self).element),
        candidates: candidates, path: CreationPath.steps()))
  }

  /// Makes sure that the answer never has to be awaited anew.
  ///
  /// - Throws: ``AlchemicError`` with `cannot-wait`.
  package func requireNoWaiting() throws {
    let awaited = factories.filter(\.isAwaitedTemplate)
    guard !awaited.isEmpty else { return }
    throw AlchemicError(
      awaited.map {
        Problem(
          .cannotWait, $0.facts.name, candidates: [$0.facts.candidate], path: CreationPath.steps())
      })
  }

  /// What it draws from; nothing if the model is gone, with which the source lives.
  private var factories: [AnyObjectFactory] {
    home.model.map { model in
      withExtendedLifetime(model) { source.factories }
    } ?? []
  }

  /// Makes sure that the wire is told when one of its factories gets another object.
  ///
  /// - Returns: A number that grows with every such change.
  package func watchFactories() throws -> UInt {
    guard let model = home.model else {
      throw modelGone
    }
    defer { withExtendedLifetime(model) {} }
    return CreationCoordinator.watch(self) { source.factories }
  }
}
