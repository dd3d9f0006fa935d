extension ModelBuilder {
  /// Gives options to all declarations of a closure.
  ///
  /// ```swift
  /// model.withOptions(.template) { model in
  ///   model.register(Page.init)
  ///   model.register(Header.init)
  ///   model.register(Footer.init, .perRequest)  // its own option wins
  /// }
  /// ```
  ///
  /// The options of a declaration win: it does not get an option that it has already, with this or
  /// another value, nor one that excludes an option that it has. A decorator gets only those that a
  /// decorator may have, such as `.only(in:)`.
  ///
  /// - Parameters:
  ///   - option: An option, for example `.template`, `.lazy`, or `.scope(RequestScope.self)`.
  ///   - more: Further options.
  ///   - declare: Declares factories.
  /// - Complexity: O(*n*) in the declarations of the closure.
  public func withOptions(
    _ option: FactoryOption, _ more: FactoryOption..., fileID: StaticString = #fileID,
    line: UInt = #line, _ declare: (ModelBuilder) throws -> Void
  ) rethrows {
    let (begin, decorated, recorded) = (declarations.count, decorators.count, called.count)
    try declare(self)
    let options = ([option] + more).map {
      $0.located(at: CodeLocation(fileID: fileID, line: line))
    }
    let (declared, wrapping) = (declarations[begin...], decorators[decorated...])
    declarations.removeSubrange(begin...)
    decorators.removeSubrange(decorated...)
    // The new position for each old one: an inactive profile removes declarations.
    var (positions, ofDecorators) = ([begin], [decorated])
    var absentClass: DetailedDeclaration?
    for declaration in declared {
      let detailed = declaration.detailed(adding: options)
      // A method is absent with its class.
      let isMethod = detailed.owner != nil && detailed.owner === absentClass
      if !isMethod, !append(detailed) { absentClass = detailed }
      positions.append(declarations.count)
    }
    for declaration in wrapping {
      declaration.add(options)
      append(declaration)
      ofDecorators.append(decorators.count)
    }
    moveMarks(after: recorded) { mark, position in
      switch mark {
      case 0: positions[position - begin]
      case 1: ofDecorators[position - decorated]
      default: position
      }
    }
  }

  /// Changes the positions of what configurations have declared.
  ///
  /// - Parameters:
  ///   - start: The first of the ``called`` ones to change.
  ///   - move: Returns the new position for the number of a mark and an old position.
  private func moveMarks(after start: Int, _ move: (Int, Int) -> Int) {
    let width = marks.count
    for record in stride(from: start, to: called.count, by: 1 + 2 * width) {
      for offset in 0..<2 * width {
        called[record + 1 + offset] = move(offset % width, called[record + 1 + offset])
      }
    }
  }
}

extension Declaration {
  /// Returns the declaration with further options, except those that its own options exclude.
  fileprivate func detailed(adding options: [FactoryOption]) -> DetailedDeclaration {
    let detailed: DetailedDeclaration =
      switch self {
      case .function(let function):
        DetailedDeclaration(
          Maker(
            function.product, .anywhere, function.location, host: nil, function.arguments,
            .atOnce(function.make)),
          origin: .code, function.lifetime == .template ? [.template] : [])
      case .itself(let type):
        DetailedDeclaration(product: type, origin: .ofClass, creatable: type)
      case .detailed(let declaration): declaration
      }
    detailed.add(options)
    return detailed
  }
}

extension DetailedDeclaration {
  /// Adds options, except those that its own options exclude.
  fileprivate func add(_ options: [FactoryOption]) {
    addDefaults(options.filter { !CompatibleOptions.excludes($0, self) })
  }
}
