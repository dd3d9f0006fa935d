/// The rest of a host's injection, which needs an object that is just being made.
package struct PostponedInjection {
  /// Goes on, once the object exists.
  let resume: () throws -> Void
  /// Gives up: the host will be injected another time.
  let cancel: () -> Void

  package init(resume: @escaping () throws -> Void, cancel: @escaping () -> Void) {
    self.resume = resume
    self.cancel = cancel
  }

  /// Goes on with each; if one fails, the rest gives up.
  static func resume(_ injections: [PostponedInjection]) throws {
    for (position, injection) in injections.enumerated() {
      do {
        try injection.resume()
      } catch {
        injections[(position + 1)...].forEach { $0.cancel() }
        throw error
      }
    }
  }
}
