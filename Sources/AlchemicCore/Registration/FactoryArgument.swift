/// A parameter of the function that makes a factory's objects, without its type.
@usableFromInline
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
@usableFromInline
package struct GivenArguments {
  @usableFromInline let values: [Any?]

  /// Every argument comes from its source.
  @inlinable static var none: GivenArguments { GivenArguments([]) }

  @usableFromInline
  init(_ values: [Any?]) { self.values = values }

  /// Whether every argument comes from its source.
  @inlinable var areNone: Bool { values.isEmpty }

  /// The argument at a position, if it is given and fits.
  func value<Value>(at position: Int) -> Value? {
    position < values.count ? given(values[position], as: Value.self) : nil
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
