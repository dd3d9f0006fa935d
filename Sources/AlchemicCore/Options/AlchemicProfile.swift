/// A way to run the program: some factories are for some profiles only.
///
/// ```swift
/// model.register(AcOnly(in: .preview, .named("staging"))) { FakePayments() as any Payments }
/// …
/// try Alchemic.start(profiles: [.named("staging")])
/// ```
///
/// ``test``, ``debug`` and ``preview`` are active by themselves. Others are active if the start
/// names them, or the launch argument `--alchemic-profile=staging`, or the environment variable
/// `ALCHEMIC_PROFILE`; both take several, separated by commas.
public struct AlchemicProfile: Sendable, Hashable, CustomStringConvertible {
  /// The name, for example `staging`.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Returns the profile with a name.
  ///
  /// - Parameter name: As the launch argument spells it.
  public static func named(_ name: String) -> AlchemicProfile { AlchemicProfile(name) }

  /// The process runs tests.
  public static var test: AlchemicProfile { AlchemicProfile("test") }
  /// Alchemic was compiled for debugging, as a program is that is not built for release.
  public static var debug: AlchemicProfile { AlchemicProfile("debug") }
  /// The process shows a preview of Xcode. Not run on Linux.
  public static var preview: AlchemicProfile { AlchemicProfile("preview") }

  /// The profiles that are active by themselves, or not.
  static var known: [AlchemicProfile] { [.test, .debug, .preview] }

  /// The name.
  public var description: String { name }

  /// Returns the profiles in a list of names that commas separate.
  package static func list(_ text: String) -> [AlchemicProfile] {
    text.split(separator: ",").map { part in
      let start = part.drop { $0 == " " }
      let end = start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
      return AlchemicProfile(String(end))
    }.filter { !$0.name.isEmpty }
  }
}
