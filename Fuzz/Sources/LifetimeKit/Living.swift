import Alchemic
import Synchronization

/// An object with a mark that shows whether it lives, and a number.
///
/// Every object that a program makes is one. A subclass calls ``dies(_:)`` in its `deinit`.
class Living {
  private enum Mark {
    static let alive: UInt32 = 0xA11F_E001
    static let dying: UInt32 = 0xD1E0_0002
    static let dead: UInt32 = 0xDEAD_0003
  }

  /// The number of objects whose `deinit` has not ended.
  static let count = Atomic<Int>(0)
  private static let lastNumber = Atomic<Int>(0)

  let number: Int
  /// The worker on whose thread the object was made.
  let maker: Int
  /// Whether the object's `deinit` consumes operations.
  let hasNoHooks: Bool
  private let mark = Atomic<UInt32>(Mark.alive)

  init(hasNoHooks: Bool = false) {
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    maker = Program.current.worker.index
    self.hasNoHooks = hasNoHooks
    Self.count.add(1, ordering: .relaxed)
    if Trace.isOn { Trace.write("init \(name)") }
  }

  deinit {
    mark.store(Mark.dead, ordering: .relaxed)
    Self.count.subtract(1, ordering: .relaxed)
  }

  /// Numbers begin at 1 again, so that the trace of an input is the same each time.
  static func restartNumbers() { lastNumber.store(0, ordering: .relaxed) }

  final var name: String { "\(Swift.type(of: self)) \(number)" }

  final var isAlive: Bool { mark.load(ordering: .relaxed) == Mark.alive }

  /// Whether everything that the model does with a new object was done.
  var isWhole: Bool { true }

  /// Stops the program unless the object lives.
  final func check(_ situation: StaticString) {
    let mark = mark.load(ordering: .relaxed)
    guard mark != Mark.alive else { return }
    let state =
      switch mark {
      case Mark.dying: "whose deinit has begun"
      case Mark.dead: "that is dead"
      default: "whose memory was overwritten"
      }
    fatalError("An object \(state), \(situation)")
  }

  /// Marks the object, and consumes operations.
  ///
  /// - Parameter own: One operation on the object's own properties, chosen by a number. Returns
  /// false if there is none.
  final func dies(_ own: (Int) -> Bool = { _ in false }) {
    mark.store(Mark.dying, ordering: .relaxed)
    if Trace.isOn { Trace.write("deinit \(name)") }
    if !hasNoHooks { Program.current.act(in: .end, own) }
  }

  /// Checks an object that a request or a property has returned.
  ///
  /// - Parameter isDeep: Whether the call consumes operations too, which may release whatever led
  /// here.
  final func use(_ isDeep: Bool) {
    check("was returned")
    let program = Program.current
    program.endRead()
    if !isWhole, !program.isBeingMadeHere(self) {
      fatalError("\(name) was returned, and its hooks were not called")
    }
    guard isDeep else { return }
    program.act(in: .call)
    check("is being called")
  }
}
