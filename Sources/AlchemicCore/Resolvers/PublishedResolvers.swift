public import AlchemicRuntime
import Synchronization

/// The resolvers of a model that requests find without a lock: by type alone, or by a name in an
/// earlier form.
///
/// The model retains them. Threads read those of the main model without retaining them for each
/// request: each thread has them on lease, see ``ThreadLease``. A thread that requests nothing
/// after the end of the model thus keeps them. They are empty then, because the model releases all
/// objects and sources: a few hundred bytes remain for each type and each form of a name that was
/// requested.
@usableFromInline
package final class PublishedResolvers: Sendable {
  /// The resolvers of requests without criteria, by type.
  @usableFromInline let byType = PointerTable<Resolver>()
  /// The resolvers that were requested by a name, by the words of the name; nil before the first.
  @usableFromInline let byWords = AtomicReference<PointerTable<NamedResolver>>()
  /// The number of forms of names that can still be added.
  let formsLeft = Atomic<Int>(4_096)
  /// Refers to the model while it exists.
  let home: ModelHome

  @inline(never)
  init(of home: ModelHome) { self.home = home }

  deinit { byWords.load()?.release() }

  /// Returns whether these are the resolvers of a model.
  package func areOf(_ model: Model) -> Bool { home === model.home }

  /// The model; nil after its end.
  package var model: Model? { home.model }

  /// Calls `body` with the model, usually without retaining it. Returns nil after its end.
  package func usingModel(_ body: (Model) throws -> Void) rethrows -> Void? {
    try home.using(body)
  }

  /// Returns the resolver for a type, if it was requested before.
  ///
  /// - Complexity: About five loads.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type) -> Borrowed<Resolver>? { byType[ObjectIdentifier(type)] }

  /// Returns the resolver for a type and a name, if it was requested in that form before.
  @inlinable @inline(__always)
  package func known(_ type: Any.Type, named name: String) -> Borrowed<Resolver>? {
    guard let words = StringWords(name), let names = byWords.load(),
      let found = names.with({ $0[key: words.key(for: ObjectIdentifier(type))] })
    else { return nil }
    // The table retains the objects that it returns.
    return found.with { found in
      found.words == words && found.resolver.typeID == ObjectIdentifier(type)
        ? Borrowed(found.resolver) : nil
    }
  }

  /// Adds a form of the resolver's name, if the resolver is of the same model and a factory has the
  /// name.
  package func remember(_ resolver: Resolver, named name: String) {
    // Names that are composed for each request are unlimited in number.
    guard !resolver.isUnanswered, formsLeft.load(ordering: .relaxed) > 0, resolver.home === home,
      let words = StringWords(name)
    else { return }
    let key = words.key(for: resolver.typeID)
    let names = names
    guard names[key: key] == nil else { return }
    formsLeft.subtract(1, ordering: .relaxed)
    names.insert(NamedResolver(resolver, named: name, words), forKey: key)
  }

  private var names: PointerTable<NamedResolver> {
    if let names = byWords.load() { return names.object }
    let new = Borrowed.retaining(PointerTable<NamedResolver>())
    guard let present = byWords.storeIfNil(new) else { return new.object }
    new.release()
    return present.object
  }

  /// Adds a resolver for requests of its type alone, unless there is one.
  ///
  /// - Returns: The resolver for such requests.
  func insert(_ resolver: Resolver) -> Resolver { byType.insert(resolver, for: resolver.typeID) }
}
