import AlchemicInject
import ShopLibrary

// With the library's own there are two.
private final class SecondStore: Store, AlchemicCreatable {
  init() {}
}

// And again, for what only a property of an object asks for that was made already.
private final class SecondDiscount: Discount, AlchemicCreatable {
  init() {}
}

// Says neither how it is made nor that it is a reference.
private final class Unmakeable: Rule, AlchemicManaged {
  let name: String
  init(name: String) { self.name = name }
}
