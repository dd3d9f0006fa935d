import AlchemicRuntime

extension FactoryIndex {
  /// Returns suggestions for a failed request: factories with a similar name, and, if there are
  /// criteria, factories that fit the type.
  ///
  /// - Complexity: O(*f*); about 40 ns for each factory.
  func nearest(to request: SearchRequest) -> [Factory] {
    let text = request.criteria.onlyName ?? typeName(request.target)
    let sought = SoughtName(text)
    let length = text.count
    // With criteria, only factories that fit the type are compared. A type's name is compared with
    // all factories, so only if it is long enough to be specific.
    let ofType = request.criteria.isEmpty ? [] : factories(producing: request.target)
    let pool = !request.criteria.isEmpty ? ofType : length < 4 ? [] : all
    let limit = length < 4 ? 1 : min(max(2, length / 4), 25)
    let spellings = spellings
    var similar: [(factory: Factory, distance: Int)] = []
    for factory in pool {
      let spelling = spellings[factory.position]
      let distance = min(
        sought.distance(to: spelling.name, upTo: limit),
        spelling.type.map { sought.distance(to: $0, upTo: limit) } ?? .max)
      if distance <= limit { similar.append((factory, distance)) }
    }
    var seen: Set<ObjectIdentifier> = []
    return Array(
      (similar.ordered(byNumber: \.distance).prefix(3).map(\.factory) + ofType.prefix(6))
        .filter { seen.insert(ObjectIdentifier($0)).inserted }.prefix(3))
  }

  /// Returns the names of types in the program that conform to a requested protocol, and that no
  /// factory produces.
  ///
  /// - Complexity: O(*r*) in the conformance records of all images.
  func unregistered(for request: SearchRequest) -> [String] {
    guard request.criteria.isEmpty, let wanted = ContextDescriptor(ofProtocol: request.target) else {
      return []
    }
    var names: [String] = []
    forEachConformanceRecord { record in
      guard names.count < 3, record.protocolDescriptor == wanted, let type = record.typeDescriptor,
        type.isProgramType
      else { return }
      names.append(type.qualifiedName)
    }
    return names
  }
}
