public import AlchemicCore

extension Alchemic {
  /// Adds an object to all arrays and maps of its class, its superclasses and its protocols, while
  /// the program runs.
  ///
  /// ```swift
  /// let token = try Alchemic.add(SpellingRule())  // `@Transient var rules: [any Rule]` has it
  /// token.remove()
  /// ```
  ///
  /// The object is injected, and the model retains it. Requests for an array have it from now on,
  /// behind the products of the factories, and so have `@Transient` properties; an array that was
  /// injected before does not change. Requests for a single object do not find it: an object more
  /// in a list makes no request ambiguous. Where primaries replace others, it is replaced too; an
  /// array that one factory produces is left as it is; decorators do not wrap it.
  ///
  /// A child model begins with the objects of its parent; what is added to one later is not added
  /// to the other.
  ///
  /// - Parameters:
  ///   - object: An object or a value.
  ///   - name: Its key in maps. Without, the name of its type, followed by a number from the
  ///     second of this type on.
  ///   - qualifier: Found by arrays with this qualifier.
  ///   - order: Its position, as ``AcOrder(_:fileID:line:)`` gives it to factories.
  /// - Returns: By which it is taken out again.
  /// - Throws: ``AlchemicError`` with `not-started`, `duplicate-name`, and the problems of the
  ///   injection.
  /// - Complexity: O(*r*) in the requests that have been answered, and O(*h*) in the live hosts
  ///   with hooks that follow.
  @discardableResult
  public static func add<Element>(
    _ object: Element, named name: String? = nil, qualifier: (any AcQualifier.Type)? = nil,
    order: Int? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> AddedElement {
    let location = CodeLocation(fileID: fileID, line: line)
    let qualifiers = qualifier.map { [Qualifier($0)] } ?? []
    let request = CreationPath.Request("Alchemic.add", location)
    return try CreationPath.within(.request(request)) {
      let model = try CurrentModel.get(for: "Alchemic.add")
      let (addition, change) = try model.add(
        object, named: name, qualifiers: qualifiers, order: order, at: location)
      notify(change, in: model)
      return AddedElement(addition, in: model)
    }
  }

  /// Unavailable: an optional is no element.
  @available(*, unavailable, message: "unwrap the optional: an element of an array is an object")
  public static func add<Element>(
    _ object: Element?, named name: String? = nil, qualifier: (any AcQualifier.Type)? = nil,
    order: Int? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> AddedElement { fatalError("unwrap the optional") }
}
