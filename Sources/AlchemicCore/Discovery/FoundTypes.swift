import AlchemicRuntime

/// Types that a scan has found, and where their conformances are written down.
struct FoundTypes {
  /// What there is of one type.
  struct Records {
    fileprivate let main: ConformanceRecord
    /// Nil if it does not make itself.
    fileprivate var creatable: ConformanceRecord?

    var descriptor: TypeDescriptor { main.descriptor }

    /// The type as one that conforms to the protocol for which it was found.
    func type<Conforming>(as protocolType: Conforming.Type) -> Conforming {
      main.type(as: protocolType)
    }

    /// The class, and the same as one that makes itself, if it says so.
    func types() -> (managed: any AlchemicManaged.Type, creatable: (any AlchemicCreatable.Type)?) {
      guard let creatable = creatable?.type(as: (any AlchemicCreatable.Type).self) else {
        return (main.type(as: (any AlchemicManaged.Type).self), nil)
      }
      return (creatable, creatable)
    }
  }

  fileprivate private(set) var descriptors: [TypeDescriptor] = []
  fileprivate private(set) var records: [Records] = []

  var count: Int { records.count }

  mutating func reserveCapacity(_ count: Int) {
    descriptors.reserveCapacity(count)
    records.reserveCapacity(count)
  }

  mutating func append(
    _ descriptor: TypeDescriptor, _ record: ConformanceRecord,
    creatable: ConformanceRecord? = nil
  ) {
    descriptors.append(descriptor)
    records.append(Records(main: record, creatable: creatable))
  }

  fileprivate mutating func setCreatable(_ record: ConformanceRecord, at position: Int) {
    records[position].creatable = record
  }

  /// Each type once, by qualified name: the same order in every run. Private types of one name in
  /// several files keep the order in which they were linked.
  @inline(never)
  func inOrder() -> [QualifiedNames.Entry] {
    if descriptors.isEmpty { return [] }
    var names = QualifiedNames(descriptors)
    return names.inOrder()
  }

  subscript(entry: QualifiedNames.Entry) -> Records { records[Int(entry.position)] }
}

/// The managed classes as they are found, each with its record of being creatable.
///
/// The two records of a class lie beside each other, whichever comes first; but for those of
/// another module.
struct FoundClasses: ~Copyable {
  private var paired = FoundTypes()
  /// Those that say that they are creatable, and of which the record before or after says nothing
  /// else.
  private var creatable = FoundTypes()
  /// What was found last; what comes next may be of the same class.
  private var last:
    (type: TypeDescriptor, managed: ConformanceRecord?, creatable: ConformanceRecord?)?

  /// - Parameter count: How many records there are.
  init(amongRecords count: Int) {
    // Nearly all classes have two of these. Memory that is not written to costs nothing, and a list
    // that grows is copied into new memory again and again.
    paired.reserveCapacity(count / 2)
  }

  mutating func add(_ type: TypeDescriptor, managed record: ConformanceRecord) {
    if let last, last.type.address == type.address, last.managed == nil {
      paired.append(type, record, creatable: last.creatable)
      self.last = nil
    } else {
      endLast()
      last = (type, record, nil)
    }
  }

  mutating func add(_ type: TypeDescriptor, creatable record: ConformanceRecord) {
    if let last, last.type.address == type.address, last.creatable == nil,
      let managed = last.managed
    {
      paired.append(type, managed, creatable: record)
      self.last = nil
    } else {
      endLast()
      last = (type, nil, record)
    }
  }

  /// Nothing more belongs to what was found last.
  private mutating func endLast() {
    guard let last else { return }
    if let managed = last.managed {
      paired.append(last.type, managed)
    } else if let record = last.creatable {
      creatable.append(last.type, record)
    }
  }

  /// Finds the classes of all other records.
  ///
  /// - Parameter subclasses: What is found in another way.
  /// - Returns: The classes, and those that are not found: they inherit what would make them
  ///   managed.
  consuming func pair(
    besides subclasses: FoundTypes
  ) -> (managed: FoundTypes, unmarked: FoundTypes) {
    endLast()
    var unmarked = FoundTypes()
    if creatable.count == 0 { return (paired, unmarked) }
    var positions: [UnsafeRawPointer: Int?] = [:]
    for type in subclasses.descriptors { positions[type.address] = .some(nil) }
    for (position, type) in paired.descriptors.enumerated() { positions[type.address] = position }
    for (type, records) in zip(creatable.descriptors, creatable.records) {
      if let position = positions[type.address] {
        if let position { paired.setCreatable(records.main, at: position) }
      } else {
        unmarked.append(type, records.main)
      }
    }
    return (paired, unmarked)
  }
}
