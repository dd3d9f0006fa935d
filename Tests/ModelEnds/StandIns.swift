// Declarations that the linked files of the library refer to. The model has its own count of
// references, because the compiler may retain a reference for longer than the code needs it.

/// A model: only its ends.
public final class Model: Sendable {
  let number: Int
  let isChild: Bool
  let home = ModelHome()
  let scopesReference = LazyReference()
  /// How many references retain the model; 0 if it was deinitialized. Its memory stays.
  nonisolated(unsafe) var count = 1

  init(_ number: Int, isChild: Bool) { (self.number, self.isChild) = (number, isChild) }

  var address: UInt64 { UInt64(Borrowed(self).address) }
}

/// A reference to an object that is alive in the trial, or to a model, which may have ended.
public struct Borrowed<Object: AnyObject>: Equatable, Sendable {
  public nonisolated(unsafe) let object: Object

  public init(_ object: Object) { self.object = object }

  /// - Parameter address: The address of an object of the type, or 0.
  public init?(at address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    object = Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  public var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  public func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try body(object)
  }

  func assumed<Other: AnyObject>(as _: Other.Type = Other.self) -> Borrowed<Other> {
    Borrowed<Other>(unsafeDowncast(object, to: Other.self))
  }

  public static func == (a: Borrowed, b: Borrowed) -> Bool { a.object === b.object }

  // MARK: Counting

  private var model: Model? { object as? Model }

  public func retain(times count: UInt32) { model.map { Steps.current?.retain($0) } }

  public func release(times count: UInt32) { model.map { Steps.current?.release($0) } }

  /// The object, which the caller passes to ``retaining(_:)``.
  public var objectUnlessEnding: Object? {
    guard let model, let steps = Steps.current else { return object }
    return steps.retainUnlessEnding(model) ? object : nil
  }

  /// Takes the retain of ``objectUnlessEnding``.
  public static func retaining(_ object: Object) -> Self { Self(object) }

  // A trial keeps the memory of its models.
  func keepMemory() {}
  func releaseMemory() {}
}

// MARK: Pins

/// The pins of the threads: those of `Pins.c`.
final class Pins: @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variables.
  private var all: [(pin: UnsafeMutablePointer<UInt>, isTaken: Bool)] = []
  private var ofThreads: [Int: UnsafeMutablePointer<UInt>] = [:]
  /// Whether all threads have the same share of a model.
  var shareOne = false

  deinit { all.forEach { $0.pin.deallocate() } }

  /// Whether no thread is using a model.
  var areEmpty: Bool { all.allSatisfy { $0.pin.pointee == 0 } }

  func of(_ caller: Int) -> UnsafeMutablePointer<UInt>? { ofThreads[caller] }

  func take(for caller: Int) -> UnsafeMutablePointer<UInt> {
    let free = all.firstIndex { !$0.isTaken }
    if free == nil {
      all.append((.allocate(capacity: 1), true))
      all.last?.pin.initialize(to: 0)
    }
    let position = free ?? all.count - 1
    all[position].isTaken = true
    ofThreads[caller] = all[position].pin
    return all[position].pin
  }

  /// Returns the pin of a thread that ends.
  func giveBack(_ caller: Int) {
    guard let pin = ofThreads.removeValue(forKey: caller) else { return }
    for position in all.indices where all[position].pin == pin { all[position].isTaken = false }
  }

  /// The next pin of the list, in which a new one is the first.
  func next(after pin: UnsafeMutablePointer<UInt>?) -> UnsafeMutablePointer<UInt>? {
    guard let pin else { return all.last?.pin }
    let position = all.firstIndex { $0.pin == pin } ?? 0
    return position > 0 ? all[position - 1].pin : nil
  }

  func number(of pin: UnsafePointer<UInt>) -> UInt32 {
    shareOne ? 0 : UInt32(all.firstIndex { UnsafePointer($0.pin) == pin } ?? 0)
  }

  /// A number for the contents of the list.
  var hash: UInt64 { all.reduce(1) { $0 * 2 + ($1.isTaken ? 1 : 0) } }
}

public func alchemic_pin_of_thread() -> UnsafeMutablePointer<UInt>? {
  Steps.current.flatMap { steps in steps.caller.flatMap { steps.pins.of($0) } }
}

