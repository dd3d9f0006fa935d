public import Foundation

/// A type that a ``Setting`` stores without a transformer.
///
/// Reads are strict. An integer is not read as a truth value or as a fraction, and a value that
/// does not fit exactly is rejected. For an enumeration with raw values, the conformance is enough:
///
/// ```swift
/// enum Mode: String, SettingValue { case automatic, manual }
/// ```
public protocol SettingValue: Sendable {
  /// The stored form of the value.
  var storeValue: StoreValue { get }

  /// Returns nil if the stored value has another kind or does not fit.
  init?(storeValue: StoreValue)
}

// MARK: Numbers and truths

extension Bool: SettingValue {
  public var storeValue: StoreValue { .bool(self) }

  public init?(storeValue: StoreValue) {
    guard case .bool(let value) = storeValue else { return nil }
    self = value
  }
}

extension SettingValue where Self: FixedWidthInteger {
  public var storeValue: StoreValue { .int(Int64(self)) }

  public init?(storeValue: StoreValue) {
    guard case .int(let value) = storeValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}

@available(*, unavailable, message: "a store's whole numbers have 63 bits: use a transformer")
extension UInt: SettingValue {}
@available(*, unavailable, message: "a store's whole numbers have 63 bits: use a transformer")
extension UInt64: SettingValue {}

extension Double: SettingValue {
  public var storeValue: StoreValue { .double(self) }

  public init?(storeValue: StoreValue) {
    guard case .double(let value) = storeValue else { return nil }
    self = value
  }
}

extension Float: SettingValue {
  public var storeValue: StoreValue { .double(Double(self)) }

  public init?(storeValue: StoreValue) {
    guard case .double(let value) = storeValue else { return nil }
    if value.isNaN { self = .nan } else { self.init(exactly: value) }
  }
}

// MARK: Texts, bytes and dates

extension String: SettingValue {
  public var storeValue: StoreValue { .string(self) }

  public init?(storeValue: StoreValue) {
    guard case .string(let value) = storeValue else { return nil }
    self = value
  }
}

extension Data: SettingValue {
  public var storeValue: StoreValue { .data(self) }

  public init?(storeValue: StoreValue) {
    guard case .data(let value) = storeValue else { return nil }
    self = value
  }
}

extension Date: SettingValue {
  public var storeValue: StoreValue { .date(self) }

  public init?(storeValue: StoreValue) {
    guard case .date(let value) = storeValue else { return nil }
    self = value
  }
}

extension URL: SettingValue {
  public var storeValue: StoreValue { .string(absoluteString) }

  public init?(storeValue: StoreValue) {
    guard case .string(let value) = storeValue else { return nil }
    self.init(string: value)
  }
}

// MARK: What consists of others

extension Array: SettingValue where Element: SettingValue {
  public var storeValue: StoreValue { .array(map(\.storeValue)) }

  public init?(storeValue: StoreValue) {
    guard case .array(let values) = storeValue else { return nil }
    self.init()
    for value in values {
      guard let element = Element(storeValue: value) else { return nil }
      append(element)
    }
  }
}

extension Dictionary: SettingValue where Key == String, Value: SettingValue {
  public var storeValue: StoreValue { .dictionary(mapValues(\.storeValue)) }

  public init?(storeValue: StoreValue) {
    guard case .dictionary(let values) = storeValue else { return nil }
    self.init()
    for (key, value) in values {
      guard let element = Value(storeValue: value) else { return nil }
      self[key] = element
    }
  }
}

/// Storing nil removes the stored value if the default is nil.
extension Optional: SettingValue where Wrapped: SettingValue {
  public var storeValue: StoreValue { self?.storeValue ?? .null }

  public init?(storeValue: StoreValue) {
    if storeValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(storeValue: storeValue) else { return nil }
      self = value
    }
  }
}

extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
  public var storeValue: StoreValue { rawValue.storeValue }

  public init?(storeValue: StoreValue) {
    guard let value = RawValue(storeValue: storeValue) else { return nil }
    self.init(rawValue: value)
  }
}
