import AlchemicRuntime
import CAlchemicRuntime

/// Finds the classes that declare themselves, in every image that is loaded.
enum Discovery {
  /// What a scan finds.
  struct Findings {
    var managed = FoundTypes()
    var subclasses = FoundTypes()
    var configurations = FoundTypes()
    var aspects = FoundTypes()
    /// Subclasses that say `AlchemicCreatable`, and inherit what would make them found.
    var unmarked = FoundTypes()
    /// Classes that cannot be found because they are generic.
    var generics: [TypeDescriptor] = []
    /// Images whose classes declare themselves to another copy of Alchemic.
    var copies: [OtherCopies.Image] = []

    /// Whether there is nothing but Alchemic's own aspects.
    var isEmpty: Bool {
      managed.count == 0 && subclasses.count == 0 && configurations.count == 0
        && unmarked.count == 0 && generics.isEmpty && copies.isEmpty
        && aspects.inOrder().allSatisfy { aspects[$0].descriptor.isOfAlchemic }
    }
  }

  /// Reads the conformance records of all loaded images.
  ///
  /// - Parameters:
  ///   - configurations: The protocol of configurations.
  ///   - aspects: The protocol of aspects.
  ///   - knownTypes: What is not to be found again.
  static func scan(
    configurations: Any.Type, aspects: Any.Type, besides knownTypes: KnownTypes = KnownTypes()
  ) -> Findings {
    let known = KnownTypes.Lookup(knownTypes)
    // Addresses are compared as they are: thousands of records are looked at.
    func address(of type: Any.Type) -> UnsafeRawPointer? { ProtocolDescriptor(of: type)?.address }
    let managed = address(of: (any AlchemicManaged).self)
    let subclass = address(of: (any AlchemicSubclass).self)
    let configuration = address(of: configurations)
    let aspect = address(of: aspects)
    let creatable = address(of: (any AlchemicCreatable).self)

    let sections = conformanceSections()
    var classes = FoundClasses(amongRecords: sections.reduce(0) { $0 + $1.count / 4 })
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
      case managed: classes.add(descriptor, managed: record)
      case creatable: classes.add(descriptor, creatable: record)
      case subclass: findings.subclasses.append(descriptor, record)
      case configuration: findings.configurations.append(descriptor, record)
      default: findings.aspects.append(descriptor, record)
      }
    }

    findings.copies = copies.images
    (findings.managed, findings.unmarked) = classes.pair(besides: findings.subclasses)
    return findings
  }
}
