public import Foundation

/// What a ``ValueStore`` keeps for a key: the kinds of a property list, each of its own.
///
/// A truth is never a number and a whole number never a fraction, as in the store's file.
public enum StoreValue: Sendable {
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A fraction, which may have no digits after the point.
  case double(Double)
  /// A text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment.
  case date(Date)
  /// Values in order, of any kinds.
  case array([StoreValue])
  /// Values by their keys.
  case dictionary([String: StoreValue])
  /// A nil within an array or in place of a default. A property list has none, so the stores that
  /// consist of one write a dictionary that stands for it.
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

  /// How deep containers may be in one another in what a setting stores. From 512 on the file of
  /// the user's defaults cannot be read again on Linux.
  static let deepest = 256

  /// Whether containers are deeper in one another than that.
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

  /// Of two elements with one key the last one counts.
  public init(dictionaryLiteral elements: (String, StoreValue)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
