import Foundation

// The one place at which values of no known type come in and go out.
extension StoreValue {
  /// Creates a value from an object of Foundation's property lists.
  ///
  /// - Returns: Nil for an object that no ``StoreValue`` can represent, for example an integer of
  ///   more than 63 bits.
  init?(propertyList: Any) {
    // Containers come first where Foundation is in Swift alone: their elements are optionals there,
    // through which a cast looks.
    if let string = propertyList as? String {
      self = .string(string)
    } else if let data = propertyList as? Data {
      self = .data(data)
    } else if let date = propertyList as? Date {
      self = .date(date)
    } else if let number = propertyList as? NSNumber {
      self.init(number)
    } else if let list = propertyList as? [Any] {
      self.init(list)
    } else if let dictionary = propertyList as? [String: Any] {
      self.init(dictionary)
    } else {
      return nil
    }
  }

  private init?(_ number: NSNumber) {
    // A cast to Bool would take 1 and 1.0 too; the two truths are objects of their own.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
      return
    }
    switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
    case "f", "d": self = .double(number.doubleValue)
    case "Q", "L":
      guard let value = Int64(exactly: number.uint64Value) else { return nil }
      self = .int(value)
    default: self = .int(number.int64Value)
    }
  }

  private init?(_ list: [Any]) {
    var values: [StoreValue] = []
    for element in list {
      guard let value = StoreValue(propertyList: element) else { return nil }
      values.append(value)
    }
    self = .array(values)
  }

  private init?(_ dictionary: [String: Any]) {
    if dictionary.count == 1, let (key, element) = dictionary.first {
      if key == Mark.null {
        self = .null
        return
      }
      if key == Mark.date, case .double(let seconds) = StoreValue(propertyList: element) {
        self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        return
      }
    }
    var values: [String: StoreValue] = [:]
    for (key, element) in dictionary {
      guard let value = StoreValue(propertyList: element) else { return nil }
      values[key] = value
    }
    self = .dictionary(values)
  }

  /// The value as an object of Foundation's property lists.
  var propertyList: Any {
    switch self {
    case .bool(let value): NSNumber(value: value)
    case .int(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): value
    case .data(let value): value
    case .date(let value): StoreValue.propertyList(of: value)
    case .array(let values): values.map(\.propertyList)
    case .dictionary(let values): values.mapValues(\.propertyList)
    case .null: [Mark.null: NSNumber(value: true)]
    }
  }

  /// A date, or a dictionary that stands for it where the file would round it to seconds, as a
  /// property list in XML does.
  private static func propertyList(of date: Date) -> Any {
    #if canImport(Darwin)
    return date
    #else
    let seconds = date.timeIntervalSinceReferenceDate
    // Four digits for the year are what the file has.
    let isExact = seconds.rounded() == seconds && date <= .distantFuture && date >= .distantPast
    return isExact ? date : [Mark.date: NSNumber(value: seconds)]
    #endif
  }

  private enum Mark {
    static let null = "alchemic.null"
    static let date = "alchemic.date"
  }
}
