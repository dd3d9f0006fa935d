import CAlchemicRuntime

/// Finds the classes that declare themselves, in every image that is loaded.
enum Discovery {
  /// A class that was found: where its conformances are written down.
  struct FoundClass {
    /// Of a type that has a descriptor, as all that are kept.
    fileprivate let record: ConformanceRecord
    /// Nil if it does not make itself.
    fileprivate var creatableRecord: ConformanceRecord?

    /// The class, and the same as one that makes itself, if it says so.
    func types() -> (managed: any AlchemicManaged.Type, creatable: (any AlchemicCreatable.Type)?) {
      guard
        let creatable = creatableRecord?.type(as: (any AlchemicCreatable.Type).self)
      else { return (record.type(as: (any AlchemicManaged.Type).self), nil) }
      return (creatable, creatable)
    }
  }

  /// What a scan finds.
  struct Findings {
    var managed: [FoundClass] = []
    var subclasses: [any AlchemicSubclass.Type] = []
    var configurations: [any AlchemicConfig.Type] = []
    var aspects: [any AlchemicAspect.Type] = []
    /// Subclasses that say `AlchemicCreatable`, and inherit what would make them found.
    var unmarked: [Any.Type] = []
    /// Classes that cannot be found because they are generic.
    var generics: [TypeDescriptor] = []
    /// Images whose classes declare themselves to another copy of Alchemic.
    var copies: [OtherCopies.Image] = []
  }

  /// Reads the conformance records of all loaded images.
  ///
  /// - Parameter knownTypes: What is not to be found again.
  static func scan(besides knownTypes: KnownTypes = KnownTypes()) -> Findings {
    let known = KnownTypes.Lookup(knownTypes)
    // Addresses are compared as they are: thousands of records are looked at.
    func address(of type: Any.Type) -> UnsafeRawPointer? { ProtocolDescriptor(of: type)?.address }
    let managed = address(of: (any AlchemicManaged).self)
    let subclass = address(of: (any AlchemicSubclass).self)
    let configuration = address(of: (any AlchemicConfig).self)
    let aspect = address(of: (any AlchemicAspect).self)
    let creatable = address(of: (any AlchemicCreatable).self)

    let sections = conformanceSections()
    var classes = FoundClasses(amongRecords: sections.reduce(0) { $0 + $1.count / 4 })
    var subclasses: [ConformanceRecord] = []
    var configurations: [ConformanceRecord] = []
    var aspects: [ConformanceRecord] = []
    var findings = Findings()
    var copies = OtherCopies(besides: known)
    let knowsNone = known.isEmpty

    forEachConformanceRecord(in: sections) { record in
      let wanted = record.protocolDescriptor?.address
      guard
        wanted == managed || wanted == creatable || wanted == subclass || wanted == configuration
          || wanted == aspect
      else { return copies.look(at: record, of: wanted) }
      guard let descriptor = record.typeDescriptor else { return }
      guard !descriptor.isGeneric else {
        // One that is creatable is managed too, and has that record besides.
        if wanted != creatable, !known.contains(descriptor) {
          findings.generics.append(descriptor)
        }
        return
      }
      if !knowsNone, known.contains(descriptor.metadata()) { return }
      switch wanted {
      case managed: classes.add(record)
      case creatable: classes.add(creatable: record)
      case subclass: subclasses.append(record)
      case configuration: configurations.append(record)
      default: aspects.append(record)
      }
    }

    findings.copies = copies.images
    let unmarked = classes.pair(besides: subclasses)
    findings.managed = inOrder(classes.all.map(\.record)).map { classes.all[$0] }
    findings.subclasses = inOrder(subclasses).map {
      subclasses[$0].type(as: (any AlchemicSubclass.Type).self)
    }
    findings.configurations = inOrder(configurations).map {
      configurations[$0].type(as: (any AlchemicConfig.Type).self)
    }
    findings.aspects = inOrder(aspects).map { aspects[$0].type(as: (any AlchemicAspect.Type).self) }
    findings.unmarked = inOrder(unmarked).map { unmarked[$0].descriptor.metadata() }
    return findings
  }

  /// Each type once, by qualified name: the same order in every run. Private types of one name in
  /// several files keep the order in which they were linked.
  ///
  /// - Returns: Their positions.
  private static func inOrder(_ records: [ConformanceRecord]) -> [Int] {
    guard records.count > 1 else { return Array(records.indices) }
    let types = records.map(\.descriptor)
    var result: [Int] = []
    result.reserveCapacity(types.count)
    // A type that is there twice is among those of its name, which lie beside each other.
    var sameName = 0
    var names = QualifiedNames(types)
    names.forEachInOrder { position, isNamedAsLast in
      if !isNamedAsLast { sameName = result.count }
      let type = types[position].address
      for other in sameName..<result.count where types[result[other]].address == type { return }
      result.append(position)
    }
    return result
  }
}

/// The managed classes as they are found, each with its record of being creatable.
private struct FoundClasses {
  private(set) var all: [Discovery.FoundClass] = []
  /// Those that say that they are creatable, and of which the record before or after says nothing else.
  private var creatable: [ConformanceRecord] = []

  /// - Parameter count: How many records there are.
  init(amongRecords count: Int) {
    // Nearly all classes have two of these. Memory that is not written to costs nothing, and a list that grows is
    // copied into new memory again and again.
    all.reserveCapacity(count / 2)
  }

  // The records of a class lie beside each other, whichever comes first.

  mutating func add(_ record: ConformanceRecord) {
    var found = Discovery.FoundClass(record: record)
    if let last = creatable.last, last.descriptor.address == record.descriptor.address {
      found.creatableRecord = creatable.removeLast()
    }
    all.append(found)
  }

  mutating func add(creatable record: ConformanceRecord) {
    if let last = all.last, last.creatableRecord == nil,
      last.record.descriptor.address == record.descriptor.address
    {
      all[all.count - 1].creatableRecord = record
    } else {
      creatable.append(record)
    }
  }

  /// Finds the classes of all other records.
  ///
  /// - Parameter subclasses: What is found in another way.
  /// - Returns: The records of classes that are not found: they inherit what would make them managed.
  mutating func pair(besides subclasses: [ConformanceRecord]) -> [ConformanceRecord] {
    if creatable.isEmpty { return [] }
    var positions: [UnsafeRawPointer: Int?] = [:]
    for record in subclasses { positions[record.descriptor.address] = .some(nil) }
    for (position, found) in all.enumerated() {
      positions[found.record.descriptor.address] = position
    }
    return creatable.filter { record in
      guard let position = positions[record.descriptor.address] else { return true }
      if let position { all[position].creatableRecord = record }
      return false
    }
  }
}
