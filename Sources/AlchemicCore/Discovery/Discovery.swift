import AlchemicRuntime
import CAlchemicRuntime

/// Finds the classes that declare themselves, in all loaded images.
enum Discovery {
  /// The result of a scan.
  final class Findings {
    var managed = FoundTypes()
    var subclasses = FoundTypes()
    var configurations = FoundTypes()
    var aspects = FoundTypes()
    /// Subclasses that conform to `AlchemicCreatable`, and inherit `AlchemicManaged`.
    var unmarked = FoundTypes()
    /// Classes that a scan cannot find because they are generic.
    var generics: [ContextDescriptor] = []
    /// Test doubles, which are not among the managed classes.
    var doubles = FoundTypes()
    /// Images whose classes conform to the protocols of another copy of Alchemic.
    var copies: [OtherCopies.Image] = []

    /// Whether the scan found nothing except Alchemic's own aspects.
    var isEmpty: Bool {
      managed.isEmpty && subclasses.isEmpty && configurations.isEmpty && unmarked.isEmpty
        && generics.isEmpty && copies.isEmpty && aspects.allSatisfy(\.descriptor.isOfAlchemic)
    }
  }

  /// Reads the conformance records of all loaded images.
  ///
  /// - Parameters:
  ///   - configurations: The protocol of configurations.
  ///   - aspects: The protocol of aspects.
  ///   - knownTypes: Types that the scan skips.
  static func scan(
    configurations: Any.Type, aspects: Any.Type, besides knownTypes: KnownTypes = KnownTypes()
  ) -> Findings {
    let known = knownTypes.lookup
    let managed = ContextDescriptor(ofProtocol: (any AlchemicManaged).self)
    let subclass = ContextDescriptor(ofProtocol: (any AlchemicSubclass).self)
    let configuration = ContextDescriptor(ofProtocol: configurations)
    let aspect = ContextDescriptor(ofProtocol: aspects)
    let creatable = ContextDescriptor(ofProtocol: (any AlchemicCreatable).self)

    let sections = conformanceSections()
    let findings = Findings()
    // Nearly all classes have two records. Reserved memory that stays unwritten costs nothing,
    // whereas an array that grows is copied again and again.
    findings.managed.reserveCapacity(sections.reduce(0) { $0 + $1.count } / 2)
    var copies = OtherCopies(besides: known)

    forEachConformanceRecord(in: sections) { record in
      let wanted = record.protocolDescriptor
      guard
        wanted == managed || wanted == creatable || wanted == subclass || wanted == configuration
          || wanted == aspect
      else { return copies.look(at: record, of: wanted) }
      guard let descriptor = record.typeDescriptor else { return }
      guard !descriptor.isGeneric else {
        // A creatable class is also managed, and has a record for that too.
        if wanted != creatable, !known.contains(descriptor.id) {
          findings.generics.append(descriptor)
        }
        return
      }
      if !known.isEmpty, known.contains(ObjectIdentifier(descriptor.metadata())) { return }
      let found = FoundType(descriptor: descriptor, record: record)
      switch wanted {
      case managed: findings.managed.pair(found)
      case creatable: findings.managed.pair(FoundType(descriptor: descriptor, creatable: record))
      case subclass: findings.subclasses.append(found)
      case configuration: findings.configurations.append(found)
      default: findings.aspects.append(found)
      }
    }

    findings.copies = copies.images
    if !copies.doubles.isEmpty { findings.separate(copies.doubles, besides: known) }
    findings.unmarked = findings.managed.pairOthers(besides: findings.subclasses)
    return findings
  }
}

extension Discovery.Findings {
  /// Separates test doubles from other classes.
  ///
  /// - Parameter known: The types that earlier scans found.
  fileprivate func separate(_ all: FoundTypes, besides known: Set<ObjectIdentifier>) {
    let ids = Set(all.map(\.descriptor.id))
    managed.removeAll { ids.contains($0.descriptor.id) }
    subclasses.removeAll { ids.contains($0.descriptor.id) }
    doubles = all.filter { !known.contains($0.descriptor.id) }
  }
}
