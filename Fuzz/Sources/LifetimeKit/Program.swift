import Alchemic
import FuzzInput
import Synchronization

/// One input: operations on a fixed set of classes and on the model, by one thread or two.
///
/// An initializer, a factory closure, a hook, an observer, a block, a called object and a `deinit`
/// each consume further operations.
final class Program: @unchecked Sendable {
  // Proof: constants, but for `shared`, which is set while no other thread uses it; the gate has a
  // lock; each worker belongs to its thread.

  enum Threads {
    case one
    /// The second thread performs one operation at a time, while the first waits for it.
    case handOff
    /// The second thread runs freely.
    case free
  }

  /// Where operations are consumed.
  enum CodeLocation {
    case end, hook, closure, observer, block, call
  }

  nonisolated(unsafe) static var current = Program([])
  private static let greatestDepth = 10
  private static let greatestCount = 120

  let threads: Threads
  let gate = Mutex(Gate())
  let first: Worker
  let second: Worker
  /// Hosts that both threads read.
  var shared: [Host] = []
  let isObserved: Bool

  init(_ input: [UInt8]) {
    var bytes = Bytes(input)
    let mode = bytes.next()
    threads =
      switch mode % 16 {
      case 15: .free
      case 10..<15: Omissions.current.contains(.handOffs) ? .one : .handOff
      default: .one
      }
    isObserved = mode & 0xF0 == 0x10 && !Omissions.current.contains(.observers)
    let rest = threads == .free ? bytes.split(bytes.count / 2) : Bytes([])
    first = Worker(0, bytes, Pool(), rest: Self.greatestCount)
    second = Worker(1, rest, Pool(), rest: Self.greatestCount)
    second.isBesideOther = threads == .free
  }

  /// The worker of the calling thread.
  var worker: Worker {
    threads != .one && SecondThread.shared.isCurrent ? second : first
  }

  /// Whether a product that the calling thread has may be in use on the other one.
  var mayShareProducts: Bool {
    switch threads {
    case .one: false
    case .handOff: worker === second
    case .free: true
    }
  }

  // MARK: Consuming operations

  /// Consumes operations, if there are any left.
  ///
  /// - Parameters:
  ///   - location: Where they are consumed.
  ///   - own: One operation on the properties of the host that does it, chosen by a number.
  ///     Returns false if there is none.
  func act(in location: CodeLocation, _ own: (Int) -> Bool = { _ in false }) {
    let worker = worker
    guard worker.rest > 0, worker.depth < Self.greatestDepth, !worker.bytes.isEmpty else { return }
    let byte = worker.bytes.next()
    let count = location == .call ? 1 + byte % 2 : [0, 0, 0, 1, 1, 2][byte % 6]
    if count == 0 { return }
    worker.depth += 1
    defer { worker.depth -= 1 }
    func operate() {
      for _ in 0..<count where worker.rest > 0 && !worker.bytes.isEmpty { self.operate(own) }
    }
    switch location {
    case .end: interruptRead(operate)
    case .call, .block:
      worker.frames.append(.call)
      operate()
      worker.frames.removeLast()
    // Their frame is there already.
    case .hook, .closure, .observer: operate()
    }
  }

  /// Consumes operations in a `deinit`. A read that has caused it goes on with whatever model there
  /// is then.
  private func interruptRead(_ operate: () -> Void) {
    let worker = worker
    var isInterrupting = false
    if !worker.isBesideOther,
      case .read(needsModel: true, maySurviveReset: true) = worker.frames.last
    {
      isInterrupting = true
      gate.withLock { $0.interruptRead() }
    }
    worker.frames.append(.end)
    operate()
    worker.frames.removeLast()
    guard isInterrupting else { return }
    while !gate.withLock({ $0.resumeRead() }) {
      let rest = worker.rest
      worker.rest = 0
      start(options: Bytes([]))
      worker.rest = rest
    }
  }

  /// Runs what makes or tells something.
  func within<Result>(_ location: CodeLocation, _ body: () throws -> Result) rethrows -> Result {
    let worker = worker
    worker.frames.append(.creation)
    worker.creations += 1
    defer {
      worker.creations -= 1
      worker.frames.removeLast()
    }
    return try body()
  }

  // MARK: Reads

  /// A read that is under way.
  struct Read {
    fileprivate let depth: Int
    fileprivate let model: Int
    fileprivate let isCaptured: Bool
  }

