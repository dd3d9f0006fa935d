import Alchemic
import FuzzInput

/// What a factory makes.
enum Kind: CaseIterable {
  case a, b, c, s, int, string, anyP, arrayOfA, host, reader

  var isHost: Bool { self == .host || self == .reader }
  var isValue: Bool { [.s, .int, .string, .arrayOfA].contains(self) }
  /// The name of the type, written by hand.
  var typeName: String {
    switch self {
    case .a: "A"
    case .b: "B"
    case .c: "C"
    case .s: "S"
    case .int: "Int"
    case .string: "String"
    case .anyP: "P"
    case .arrayOfA: "[A]"
    case .host: "Host"
    case .reader: "Reader"
    }
  }
}

/// One registration of a model.
struct Registration: CustomStringConvertible {
  enum Argument: Equatable { case none, p, optionalA, arrayOfR, namedP(String), host }
  enum Behaviour { case makes, fails, makesNil }

  let number: Int
  let kind: Kind
  /// Whether there is a function that makes objects; else there is only a type.
  let hasMaker: Bool
  let returnsOptional: Bool
  let argument: Argument
  let behaviour: Behaviour
  let isTemplate, isReference, isPrimary, isNillable, isWeak, isTransient, isLazy: Bool
  let name: String?
  let order: Int?

  init(_ number: Int, _ bytes: inout Bytes) {
    self.number = number
    kind = bytes.choose(Kind.allCases)
    let form = bytes.next()
    let flags = bytes.next()
    // Most factories are singletons with nothing special, as in most models.
    isTemplate = flags & 0b111 == 1
    isReference = flags & 0b111 == 2
    let rest = flags >> 3
    isPrimary = rest & 0b111 == 1
    isNillable = rest & 0b111 == 2
    isWeak = rest & 0b11111 == 3
    isTransient = rest & 0b11111 == 4
    isLazy = rest & 0b111 == 5
    hasMaker = !isReference || form & 0b111 == 7
    returnsOptional = form & 0b11 == 1
    behaviour =
      form & 0b11100 == 4 ? .fails : returnsOptional && form & 0b100000 > 0 ? .makesNil : .makes
    let naming = bytes.next()
    // Most have a name of their own: two of a name are a mistake, and then there is little to ask.
    switch naming & 0b11 {
    case 0: name = bytes.name()
    case 1: name = nil
    default: name = ["a", "b", "c", "d", "e", "f", "g", "h"][number]
    }
    order = naming & 0b1100 == 4 ? bytes.next(below: 4) : nil
    switch naming >> 4 {
    case 0, 1: argument = .p
    case 2, 3: argument = .optionalA
    case 4, 5: argument = .arrayOfR
    case 6, 7: argument = .namedP(bytes.name())
    case 8: argument = .host
    default: argument = .none
    }
  }

  /// What its argument and the properties of its host search by type alone; whether for all.
  var searchedByType: [(Target, isForAll: Bool)] {
    var all: [(Target, isForAll: Bool)] = []
    if hasMaker {
      switch argument {
      case .p: all = [(.anyP, false)]
      case .optionalA: all = [(.a, false)]
      case .arrayOfR: all = [(.anyR, true)]
      case .host: all = [(.host, false)]
      case .none, .namedP: break
      }
    }
    switch kind {
    case .host: all += [(.anyP, false), (.anyR, true), (.anyQ, false), (.s, false)]
    case .reader: all += [(.host, false), (.a, false)]
    default: break
    }
    return all
  }

  /// As short as can be, for a report.
  var description: String {
    "\(number): \(kind)\(hasMaker ? "" : " type only")\(returnsOptional ? "?" : "") \(argument) \(behaviour) "
      + options.map { "\($0.kind)" }.joined(separator: " ")
  }

  private var options: [FactoryOption] {
    var options: [FactoryOption] = []
    if isTemplate { options.append(AcTemplate()) }
    if isReference { options.append(AcReference()) }
    if isPrimary { options.append(AcPrimary()) }
    if isNillable { options.append(AcNillable()) }
    if isWeak { options.append(AcWeak()) }
    if isTransient { options.append(AcTransient()) }
    if isLazy { options.append(AcLazy()) }
    if let name { options.append(AcFactoryName(name)) }
    if let order { options.append(AcOrder(order)) }
    return options
  }

  func register(in model: ModelBuilder) {
    switch kind {
    case .a: register(in: model, A.self) { A($0) }
    case .b: register(in: model, B.self) { B($0) }
    case .c: register(in: model, C.self) { C($0) }
    case .s: register(in: model, S.self) { S(tag: $0) }
    case .int: register(in: model, Int.self) { FuzzKit.number($0) }
    case .string: register(in: model, String.self) { text($0) }
    case .anyP: register(in: model, (any P).self) { C($0) }
    case .arrayOfA: register(in: model, [A].self) { [A($0)] }
    case .host: register(in: model, Host.self) { Host($0) }
    case .reader: register(in: model, Reader.self) { Reader($0) }
    }
  }

  private func register<Product>(
    in model: ModelBuilder, _ type: Product.Type, _ make: @escaping @Sendable (Tag) -> Product
  ) {
    guard hasMaker else { return model.register(with: options, type: type) }
    let (number, behaviour) = (number, behaviour)
    @Sendable func product() throws -> Product? {
      switch behaviour {
      case .fails: throw Refusal()
      case .makesNil: nil
      case .makes: make(Count.tag(by: number))
      }
    }
    func register<Result>(_ result: @escaping @Sendable () throws -> Result) {
      let o = options
      switch argument {
      case .none: model.register(with: o) { try result() }
      case .p: model.register(with: o) { (_: any P) in try result() }
      case .optionalA: model.register(with: o) { (_: A?) in try result() }
      case .arrayOfR: model.register(with: o) { (_: [any R]) in try result() }
      case .namedP(let name):
        model.register(with: o, AcName(name)) { (_: any P) in try result() }
      case .host: model.register(with: o) { (_: Host) in try result() }
      }
    }
    if returnsOptional {
      register { try product() }
    } else {
      register { try product()! }
    }
  }
}
