import AlchemicInject

// What the program and its plug-ins both know.

public protocol Rule: AnyObject {
  var name: String { get }
}

/// Nobody has one but a plug-in.
public protocol Discount: AnyObject {}

public protocol Store: AnyObject {}

// The one store: a second would make `any Store` ambiguous.
private final class LibraryStore: Store, AlchemicCreatable {
  init() {}
}
