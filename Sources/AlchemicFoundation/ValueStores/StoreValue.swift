public import Foundation

/// A stored value: one of the kinds of a property list.
///
/// As in the store's file, a truth value is never equal to a number, nor an integer to a fraction.
public enum StoreValue: Sendable {
  /// A truth value.
  case bool(Bool)
  /// An integer.
  case int(Int64)
  /// A floating-point number, also one without digits after the point.
  case double(Double)
  /// A string.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A point in time.
  case date(Date)
  /// An array of values of any kinds.
  case array([StoreValue])
  /// A dictionary of values of any kinds.
  case dictionary([String: StoreValue])
  /// Nil, as an element of an array or in place of a default. A property list has no nil. A store
  /// that writes one stores a dictionary that represents nil.
  case null
}

extension StoreValue: Hashable {
  // Not synthesised: a NaN that differs from itself would be a change each time one looks.
  public static func == (left: StoreValue, right: StoreValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): Self.areEqual(left, right)
    case (.string(let left), .string(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)):
      Self.areEqual(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): Self.hash(value, into: &hasher)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): Self.hash(value.timeIntervalSinceReferenceDate, into: &hasher)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    case .null: hasher.combine(0)
    }
  }
}

extension StoreValue {
  private static func areEqual(_ left: Double, _ right: Double) -> Bool {
    left == right || (left.isNaN && right.isNaN)
  }

  private static func hash(_ value: Double, into hasher: inout Hasher) {
    if value.isNaN { hasher.combine(Double.nan.bitPattern) } else { hasher.combine(value) }
  }

  /// The number of levels to which a setting may nest containers. On Linux, the file of the user's
  /// defaults cannot be read again from 512 levels on.
  static let deepest = 256

  /// Whether containers are nested to more levels.
  var isTooDeep: Bool { isDeeper(than: Self.deepest) }

  private func isDeeper(than limit: Int) -> Bool {
    switch self {
    case .array(let values): limit == 0 || values.contains { $0.isDeeper(than: limit - 1) }
    case .dictionary(let values):
      limit == 0 || values.values.contains { $0.isDeeper(than: limit - 1) }
    default: false
    }
  }
}

extension StoreValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int64) { self = .int(value) }

  public init(floatLiteral value: Double) { self = .double(value) }

  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: StoreValue...) { self = .array(elements) }

  /// Of two elements with the same key, the last one is stored.
  public init(dictionaryLiteral elements: (String, StoreValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
