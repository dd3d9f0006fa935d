/// Finds the classes that declare themselves, in every image that is loaded.
enum Discovery {
  /// What a scan finds.
  struct Findings {
    var managed: [any AlchemicManaged.Type] = []
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
  /// - Parameter known: What is not to be found again.
  static func scan(besides known: KnownTypes = KnownTypes()) -> Findings {
    let managed = ProtocolDescriptor(of: (any AlchemicManaged).self)
    let subclass = ProtocolDescriptor(of: (any AlchemicSubclass).self)
    let configuration = ProtocolDescriptor(of: (any AlchemicConfig).self)
    let aspect = ProtocolDescriptor(of: (any AlchemicAspect).self)
    let creatable = ProtocolDescriptor(of: (any AlchemicCreatable).self)
    let all = [managed, subclass, configuration, aspect, creatable]

    var managedTypes: [Any.Type] = []
    var subclassTypes: [Any.Type] = []
    var configurationTypes: [Any.Type] = []
    var aspectTypes: [Any.Type] = []
    var creatableTypes: [Any.Type] = []
    var findings = Findings()
    var copies = OtherCopies(besides: known)

    forEachConformanceRecord { record in
      let wanted = record.protocolDescriptor
      guard all.contains(wanted) else { return copies.look(at: record, of: wanted) }
      guard let descriptor = record.typeDescriptor else { return }
      guard !descriptor.isGeneric else {
        // One that is creatable is managed too, and has that record besides.
        if wanted != creatable, !known.contains(descriptor) {
          findings.generics.append(descriptor)
        }
        return
      }
      let type = descriptor.metadata()
      if known.contains(type) { return }
      switch wanted {
      case managed: managedTypes.append(type)
      case subclass: subclassTypes.append(type)
      case configuration: configurationTypes.append(type)
      case creatable: creatableTypes.append(type)
      default: aspectTypes.append(type)
      }
    }

    findings.copies = copies.images
    findings.managed = inOrder(managedTypes).compactMap { $0 as? any AlchemicManaged.Type }
    findings.subclasses = inOrder(subclassTypes).compactMap { $0 as? any AlchemicSubclass.Type }
    findings.configurations = inOrder(configurationTypes).compactMap {
      $0 as? any AlchemicConfig.Type
    }
    findings.aspects = inOrder(aspectTypes).compactMap { $0 as? any AlchemicAspect.Type }
    let isFound = Set((managedTypes + subclassTypes).map { ObjectIdentifier($0) })
    findings.unmarked = inOrder(creatableTypes).filter { !isFound.contains(ObjectIdentifier($0)) }
    return findings
  }

  /// Each type once, by qualified name: the same order in every run. Private types of one name in
  /// several files keep the order in which they were linked.
  private static func inOrder(_ types: [Any.Type]) -> [Any.Type] {
    var seen: Set<ObjectIdentifier> = []
    return
      types
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
      .ordered(byName: qualifiedTypeName)
  }
}