public func alchemic_take_pin() -> UnsafeMutablePointer<UInt>? {
  guard let steps = Steps.current, let caller = steps.caller else { return nil }
  return steps.step(#function) {
    steps.publish()
    let pin = steps.pins.take(for: caller)
    return (pin, UInt64(steps.pins.number(of: pin)))
  }
}

public func alchemic_next_pin(_ pin: UnsafeMutablePointer<UInt>?) -> UnsafeMutablePointer<UInt>? {
  guard let steps = Steps.current else { return nil }
  if pin != nil { return steps.pins.next(after: pin) }
  return steps.step(#function) { (steps.pins.next(after: nil), steps.pins.hash) }
}

public func alchemic_pin_number(_ pin: UnsafePointer<UInt>) -> UInt32 {
  Steps.current?.pins.number(of: pin) ?? 0
}

// MARK: Scopes

public final class Scope: Sendable {}

public struct ScopeKind: Sendable, Equatable {
  let id = 1
  func lasts(asLongAs other: ScopeKind) -> Bool { false }
}

enum CurrentScope {
  static func find(_ kind: ScopeKind, in home: ModelHome) -> Borrowed<Scope>? { nil }
}

public struct Problem: Sendable {}

public final class Stopping: Sendable {
  func end(with problems: [Problem]) {}
}

public struct TaskWaiters: Sendable {
  mutating func takeAll() -> TaskWaiters { self }
  mutating func resumeAll(with result: Result<Void, any Error>) {}
}

/// A lock: its section is one step.
public final class Locked<Value>: @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the value.
  private var value: Value
  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    guard let steps = Steps.current else { return body(&value) }
    return steps.together(#function) {
      let result = body(&value)
      let count = UInt64((value as? [AnyObject])?.count ?? 0)
      steps.record(count, as: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
      return (result, count)
    }
  }
}

/// Storage for an object that is created when it is needed. A thread finds it in one step.
final class LazyReference: @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variable.
  private var stored: AnyObject?
  private var identity: UInt64 = 0

  var reference: Borrowed<AnyObject>? { found { stored }.map { Borrowed($0) } }

  func object<Object: AnyObject>(_ make: () -> Object) -> Object {
    let object = found {
      if stored == nil {
        stored = make()
        identity = Steps.current?.identity ?? 0
      }
      return stored
    }
    return unsafeDowncast(object!, to: Object.self)
  }

  private func found(_ body: () -> AnyObject?) -> AnyObject? {
    guard let steps = Steps.current else { return body() }
    return steps.together("LazyReference") {
      let object = body()
      steps.record(identity, as: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
      return (object, identity)
    }
  }
}

/// A table with one entry. A thread reads or fills it in one step.
final class PointerTable<Object: AnyObject>: @unchecked Sendable {
  // Proof: only the thread whose turn it is accesses the variables.
  private var entry: Object?
  private var identity: UInt64 = 0
  /// Objects that came too late. No other object gets the address of one in this run.
  private var late: [Object] = []

  subscript(key: Int) -> Borrowed<Object>? { found { entry }.map { Borrowed($0) } }

  func insert(_ object: Object, for key: Int) -> Object {
    found {
      if entry == nil {
        (entry, identity) = (object, Steps.current?.identity ?? 0)
      } else {
        late.append(object)
      }
      return entry
    }!
  }

  private func found(_ body: () -> Object?) -> Object? {
    guard let steps = Steps.current else { return body() }
    return steps.together("PointerTable") {
      let object = body()
      steps.record(identity, as: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
      return (object, identity)
    }
  }
}

/// An address of memory, of which a trial knows where it begins and ends.
package struct ValueAddress: Sendable {
  package let word: UInt

  init(word: UInt) { self.word = word }

  private var pointer: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: word).unsafelyUnwrapped
  }

  static func allocate(byteCount: Int, alignment: Int) -> ValueAddress {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
    let address = UInt(bitPattern: memory)
    Steps.current?.didAllocate(address..<address + UInt(byteCount))
    return ValueAddress(word: address)
  }

  func clear(at offset: Int, byteCount: Int) {
    pointer.initializeMemory(as: UInt8.self, repeating: 0, count: offset + byteCount)
  }

  static func + (address: ValueAddress, offset: Int) -> ValueAddress {
    ValueAddress(word: address.word + UInt(offset))
  }

  func deallocate() { pointer.deallocate() }
}

/// No trial keeps a scope open without an operation.
public final class KeptScopes: Sendable {}
