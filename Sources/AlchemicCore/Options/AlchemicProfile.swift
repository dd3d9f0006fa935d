/// A way to run the program, for example as a preview. A factory can be restricted to profiles.
///
/// ```swift
/// model.register(AcOnly(in: .preview, .named("staging"))) { FakePayments() as any Payments }
/// …
/// try Alchemic.start(profiles: [.named("staging")])
/// ```
///
/// ``test``, ``debug`` and ``preview`` become active without a request by the program. Other
/// profiles are active if the start names them, if the launch argument `--alchemic-profile=staging`
/// does, or if the environment variable `ALCHEMIC_PROFILE` does. The argument and the variable
/// accept several names, separated by commas.
public struct AlchemicProfile: Sendable, Hashable, CustomStringConvertible {
  /// The name, for example `staging`.
  public let name: String

  private init(name: String) { self.name = name }

  /// Unavailable: ``named(_:)`` returns a profile.
  @available(*, unavailable, message: "write .named(\"staging\")")
  public init(_ name: String) { self.name = name }

  /// Returns the profile with a name.
  ///
  /// - Parameter name: The name, as the launch argument spells it.
  public static func named(_ name: String) -> AlchemicProfile { AlchemicProfile(name: name) }

  /// Active if the process runs tests.
  public static var test: AlchemicProfile { AlchemicProfile(name: "test") }
  /// Active if Alchemic was compiled in the debug configuration, as in a debug build of the
  /// program.
  public static var debug: AlchemicProfile { AlchemicProfile(name: "debug") }
  /// Active if the process shows a preview of Xcode. No test on Linux can run such a process.
  public static var preview: AlchemicProfile { AlchemicProfile(name: "preview") }

  /// The predefined profiles.
  static var known: [AlchemicProfile] { [.test, .debug, .preview] }

  /// The name.
  public var description: String { name }

  /// Returns the profiles in a comma-separated list of names.
  package static func list(_ text: String) -> [AlchemicProfile] {
    text.split(separator: ",").map { part in
      let start = part.drop { $0 == " " }
      let end = start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
      return AlchemicProfile(name: String(end))
    }.filter { !$0.name.isEmpty }
  }
}
