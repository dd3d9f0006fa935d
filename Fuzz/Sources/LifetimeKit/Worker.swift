import FuzzInput

/// A thread of a program, with what its operations work on.
final class Worker: @unchecked Sendable {
  // Proof: only its thread uses it, or the one that hands an operation to that thread and waits.

  /// What runs just now, innermost last.
  enum Frame: Equatable {
    /// A read of a property, or another request that stops the program if it fails.
    ///
    /// It needs the model unless the property has captured its value. Where it may survive a reset,
    /// another model has to be there when it goes on.
    case read(needsModel: Bool, maySurviveReset: Bool)
    /// A call of something that was read.
    case call
    /// A `deinit`.
    case end
    /// A factory closure, a hook or an observer: something is being made, or told.
    case creation
  }

  let index: Int
  var bytes: Bytes
  var pool: Pool
  var frames: [Frame] = []
  /// The frames that are creations.
  var creations = 0
  /// The requests under way, in which the model may be making something.
  var requests = 0
  /// What has failed in a request that has not ended: until then the model may be giving it up.
  var failed: [(kind: Kind, request: Int)] = []
  /// The places that consume operations.
  var depth = 0
  /// The operations that may still follow.
  var rest: Int
  /// The kinds for which the models that this thread resets have no factory; nil if it resets none.
  /// Until the reset has ended, a `deinit` gets what it reads from the model that ends, also if
  /// another one answers already.
  var missingInEnding: Kinds?
  /// Whether the other thread may go on meanwhile: then it alone starts and resets, so that it
  /// knows when a model answers.
  var isBesideOther = false

  /// Whether the model may be making something on this thread.
  var isInRequest: Bool { requests > 0 || creations > 0 }

  init(_ index: Int, _ bytes: Bytes, _ pool: Pool, rest: Int) {
    (self.index, self.bytes, self.pool, self.rest) = (index, bytes, pool, rest)
  }
}

/// The objects that operations hold.
final class Pool {
  private var hosts: [Host?] = [nil, nil, nil, nil]
  private var objects: [Living?] = [nil, nil, nil, nil]
  private var structs: [Wrapped?] = [nil, nil]

  // What is replaced lives until the access to the array has ended: its `deinit` may come back
  // here.

  subscript(host index: Int) -> Host? {
    get { hosts[index % hosts.count] }
    set {
      let old = hosts[index % hosts.count]
      withExtendedLifetime(old) { hosts[index % hosts.count] = newValue }
    }
  }

  subscript(object index: Int) -> Living? {
    get { objects[index % objects.count] }
    set {
      let old = objects[index % objects.count]
      withExtendedLifetime(old) { objects[index % objects.count] = newValue }
    }
  }

  subscript(wrapped index: Int) -> Wrapped? {
    get { structs[index % structs.count] }
    set {
      let old = structs[index % structs.count]
      withExtendedLifetime(old) { structs[index % structs.count] = newValue }
    }
  }

  /// Releases everything.
  func empty() {
    for index in hosts.indices { self[host: index] = nil }
    for index in objects.indices { self[object: index] = nil }
    for index in structs.indices { self[wrapped: index] = nil }
  }
}
