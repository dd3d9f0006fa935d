import Synchronization

// How an object for all is made where nothing else has to be thought of: as nearly all that a start makes.

extension ClassFactory {
  /// Whether ``makeFirst(in:)`` can make its object.
  private var canMakeFirst: Bool {
    facts.lifetime == .singleton && facts.making == .anywhere && !facts.isNillable && !facts.isWeak
      && !resultIsOptional && isMakeable
  }

  /// Makes the object that everybody shares, if there is none, and nobody makes one.
  ///
  /// - Returns: False if something else has to be done, or to be waited for: then nothing was.
  func makeFirst(in model: Model) throws -> Bool {
    guard !Observation.isOn.load(ordering: .acquiring), canMakeFirst,
      CreationDesk.claimFirst(self)
    else { return false }
    do {
      var dependents: [AnyObjectFactory]? = []
      // As `CreationPath.within`, to see whether there was anything to remember.
      var frame = CreationPath.Frame(
        subject: .factory(Unmanaged.passUnretained(self)), request: nil,
        outer: CreationPath.innermost)
      var isFinished = false
      let product = try withUnsafeMutablePointer(to: &frame) { frame in
        try CreationPath.enter(frame)
        defer { CreationPath.leave(frame) }
        let product = try newObject(in: model)
        // Somebody may have begun to listen meanwhile.
        isFinished =
          frame.pointee.ownedNotes == nil && host(product) == nil
          && !Observation.isOn.load(ordering: .acquiring)
        if !isFinished {
          try inject(product, in: model) {
            keep($0, in: model)
          } whenInjected: {
            dependents = try CreationPath.settle(self)
          }
        }
        return product
      }
      if isFinished {
        keepFinished(product)
      } else {
        _ = finished(product, with: dependents)
      }
      return true
    } catch is TakenObjectFailed {
      // What it took from another thread was given up there, so everything is as before.
      giveUp()
      return false
    } catch {
      giveUp()
      throw error
    }
  }

  private func newObject(in model: Model) throws -> AnyObject {
    var cursor = ArgumentCursor(sources, .none, in: model)
    // One word, of whatever class.
    var object: Unmanaged<AnyObject>?
    do {
      try make(&cursor, &object)
    } catch {
      throw wrapped(error)
    }
    return object.unsafelyUnwrapped.takeRetainedValue()
  }
}
