import AlchemicRuntime
import CAlchemicRuntime

/// The shared objects that the calling thread has created and not finished, in the order in which
/// their creations ended.
///
/// Each object refers, perhaps through other objects, to an object whose creation is still running
/// further out on this thread. When that creation ends, all of them are finished at the same time,
/// or all are abandoned. This is the stack of Tarjan's algorithm for strongly connected components
/// ("Depth-first search and linear graph algorithms", 1972), filled while the objects are created.
/// No other thread sees it.
struct UnfinishedObjects {
  /// A run of objects that are finished together. It ends where the next one starts.
  private struct Group {
    let start: Int
    /// The depth of the outermost creation that has to end first.
    var need: Int
  }

  private final class Storage {
    var slots: [Slot] = []
    /// By position in `slots`: the address of the object, or of the slot's factory if its product
    /// is not an object.
    var objects: [Int] = []
    var groups: [Group] = []
    /// The positions in `slots`, by the address of a factory or of its object.
    var positions = [Int: Int]()
    /// The scopes that own some of the slots, and could end before the creations do.
    var scopes: [Scope] = []
  }

  private static var storage: Storage? {
    get { stored?.object }
    set {
      let old = stored
      alchemic_unfinished_slot().pointee = newValue.map { Borrowed.retaining($0).address } ?? 0
      old?.release()
    }
  }

  private static var stored: Borrowed<Storage>? {
    Borrowed(at: alchemic_unfinished_slot().pointee)
  }

  /// Returns the slot that was added with an object.
  static func slot(of object: AnyObject) -> Slot? {
    storage.flatMap { storage in storage.positions[key(object)].map { storage.slots[$0] } }
  }

  /// The number of unfinished objects. A creation stores it at its beginning, to identify the
  /// objects that were created within it.
  static var count: Int {
    stored?.with { $0.slots.count } ?? 0
  }

  /// Adds the object of a creation that ends.
  ///
  /// - Parameters:
  ///   - object: The object, if it is an instance of a class.
  ///   - mark: The value of `count` when the creation began. Objects that were added since are
  ///     finished or abandoned with this one.
  ///   - need: The depth of the creation that has to end first.
  static func add(_ slot: Slot, as object: AnyObject?, since mark: Int, needing need: Int) {
    let factory = slot.factory
    let storage = self.storage ?? Storage()
    self.storage = storage
    storage.positions[key(factory)] = storage.slots.count
    storage.positions[key(object ?? factory)] = storage.slots.count
    storage.objects.append(key(object ?? factory))
    storage.slots.append(slot)
    if let scope = slot.scope { storage.scopes.append(scope.object) }
    join(in: storage, since: mark, needing: need)
  }

  /// Makes the objects that were added since a mark wait for an outer creation.
  static func keep(since mark: Int, needing need: Int) {
    guard let storage, storage.slots.count > mark else { return }
    join(in: storage, since: mark, needing: need)
  }

  /// Removes the objects that were added since a mark. The caller finishes or abandons them.
  ///
  /// - Returns: The slots, and the scopes that own some of them, which the caller keeps until then.
  static func take(since mark: Int) -> (slots: [Slot], owners: [Scope]) {
    guard let storage, storage.slots.count > mark else { return ([], []) }
    let taken = (slots: Array(storage.slots[mark...]), owners: storage.scopes)
    if mark == 0 {
      self.storage = nil
      return taken
    }
    for key in taken.slots.map({ key($0.factory) }) + storage.objects[mark...] {
      storage.positions[key] = nil
    }
    storage.slots.removeSubrange(mark...)
    storage.objects.removeSubrange(mark...)
    while let last = storage.groups.last, last.start >= mark { storage.groups.removeLast() }
    return taken
  }

  /// Returns the depth of the creation that has to end before the object of a factory is finished;
  /// nil if the object is not one of these.
  ///
  /// - Complexity: O(log *n*) in the number of objects.
  static func need(of factory: Factory) -> Int? {
    guard let storage, let position = storage.positions[key(factory)] else { return nil }
    var (low, high) = (0, storage.groups.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if storage.groups[middle].start <= position { low = middle } else { high = middle }
    }
    return storage.groups[low].need
  }

  private static func join(in storage: Storage, since mark: Int, needing need: Int) {
    var group = Group(start: mark, need: need)
    while let last = storage.groups.last, last.start >= mark {
      group.need = min(group.need, last.need)
      storage.groups.removeLast()
    }
    storage.groups.append(group)
  }

  private static func key(_ object: AnyObject) -> Int {
    Int(bitPattern: Borrowed(object).address)
  }
}
