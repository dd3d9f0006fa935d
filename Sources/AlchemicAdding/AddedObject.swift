import AlchemicCore
import AlchemicRuntime

/// An object that the program has added to the arrays of a model, and may remove again.
final class AddedObject: Sendable {
  /// The factory through which arrays find the object. No index contains the factory.
  let factory: Factory
  /// The number of the call that added it.
  let number: Int
  /// Whether a child model has inherited the object from its parent.
  let isInherited: Bool
  private let stored: UnsafeTransfer<AnyObject>

  /// - Parameter reference: Retains the object.
  init(
    _ factory: Factory, _ reference: AnyObject, numbered number: Int, isInherited: Bool = false
  ) {
    self.factory = factory
    stored = UnsafeTransfer(reference)
    self.number = number
    self.isInherited = isInherited
  }

  /// The same object in a child model.
  var inherited: AddedObject {
    AddedObject(factory, reference, numbered: -1, isInherited: true)
  }

  /// The reference that retains the object.
  var reference: AnyObject { stored.value }

  /// Returns whether arrays of a type have the object.
  @inline(never)
  func isElement(_ type: TypeQuery, _ criteria: SearchCriteria) -> Bool {
    let facts = factory.facts
    if let name = criteria.onlyName, name != facts.name { return false }
    return type.accepts(facts.product)
      && criteria.classes.allSatisfy { TypeQuery($0).accepts(facts.product) }
      && criteria.protocols.allSatisfy { TypeQuery($0).accepts(facts.product) }
      && criteria.qualifiers.allSatisfy(facts.qualifiers.contains)
  }
}

/// The names of added objects.
struct AddedNames {
  /// The number of calls.
  var calls = 0
  private var objects: [String: AddedObject] = [:]
  /// By type: the number of its objects, and the last number behind the name of the type.
  private var types: [ObjectIdentifier: (count: Int, number: Int)] = [:]

  init() {}

  /// Creates the names after all objects were removed. No later object has the number of an earlier
  /// one.
  init(after former: AddedNames) { calls = former.calls }

  /// The object with a name.
  subscript(name: String) -> AddedObject? { objects[name] }

  mutating func add(_ object: AddedObject) {
    objects[object.factory.facts.name] = object
    types[ObjectIdentifier(object.factory.facts.product), default: (0, 1)].count += 1
  }

  mutating func remove(_ object: AddedObject) {
    objects[object.factory.facts.name] = nil
    let type = ObjectIdentifier(object.factory.facts.product)
    types[type]?.count -= 1
    if types[type]?.count == 0 { types[type] = nil }
  }

  /// Returns the name of a type if it is free; otherwise the name with a number.
  ///
  /// - Parameter isFree: Whether no factory has a name.
  /// - Complexity: O(1), unless other objects or factories have names with such numbers.
  mutating func freeName(for type: Any.Type, _ isFree: (String) -> Bool) -> String? {
    let name = typeName(type)
    if objects[name] == nil, isFree(name) { return nil }
    let key = ObjectIdentifier(type)
    while true {
      types[key, default: (0, 1)].number += 1
      let numbered = "\(name) \(types[key]?.number ?? 0)"
      if objects[numbered] == nil, isFree(numbered) { return numbered }
    }
  }
}

/// The objects that the program has added to the arrays of a model, in the order of the calls.
final class AddedObjects: Sendable {
  /// One thread at a time holds it to add or remove an object. No user code runs meanwhile.
  let turn: Locked<AddedNames>
  private let list: Locked<[AddedObject]>

  init(_ objects: [AddedObject] = []) {
    list = Locked(objects)
    var names = AddedNames()
    for object in objects { names.add(object) }
    turn = Locked(names)
  }

  /// Reads the list while no thread changes it.
  ///
  /// No copy of the array leaves the lock. The thread sanitizer does not see reference counts, so
  /// it would report a change of the array after the release of a copy as a race with its reads.
  func read<Result>(_ body: ([AddedObject]) -> Result) -> Result {
    list.withLock { body($0) }
  }

  func change(_ change: (inout [AddedObject]) -> Void) { list.withLock { change(&$0) } }
}
