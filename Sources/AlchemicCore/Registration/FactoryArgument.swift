/// A parameter of the function that makes a factory's objects, without its type.
package final class FactoryArgument: Sendable {
  let type: Any.Type
  /// The search that finds it; nil for a constant.
  let request: SearchRequest?
  /// Whether it may be given this instead.
  let accepts: @Sendable (Any?) -> Bool

  init<Value>(_ source: ValueSource<Value>) {
    type = Value.self
    request = source.request()
    accepts = { given($0, as: Value.self) != nil }
  }
}

/// What a caller gives to the function that makes a factory's objects: its first arguments. The others
/// come from their sources.
struct GivenArguments {
  private let values: [Any?]
  private var position = 0

  /// Every argument comes from its source.
  static var none: GivenArguments { GivenArguments([]) }

  init(_ values: [Any?]) { self.values = values }

  /// The next argument.
  mutating func next<Value>(_ source: ValueSource<Value>, in model: Model) throws -> Value {
    defer { position += 1 }
    if position < values.count, let value = given(values[position], as: Value.self) { return value }
    return try source.value(in: model)
  }

  /// The next argument, awaited if need be.
  mutating func nextAwaiting<Value>(
    _ source: ValueSource<Value>, in model: Model
  ) async throws -> Value {
    defer { position += 1 }
    if position < values.count, let value = given(values[position], as: Value.self) { return value }
    return try await source.valueAwaiting(in: model)
  }

  /// What is wrong with them, in words for a message; nil if they fit.
  static func mismatch(of values: [Any?], with arguments: [FactoryArgument]) -> String? {
    guard values.count <= arguments.count else {
      let types = arguments.map { typeName($0.type) }.joined(separator: ", ")
      let given = values.count == 1 ? "1 argument was" : "\(values.count) arguments were"
      let taken = arguments.isEmpty ? "none" : "\(arguments.count): (\(types))"
      return "\(given) given, and it takes \(taken)"
    }
    var wrong: [String] = []
    for (position, value) in values.enumerated() {
      let argument = arguments[position]
      if argument.accepts(value) { continue }
      let found = value.map { typeName(Swift.type(of: $0)) } ?? "nil"
      let taken = typeName(argument.type)
      wrong.append("argument \(position + 1) is '\(found)', and it takes '\(taken)'")
    }
    return wrong.isEmpty ? nil : wrong.joined(separator: "; ")
  }
}

/// A value as the type of a parameter; nil if it does not fit.
private func given<Value>(_ value: Any?, as type: Value.Type) -> Value? {
  if let value { return value as? Value }
  return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
}
