public import AlchemicCore
public import AlchemicInject

extension Alchemic {
  /// Adds an object to all arrays and maps of its class, its superclasses and its protocols, while
  /// the program runs.
  ///
  /// ```swift
  /// let token = try Alchemic.add(SpellingRule())  // `@Transient var rules: [any Rule]` has it
  /// token.remove()
  /// ```
  ///
  /// The object is injected, and the model retains it. From now on, each request for such an array
  /// returns it, and so does each `@Transient` property. An array that was injected before does not
  /// change.
  ///
  /// A request for a single object does not find the added object. So the object makes no request
  /// ambiguous. If primaries produce elements of an array, the array does not contain the added
  /// object. An array that one factory produces does not contain it either. Decorators do not wrap
  /// it.
  ///
  /// A child model begins with the added objects of its parent. A later addition to one of the two
  /// models does not change the other.
  ///
  /// - Parameters:
  ///   - object: An object, or a value of another kind.
  ///   - name: The key of the object in maps. The default is the name of its type. If that name is
  ///     taken, a number follows it.
  ///   - qualifier: A qualifier of the object. A request for an array with this qualifier finds it.
  ///   - order: The position of the object in arrays, as ``AcOrder(_:fileID:line:)`` sets it for a
  ///     factory. An object without a position comes last.
  /// - Returns: A value that removes the object again: see ``AddedElement/remove()``.
  /// - Throws: ``AlchemicError`` with `wrong-type` for an optional or a type; with `not-started`,
  ///   `duplicate-name`, or the problems of the injection.
  /// - Complexity: O(*r*) in the different requests that the model has answered, and O(*h*) in the
  ///   live hosts with hooks that follow such an array.
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
}
