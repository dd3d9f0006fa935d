import AlchemicRuntime

extension ModelBuilder {
  /// Leaves out everything that a configuration declares, for example that of a library.
  /// Explanations show which factories are left out.
  ///
  /// ```swift
  /// try Alchemic.start { $0.exclude(Telemetry.self) }
  /// ```
  ///
  /// The call is in the closure of a start or of a validation, or in a configuration. It does not
  /// leave out what an aspect adds. Classes that declare themselves stay. What a library offers as
  /// a ``FactoryOption/fallback`` need not be excluded.
  ///
  /// - Parameter configuration: A configuration that the model would have: a discovered one, or one
  ///   that was added. Otherwise, the start reports `nothing-excluded`.
  public func exclude(_ configuration: any AlchemicConfig.Type) {
    requireUnbuilt(for: configuration, at: nil)
    let former = removeExcluded
    removeExcluded = { builder, others in
      let all = others + [configuration]
      if let former { former(builder, all) } else { builder.remove(all) }
    }
  }

  private func remove(_ types: [any AlchemicConfig.Type]) {
    let width = marks.count
    var calls: [(type: any AlchemicConfig.Type, at: Int)] = []
    for position in stride(from: 0, to: called.count, by: 1 + 2 * width) {
      let type = types.first { Int(bitPattern: ObjectIdentifier($0)) == called[position] }
      if let type { calls.append((type, position + 1)) }
    }
    // What a call has added to a list, by the number of its mark.
    func range(_ call: Int, _ mark: Int) -> Range<Int> {
      called[call + mark]..<called[call + width + mark]
    }
    func remove<Element>(from list: inout [Element], _ mark: Int) {
      let ranges = calls.map { range($0.at, mark) }
      list = list.indices.filter { index in !ranges.contains { $0.contains(index) } }
        .map { list[$0] }
    }
    var excluded: [AbsentFactory] = []
    for (position, declaration) in declarations.enumerated() {
      guard let call = calls.first(where: { range($0.at, 0).contains(position) }) else { continue }
      excluded.append(
        AbsentFactory(
          facts: declaration.facts(named: declaration.details?.givenName),
          reason: "of the excluded \(Wording.shown(typeName(call.type)))"))
    }
    remove(from: &declarations, 0)
    remove(from: &decorators, 1)
    remove(from: &fillers, 2)
    remove(from: &aspects, 3)
    remove(from: &absent, 4)
    absent += excluded
    for type in types where !calls.contains(where: { $0.type == type }) {
      problems.append(Problem(.nothingExcluded, typeName(type)))
    }
  }
}
