public import AlchemicRuntime
import Synchronization

/// The resolvers of a model that are found without a lock: by type alone, and by a name in a form
/// that was requested before.
///
/// That of the main model is read by every thread without any count of its readers, so it stays in
/// memory when that model goes; empty, since a model that goes takes all objects and sources with
/// it. What is left is a few hundred bytes for each type and each form of a name that was
/// requested.
@usableFromInline
package final class PublishedResolvers: Sendable {
  /// Those of requests without criteria, by type.
  @usableFromInline let byType = PointerTable<Resolver>()
  /// Those that were requested by a name, by its words.
  @usableFromInline let byWords = PointerTable<NamedResolver>()
  /// How many forms of names are still to be remembered.
  let formsLeft = Atomic<Int>(4_096)
  /// Leads to the model while it exists.
  let home = ModelHome()

  /// The model, unless it is gone.
  package var model: Model? { home.model }

  /// Returns the resolver for a type, if it was requested before.
  ///
  /// - Complexity: About five loads.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type) -> Borrowed<Resolver>? { byType[ObjectIdentifier(type)] }

  /// Returns the resolver for a type and a name, if it was requested in that form before.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type, named name: String) -> Borrowed<Resolver>? {
    guard let words = StringWords(name),
      let found = byWords[key: words.key(for: ObjectIdentifier(type))]
    else { return nil }
    // The table keeps what it finds.
    return found.with { found in
      found.words == words && found.resolver.typeID == ObjectIdentifier(type)
        ? Borrowed(found.resolver) : nil
    }
  }

  /// Finds a resolver in the form of its name from now on, if it is of the same model and a factory
  /// has the name.
  package func remember(_ resolver: Resolver, named name: String) {
    // Names that are put together each time would have no end.
    guard !resolver.isUnanswered, formsLeft.load(ordering: .relaxed) > 0, resolver.home === home,
      let words = StringWords(name)
    else { return }
    let key = words.key(for: resolver.typeID)
    guard byWords[key: key] == nil else { return }
    formsLeft.subtract(1, ordering: .relaxed)
    byWords.insert(NamedResolver(resolver, named: name, words), forKey: key)
  }

  /// Keeps a resolver for requests of its type alone, unless there is one.
  ///
  /// - Returns: The one that is kept.
  func insert(_ resolver: Resolver) -> Resolver { byType.insert(resolver, for: resolver.typeID) }
}

/// A model that may be gone: an unowned reference.
final class ModelHome: Sendable {
  /// None until the model is complete.
  private let reference = AtomicReference<Model>()

  deinit { reference.load()?.releaseMemory() }

  /// Stores where the model is; once.
  func set(_ model: Model) {
    Borrowed(model).keepMemory()
    reference.store(Borrowed(model))
  }

  /// The model, unless it is gone or going.
  var model: Model? { reference.load()?.objectUnlessEnding }
}
