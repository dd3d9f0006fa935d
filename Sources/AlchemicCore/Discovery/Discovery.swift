import CAlchemicRuntime

/// Finds the classes that declare themselves, in every image that is loaded.
enum Discovery {
  /// A class that was found: where its conformances are written down.
  struct FoundClass {
    fileprivate let record: ConformanceRecord
    /// Nil if it does not make itself.
    fileprivate let creatableRecord: ConformanceRecord?

    /// The class, and the same as one that makes itself, if it says so.
    func types() -> (managed: any AlchemicManaged.Type, creatable: (any AlchemicCreatable.Type)?) {
      guard let type = record.typeDescriptor?.metadata() else {
        fatalError("a record is only kept if it is of a type that has a descriptor")
      }
      guard
        let creatable = creatableRecord?.type(type, as: (any AlchemicCreatable.Type).self)
      else { return (record.type(type, as: (any AlchemicManaged.Type).self), nil) }
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

  /// A record of a type that has a descriptor.
  private struct Conformance {
    let record: ConformanceRecord
    let descriptor: TypeDescriptor

    func type<Conforming>(as _: Conforming.Type) -> Conforming {
      record.type(descriptor.metadata(), as: Conforming.self)
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
      if !knowsNone, known.contains(descriptor.metadata()) { return }
      let found = Conformance(record: record, descriptor: descriptor)
      switch wanted {
      case managed: managedTypes.append(found)
      case subclass: subclassTypes.append(found)
      case configuration: configurationTypes.append(found)
      case creatable: creatableTypes.append(found)
      default: aspectTypes.append(found)
      }
    }

    findings.copies = copies.images
    findings.managed = inOrder(managedTypes, together: creatableTypes)
    findings.subclasses = inOrder(subclassTypes).map {
      $0.type(as: (any AlchemicSubclass.Type).self)
    }
    findings.configurations = inOrder(configurationTypes).map {
      $0.type(as: (any AlchemicConfig.Type).self)
    }
    findings.aspects = inOrder(aspectTypes).map {
      $0.type(as: (any AlchemicAspect.Type).self)
    }
    if findings.managed.count(where: { $0.creatableRecord != nil }) < creatableTypes.count {
      let isFound = Set((managedTypes + subclassTypes).map(\.descriptor.address))
      let unmarked = creatableTypes.filter { !isFound.contains($0.descriptor.address) }
      findings.unmarked = inOrder(unmarked).map { $0.descriptor.metadata() }
    }
    return findings
  }

  /// Each managed class with its record of being creatable, in order.
  ///
  /// The records of a class lie beside each other, so the next one is nearly always the one that is looked for.
  private static func inOrder(
    _ managed: [Conformance], together creatable: [Conformance]
  ) -> [FoundClass] {
    var others: [UnsafeRawPointer: Conformance]?
    var next = 0
    let found = managed.map { managed in
      if next < creatable.count,
        creatable[next].descriptor.address == managed.descriptor.address
      {
        next += 1
        return FoundClass(record: managed.record, creatableRecord: creatable[next - 1].record)
      }
      let all =
        others
        ?? Dictionary(
          creatable.map { ($0.descriptor.address, $0) }, uniquingKeysWith: { first, _ in first })
      others = all
      return FoundClass(
        record: managed.record, creatableRecord: all[managed.descriptor.address]?.record)
    }
    return inOrder(found, managed.map(\.descriptor))
  }

  private static func inOrder(_ found: [Conformance]) -> [Conformance] {
    inOrder(found, found.map(\.descriptor))
  }

  /// Each type once, by qualified name: the same order in every run. Private types of one name in
  /// several files keep the order in which they were linked.
  private static func inOrder<Found>(
    _ found: [Found], _ descriptors: [TypeDescriptor]
  ) -> [Found] {
    guard found.count > 1 else { return found }
    var result: [Found] = []
    result.reserveCapacity(found.count)
    // A type that is there twice is among those of its name, which lie beside each other.
    var sameName: [UnsafeRawPointer] = []
    var names = QualifiedNames(descriptors)
    names.forEachInOrder { position, isNamedAsLast in
      let type = descriptors[position].address
      if !isNamedAsLast { sameName.removeAll(keepingCapacity: true) }
      if sameName.contains(type) { return }
      sameName.append(type)
      result.append(found[position])
    }
    return result
  }
}
