import Alchemic

/// What a request returns, or what an object keeps of it.
enum Part: Sendable {
  case one(Node?)
  case many([Node])
  case map([String: Node])
  case provider(@Sendable () throws -> Part)

  var serials: [Int] {
    switch self {
    case .one(let node): node.map { [$0.serial] } ?? []
    case .many(let nodes): nodes.map(\.serial)
    case .map(let nodes): nodes.keys.sorted().map { nodes[$0]!.serial }
    case .provider: []
    }
  }

  /// The keys of a map.
  var keys: [String] { if case .map(let nodes) = self { nodes.keys.sorted() } else { [] } }
}

/// Every object of a program is a node.
func node<T>(_ value: T) -> Node { value as! Node }
func serialOf<T>(_ value: T) -> Int { node(value).serial }
func one<T>(_ value: T?) -> Part { .one(value.map(node)) }

/// The form of a request, for which the compiler has a type.
protocol Shape: SendableMetatype {
  associatedtype Value
  static func part(_ value: Value) -> Part
}

enum Single<T>: Shape {
  static func part(_ value: T) -> Part { .one(node(value)) }
}
enum Perhaps<T>: Shape {
  static func part(_ value: T?) -> Part { one(value) }
}
enum Several<T>: Shape {
  static func part(_ value: [T]) -> Part { .many(value.map(node)) }
}
enum Named<T>: Shape {
  static func part(_ value: [String: T]) -> Part { .map(value.mapValues(node)) }
}
enum Later<S: Shape>: Shape {
  static func part(_ value: Provider<S.Value>) -> Part { .provider { S.part(try value()) } }
}

enum Form: Int, CaseIterable {
  case single, optional, array, map, provider, laterOptional, laterArray
}

extension Form {
  /// The form of the request that a call of a provider makes; nil for other forms.
  var later: Form? {
    switch self {
    case .provider: .single
    case .laterOptional: .optional
    case .laterArray: .array
    default: nil
    }
  }

  func shape<T>(of type: T.Type) -> any Shape.Type {
    switch self {
    case .single: Single<T>.self
    case .optional: Perhaps<T>.self
    case .array: Several<T>.self
    case .map: Named<T>.self
    case .provider: Later<Single<T>>.self
    case .laterOptional: Later<Perhaps<T>>.self
    case .laterArray: Later<Several<T>>.self
    }
  }
}

/// A type of products and of requests.
enum Target: Int, CaseIterable { case leaf, a, b, c, d, e, f, g, p, q }

extension Target {
  /// The types whose products fit: written by hand, from the declarations of the classes.
  var fitting: [Target] {
    switch self {
    case .a: [.a, .b]
    case .p: [.a, .b, .c, .p]
    case .q: [.b, .d, .q]
    default: [self]
    }
  }

  var isStopping: Bool { [.b, .c, .e, .f, .g, .p].contains(self) }
  var isProtocol: Bool { self == .p || self == .q }
  var typeName: String { "\(self)".uppercased().replacing("LEAF", with: "Leaf") }

  func shape(_ form: Form) -> any Shape.Type {
    switch self {
    case .leaf: form.shape(of: Leaf.self)
    case .a: form.shape(of: A.self)
    case .b: form.shape(of: B.self)
    case .c: form.shape(of: C.self)
    case .d: form.shape(of: D.self)
    case .e: form.shape(of: E.self)
    case .f: form.shape(of: F.self)
    case .g: form.shape(of: G.self)
    case .p: form.shape(of: (any P).self)
    case .q: form.shape(of: (any Q).self)
    }
  }
}

enum Criterion: Hashable { case none, named(Int), qualified(Int) }

/// A request, as an argument or a call makes it.
struct Request: Hashable, CustomStringConvertible {
  var target: Target
  var form: Form
  var criterion = Criterion.none

  var description: String {
    switch criterion {
    case .none: "\(form) \(target)"
    case .named(let name): "\(form) \(target) named n\(name)"
    case .qualified(let number): "\(form) \(target) qualified q\(number)"
    }
  }

  /// Makes the request by a call.
  func get() throws -> Part { try Self.get(target.shape(form), criterion) }

  private static func get<S: Shape>(_ shape: S.Type, _ criterion: Criterion) throws -> Part {
    switch criterion {
    case .none: S.part(try AcGet(S.Value.self))
    case .named(let name): S.part(try AcGet(S.Value.self, .named("n\(name)")))
    case .qualified(let number): S.part(try AcGet(S.Value.self, .qualified(qualifiers[number])))
    }
  }
}
