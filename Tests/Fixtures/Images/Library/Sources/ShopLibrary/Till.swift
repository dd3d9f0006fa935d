import AlchemicInject

public protocol Till: AnyObject {
  var text: String { get }
}

// Nobody mentions it, here or in the program.
private final class LibraryTill: Till, AlchemicCreatable {
  let text = "hello from a class in a dynamic library"
  init() {}
}
