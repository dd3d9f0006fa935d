import CAlchemicRuntime

#if canImport(ObjectiveC)
  /// A host that may be gone. Not run here: objects of Objective-C do not take part in Swift's own
  /// counting, so on Apple platforms this is a weak reference.
  struct HostReference {
    private weak var host: AnyObject?

    init(_ host: AnyObject) { self.host = host }

    /// The host, unless it is gone or going.
    var object: AnyObject? { host }

    func release() {}
  }
#else
  /// A host that may be gone, without the side table of a weak reference, which would make every
  /// retain of the host three times as expensive.
  ///
  /// An unowned reference keeps the object's memory, not its life; so the runtime may be asked to
  /// retain it, which fails once its deinit has begun.
  struct HostReference: @unchecked Sendable {
    // Proof: the runtime's reference counts are atomic; the object itself is not touched.
    private let address: UnsafeMutableRawPointer

    init(_ host: AnyObject) {
      address = Unmanaged.passUnretained(host).toOpaque()
      swift_unownedRetain(address)
    }

    /// The host, unless it is gone or going.
    var object: AnyObject? {
      swift_tryRetain(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }

    /// Gives the memory back; once.
    func release() { swift_unownedRelease(address) }
  }
#endif
