import CAlchemicRuntime

/// Finds the classes that declare themselves, in every image that is loaded.
enum Discovery {
  /// A class that was found, and its conformances.
  struct FoundClass {
    let type: any AlchemicManaged.Type
    /// The same as one that makes itself, if it says so.
    let creatable: (any AlchemicCreatable.Type)?
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

  /// A type, the record that says that it conforms, and what describes it.
  private struct Conformance {
    let type: Any.Type
    let record: ConformanceRecord
    let descriptor: TypeDescriptor

    /// The type as one that conforms to the record's protocol, which the caller names.
    ///
    /// A cast would say the same, and look for the record among all there are: for each type. A metatype of a
    /// protocol's is the type and the witness table (`TargetExistentialTypeMetadata` and what it describes).
    func type<Conforming>(as _: Conforming.Type) -> Conforming {
      let table = swift_getWitnessTable(
        record.address, unsafeBitCast(type, to: UnsafeRawPointer.self), nil)
      return unsafeBitCast((type, table), to: Conforming.self)
    }
  }

  /// Reads the conformance records of all loaded images.
  ///
  /// - Parameter knownTypes: What is not to be found again.
  static func scan(besides knownTypes: KnownTypes = KnownTypes()) -> Findings {
    let known = KnownTypes.Lookup(knownTypes)
    let managed = ProtocolDescriptor(of: (any AlchemicManaged).self)
    let subclass = ProtocolDescriptor(of: (any AlchemicSubclass).self)
    let configuration = ProtocolDescriptor(of: (any AlchemicConfig).self)
    let aspect = ProtocolDescriptor(of: (any AlchemicAspect).self)
    let creatable = ProtocolDescriptor(of: (any AlchemicCreatable).self)

    var managedTypes: [Conformance] = []
    var subclassTypes: [Conformance] = []
    var configurationTypes: [Conformance] = []
    var aspectTypes: [Conformance] = []
    var creatableTypes: [Conformance] = []
    var findings = Findings()
    var copies = OtherCopies(besides: known)
    let knowsNone = known.isEmpty

    forEachConformanceRecord { record in
      let wanted = record.protocolDescriptor
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
      let type = descriptor.metadata()
      if !knowsNone, known.contains(type) { return }
      let found = Conformance(type: type, record: record, descriptor: descriptor)
      switch wanted {
      case managed: managedTypes.append(found)
      case subclass: subclassTypes.append(found)
      case configuration: configurationTypes.append(found)
      case creatable: creatableTypes.append(found)
      default: aspectTypes.append(found)
      }
    }

    findings.copies = copies.images
    let creatables = paired(managedTypes, with: creatableTypes)
    findings.managed = inOrder(managedTypes).map {
      FoundClass(
        type: managedTypes[$0].type(as: (any AlchemicManaged.Type).self),
        creatable: creatables[$0]?.type(as: (any AlchemicCreatable.Type).self))
    }
    findings.subclasses = inOrder(subclassTypes).map {
      subclassTypes[$0].type(as: (any AlchemicSubclass.Type).self)
    }
    findings.configurations = inOrder(configurationTypes).map {
      configurationTypes[$0].type(as: (any AlchemicConfig.Type).self)
    }
    findings.aspects = inOrder(aspectTypes).map {
      aspectTypes[$0].type(as: (any AlchemicAspect.Type).self)
    }
    if creatables.count(where: { $0 != nil }) < creatableTypes.count {
      let isFound = Set((managedTypes + subclassTypes).map { ObjectIdentifier($0.type) })
      let unmarked = creatableTypes.filter { !isFound.contains(ObjectIdentifier($0.type)) }
      findings.unmarked = inOrder(unmarked).map { unmarked[$0].type }
    }
    return findings
  }

  /// For each managed class its record of being creatable.
  ///
  /// The records of a class lie beside each other, so the next one is nearly always the one that is looked for.
  private static func paired(
    _ managed: [Conformance], with creatable: [Conformance]
  ) -> [Conformance?] {
    var others: [ObjectIdentifier: Int]?
    var next = 0
    return managed.map { managed in
      if next < creatable.count, creatable[next].type == managed.type {
        next += 1
        return creatable[next - 1]
      }
      let all = others ?? positions(of: creatable)
      others = all
      return all[ObjectIdentifier(managed.type)].map { creatable[$0] }
    }
  }

  /// By type; the first of each.
  private static func positions(of found: [Conformance]) -> [ObjectIdentifier: Int] {
    var positions = [ObjectIdentifier: Int](minimumCapacity: found.count)
    for position in found.indices.reversed() {
      positions[ObjectIdentifier(found[position].type)] = position
    }
    return positions
  }

  /// Each type once, by qualified name: the same order in every run. Private types of one name in
  /// several files keep the order in which they were linked.
  ///
  /// - Returns: Their positions.
  private static func inOrder(_ found: [Conformance]) -> [Int] {
    guard found.count > 1 else { return Array(found.indices) }
    let names = QualifiedNames(found.map { ($0.descriptor, $0.type) })
    var result: [Int] = []
    result.reserveCapacity(found.count)
    // A type that is there twice is among those of its name, which lie beside each other.
    var sameName = 0
    var last: Int?
    for position in sortedPositions(found.count, by: names.areInOrder) {
      if let last, !names.areEqual(last, position) { sameName = result.count }
      last = position
      let type = found[position].type
      if result[sameName...].contains(where: { found[$0].type == type }) { continue }
      result.append(position)
    }
    return result
  }
}
