import Alchemic

/// An object with injected properties.
class Host: Living {
  /// The properties that have captured their value: reading them needs no model. By their numbers.
  final var captured: UInt32 = 0
  /// The properties that were read. By their numbers.
  final var wasRead: UInt32 = 0
  /// The properties whose wrapper was assigned, and that were not read since. By their numbers.
  final var renewed: UInt32 = 0
  /// How often a wrapper was assigned.
  final var renewals = 0
  /// Whether the host alone resolves its properties, one by one: then a read shows what they
  /// capture.
  final var mayCapture = true
  /// Objects that the host holds besides.
  final var held: [Living] = []
  private final let isOfBothThreads: Bool
  /// Whether the model may give it to both threads.
  var isProduct: Bool { false }
  /// What a first read may make besides what the property needs: that of the whole host.
  var needsAsHost: Kinds { [] }

  init(isShared: Bool = false, hasNoHooks: Bool = false) {
    isOfBothThreads = isShared
    super.init(hasNoHooks: hasNoHooks)
  }

  /// Whether both threads may read it now. Then nothing of it is changed.
  final var isShared: Bool {
    isOfBothThreads || isProduct && Program.current.mayShareProducts
  }

  /// The number of properties.
  var count: Int { 0 }

  /// Reads a property.
  func read(_ property: Int, _ isDeep: Bool) {}

  /// Assigns the wrapper of a property. The old wrapper lives until after that: Swift stops a
  /// program that reads a property while it is assigned, and a `deinit` may read any.
  func renew(_ property: Int) {}

  /// Runs `body`, which reads a property, if that is legal now.
  @inline(__always)
  final func reading(_ property: Int, _ needs: Kinds, _ body: () -> Void) {
    let isCaptured = captured & (1 << property) != 0
    if wasRead & (1 << property) == 0, !isAlive, Omissions.current.contains(.dyingFirstReads) {
      return
    }
    let program = Program.current
    guard let current = program.beginRead(needs.union(needsAsHost), isCaptured) else { return }
    let renewals = renewals
    body()
    let hasCaptured = program.end(current, needs)
    if isShared || renewals != self.renewals { return }
    // One that was resolved before may follow its factory all the same.
    if hasCaptured, mayCapture, wasRead & (1 << property) == 0 { captured |= 1 << property }
    wasRead |= 1 << property
    renewed &= ~(1 << property)
  }

  /// Does something with an own property: what a hook or a `deinit` may do.
  ///
  /// - Returns: True, as the operation was performed.
  @inline(__always)
  final func own(
    _ choice: Int, of count: Int, _ read: (Int, Bool) -> Void, _ renew: (Int) -> Void
  ) -> Bool {
    let property = choice / 4 % count
    switch choice % 4 {
    case 0, 1: read(property, false)
    case 2: read(property, true)
    default: if !isShared, !Omissions.current.contains(.renewals) { renew(property) }
    }
    return true
  }

  /// Forgets that a property has its value.
  func willRenew(_ property: Int) {
    Trace.write("renew \(property) of \(name)")
    captured &= ~(1 << property)
    wasRead &= ~(1 << property)
    renewed |= 1 << property
    renewals += 1
  }
}

/// A host with hooks.
class AwareHost: Host, AlchemicAware {
  /// The kind whose factory makes it, until it is whole.
  private final var kind: Kind?
  private(set) final var isReady = false
  /// Whether the wrapper of the first property was assigned: the host is injected again then.
  private final var hasNewFirst = false
  /// The number of the first model that may have begun to inject it; 0 before that.
  private final var model = 0
  /// Whether its next read may inject all of it.
  private final var needsInjection = true

  init(_ kind: Kind? = nil, isShared: Bool = false) {
    super.init(isShared: isShared)
    self.kind = kind
    mayCapture = false
    if let kind {
      Program.current.begin(making: kind)
      beginInjection()
    }
  }

  deinit { endMaking() }

  private final func endMaking() {
    if let kind { Program.current.end(making: kind) }
    kind = nil
  }

  override final func willRenew(_ property: Int) {
    super.willRenew(property)
    if property == 0 { (hasNewFirst, needsInjection) = (true, true) }
  }

  override final var isWhole: Bool { isReady }

  override final var needsAsHost: Kinds {
    guard needsInjection else { return [] }
    // A host belongs to the model that began to inject it.
    let current = beginInjection()
    return current == model ? needsUntilReady.union(.injection) : .impossible
  }

  /// Remembers the first model that may have begun to inject the host.
  ///
  /// - Returns: The model that answers now.
  @discardableResult
  private final func beginInjection() -> Int {
    let current = Program.current.gate.withLock { $0.model }
    if model == 0 { model = current }
    return current
  }

  var needsUntilReady: Kinds { [] }

  final func didInject(variable: String) {
    check("gets didInject(variable:)")
    if model == 0 { beginInjection() }
    let program = Program.current
    program.within(.hook) {
      if Trace.isOn { Trace.write("didInject \(variable) of \(name)") }
      program.act(in: .hook) { self.own($0, of: count, read, renew) }
    }
    check("is in didInject(variable:)")
  }

  final func didInjectDependencies() {
    check("gets didInjectDependencies()")
    if isReady, !hasNewFirst { fatalError("\(name) got didInjectDependencies() twice") }
    wasRead = ~renewed
    needsInjection = hasNewFirst
    let program = Program.current
    program.within(.hook) {
      if Trace.isOn { Trace.write("didInjectDependencies of \(name)") }
      program.act(in: .hook) { self.own($0, of: count, read, renew) }
    }
    check("is in didInjectDependencies()")
    isReady = true
    endMaking()
  }
}
