/// The rest of a host's injection, which needs an object that is being created.
package struct PostponedInjection {
  /// Continues the injection when the object exists.
  let resume: () throws -> Void
  /// Abandons the injection. A later request injects the host.
  let cancel: () -> Void

  package init(resume: @escaping () throws -> Void, cancel: @escaping () -> Void) {
    self.resume = resume
    self.cancel = cancel
  }

  /// Continues each injection. If one fails, the remaining ones are cancelled.
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