  /// Begins a read of a property, or another request that stops the program if it fails.
  ///
  /// - Parameter isCaptured: Whether the property has its value.
  /// - Returns: Nil if the read could stop the program by design.
  func beginRead(_ needs: Kinds, _ isCaptured: Bool = false) -> Read? {
    let worker = worker
    // What a request makes may be one of its arguments.
    if !isCaptured, worker.isInRequest, needs.contains(Kinds(.made)) { return nil }
    if !isCaptured, isRestricted, !needs.isSubset(of: [.two, .follows]) { return nil }
    if let missing = worker.missingInEnding, !missing.isDisjoint(with: needs) { return nil }
    if Omissions.current.contains(.readsInDeinit), worker.frames.contains(.end) { return nil }
    var model = 0
    if !isCaptured {
      guard let number = gate.withLock({ $0.beginRead(needs, besidesStart: !worker.isBesideOther) })
      else {
        return nil
      }
      model = number
    }
    // What a host or an initializer needs comes from the model that was there at the beginning.
    let maySurvive = needs.isSubset(of: [.parts, .four, .pack, .follows])
    if !isCaptured { worker.requests += 1 }
    worker.frames.append(.read(needsModel: !isCaptured, maySurviveReset: maySurvive))
    return Read(depth: worker.frames.count, model: model, isCaptured: isCaptured)
  }

  /// Ends the read that is the innermost frame, if one is: its value is there.
  func endRead() {
    let worker = worker
    guard case .read(let needsModel, _) = worker.frames.last else { return }
    worker.frames.removeLast()
    guard needsModel else { return }
    worker.requests -= 1
    gate.withLock { $0.endRead() }
  }

  /// Ends a read.
  ///
  /// - Returns: Whether the property has captured its value.
  func end(_ read: Read, _ needs: Kinds) -> Bool {
    if worker.frames.count == read.depth { endRead() }
    if read.isCaptured { return true }
    // A property keeps no object that this thread has not finished. Its initializer has returned
    // when its properties are injected, which is a part of the request.
    if worker.isInRequest || worker.missingInEnding != nil { return false }
    return gate.withLock {
      $0.model == read.model && $0.followed.union(.follows).isDisjoint(with: needs)
    }
  }

  // MARK: Creations

  /// Makes an object for a factory.
  ///
  /// - Parameters:
  ///   - kind: What the factory makes.
  ///   - model: The number of its model.
  ///   - body: Makes the object.
  func make<Product>(_ kind: Kind, model: Int, _ body: () -> Product) throws -> Product {
    try within(.closure) {
      Trace.write("make \(kind)")
      gate.withLock {
        $0.answers(model)
        $0.begin(making: kind)
      }
      let worker = worker
      var isFailing = false
      defer {
        if isFailing {
          worker.failed.append((kind, worker.requests))
        } else {
          end(making: kind)
        }
      }
      act(in: .closure)
      if worker.rest > 0, worker.bytes.next() % 16 == 7, gate.withLock({ $0.mayFail() }) {
        Trace.write("refuse \(kind)")
        isFailing = worker.requests > 0
        throw Refusal(hasNoHooks: Omissions.current.contains(.actingErrors))
      }
      let product = body()
      act(in: .closure)
      return product
    }
  }

  func begin(making kind: Kind) { gate.withLock { $0.begin(making: kind) } }

  func end(making kind: Kind) { gate.withLock { $0.end(making: kind) } }

  /// Whether an object may come from this thread before it is whole.
  func isBeingMadeHere(_ object: Living) -> Bool {
    let worker = worker
    return worker.isInRequest && object.maker == worker.index
  }

  /// Whether threads might wait for each other, one of them by means of its own: for what the model
  /// makes just now.
  ///
  /// Then a request that waits gets an error that stops the program, if it is a read.
  private var isRestricted: Bool {
    switch threads {
    case .one: false
    case .handOff: worker === second ? first.isInRequest : !SecondThread.shared.isIdle
    case .free: worker.isInRequest
    }
  }

  /// Performs a request that may fail, if it is legal.
  func requesting(_ needs: Kinds, _ what: String, _ body: () throws -> Void) {
    let isLegal =
      switch threads {
      case .one: true
      case .handOff: !isRestricted || gate.withLock { $0.isFree(needs) }
      case .free: !isRestricted || needs == .two
      }
    guard isLegal else { return }
    let worker = worker
    beginRequest()
    defer { endRequest() }
    do { try body() } catch { count(error, in: what) }
  }

  func beginRequest() { worker.requests += 1 }

  /// Ends a request, and the creations that have failed in it.
  func endRequest() {
    let worker = worker
    while let last = worker.failed.last, last.request >= worker.requests {
      worker.failed.removeLast()
      end(making: last.kind)
    }
    worker.requests -= 1
  }
}
