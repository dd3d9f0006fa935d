import Synchronization

/// Decides which requests are legal now: a property that cannot be resolved stops the program by
/// design.
///
/// Knows whether a model answers, which kinds are being made, and how many reads are under way,
/// whichever thread does it.
struct Gate {
  /// The number of the model that answers; 0 if none does.
  private(set) var model = 0
  /// The number of the model that is being started; 0 if none is.
  private(set) var starting = 0
  private(set) var followed: Kinds = []
  /// The kinds that the model has no factory for.
  private(set) var missing: Kinds = []
  private var lastModel = 0
  /// Whether the start may fail.
  private var isDoomed = false
  private var followedByStarting: Kinds = []
  private var missingInStarting: Kinds = []
  /// Reads that need the model until they end.
  private var reads = 0
  /// Reads that go on with whatever model there is then.
  private var interruptedReads = 0
  /// Whether a thread resets the model.
  private var isClosed = false
  /// By kind: how many objects are being made.
  private var making = [Int](repeating: 0, count: Kind.allCases.count)
  private var kindsBeingMade: Kinds = []

  /// Whether nothing that a request needs is missing or being made: so it neither fails nor waits.
  func isFree(_ needs: Kinds) -> Bool {
    kindsBeingMade.union(missing).union(.impossible).isDisjoint(with: needs)
  }

  // MARK: Reads

  /// Begins a read, if it is legal.
  ///
  /// - Parameter besidesStart: Whether it is legal while a start is under way, which may fail.
  /// - Returns: The number of the model.
  mutating func beginRead(_ needs: Kinds, besidesStart: Bool) -> Int? {
    guard model != 0, besidesStart || starting == 0, !isClosed, isFree(needs) else { return nil }
    reads += 1
    return model
  }

  mutating func endRead() { reads -= 1 }

  mutating func interruptRead() {
    reads -= 1
    interruptedReads += 1
  }

  /// Goes on with a read.
  ///
  /// - Returns: Whether there is a model to go on with.
  mutating func resumeRead() -> Bool {
    guard model != 0 else { return false }
    reads += 1
    interruptedReads -= 1
    return true
  }

  // MARK: Creations

  mutating func begin(making kind: Kind) {
    making[kind.rawValue] += 1
    kindsBeingMade.insert(Kinds(kind))
  }

  mutating func end(making kind: Kind) {
    making[kind.rawValue] -= 1
    if making[kind.rawValue] == 0 { kindsBeingMade.remove(Kinds(kind)) }
  }

  // MARK: Models

  /// Begins a start.
  ///
  /// - Returns: The number of the model; nil if there is one.
  mutating func beginStart(following followed: Kinds, missing: Kinds) -> Int? {
    guard model == 0, starting == 0 else { return nil }
    lastModel += 1
    starting = lastModel
    isDoomed = false
    (followedByStarting, missingInStarting) = (followed, missing)
    return starting
  }

  /// The model answers: a factory of it was called, or the start has returned.
  mutating func answers(_ number: Int) {
    guard starting == number, !isDoomed else { return }
    (model, followed, missing) = (number, followedByStarting, missingInStarting)
  }

  mutating func endStart(_ number: Int, hasFailed: Bool) {
    guard starting == number else { return }
    isDoomed = hasFailed
    if hasFailed { model = 0 } else { answers(number) }
    starting = 0
  }

  /// Has a factory fail, and the start with it that may be under way.
  ///
  /// - Returns: Whether that is legal.
  mutating func mayFail() -> Bool {
    guard reads == 0 else { return false }
    if starting != 0 {
      guard interruptedReads == 0 else { return false }
      // Perhaps what has requested the object catches the error, and the start goes on.
      isDoomed = true
      model = 0
    }
    return true
  }

  /// Begins a reset.
  ///
  /// - Returns: The kinds that the model has no factory for; nil if a reset is not legal.
  mutating func beginReset(closing: Bool) -> Kinds? {
    guard reads == 0, !isClosed else { return nil }
    (model, starting, isClosed) = (0, 0, closing)
    return missing.union(missingInStarting)
  }

  mutating func open() { isClosed = false }
}
