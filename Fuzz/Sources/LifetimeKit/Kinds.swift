/// What a factory of a program makes.
enum Kind: Int, CaseIterable {
  case one, two, three, four, pack, made, nest, web, room, guest

  /// The name of the factory.
  var name: String { Self.names[rawValue] }
  private static let names = [
    "one", "two", "three", "four", "Pack", "made", "nest", "web", "room", "guest",
  ]

  init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: index)
  }

  /// Everything that a request for it may make.
  var needs: Kinds { Self.needs[rawValue] }
  private static let needs: [Kinds] = [
    .one, .two, .three, .four, .pack, .made, .nest, .nest, .room, .guest,
  ]
}

/// Kinds that a request may make, with everything that these need.
struct Kinds: OptionSet {
  let rawValue: UInt16

  static let one = Kinds(.one)
  static let two = Kinds(.two)
  static let three = Kinds(.three)
  static let four = Kinds(.four)
  static let pack = Kinds(.pack)
  /// Those that make a `Part`.
  static let parts: Kinds = [.one, .two, .three]
  static let made: Kinds = [Kinds(.made), .parts]
  /// `Nest` and `Web` need each other.
  static let nest: Kinds = [Kinds(.nest), Kinds(.web), .parts, .four, .pack]
  static let room: Kinds = [Kinds(.room), .nest]
  static let guest: Kinds = [Kinds(.guest), .room]

  /// Those that a small model does without.
  static let large: Kinds = [
    Kinds(.made), Kinds(.nest), Kinds(.web), Kinds(.room), Kinds(.guest),
  ]
  /// No kind: the property follows its factory whatever that is.
  static let follows = Kinds(rawValue: 1 << 15)

  /// No kind: never legal.
  static let impossible = Kinds(rawValue: 1 << 13)
  /// No kind: a host is injected as a whole.
  static let injection = Kinds(rawValue: 1 << 14)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ kind: Kind) { rawValue = 1 << kind.rawValue }
}
