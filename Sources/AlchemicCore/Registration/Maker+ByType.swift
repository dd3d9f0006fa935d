/// Where the arguments of a function come from for which nothing is said.
package struct ArgumentSearch {
  package static var byType: ArgumentSearch { ArgumentSearch() }
}

// The sources are made here, once for each kind of function and not in each of the functions that declare
// factories: what handles a pack of types is a kilobyte long.
extension Maker {
  /// A function that any thread may call, as the module that declares it has compiled the call.
  @inline(never)
  init<each Argument, Product>(
    of product: Product.Type, _ types: repeat (each Argument).Type, search: ArgumentSearch,
    place: Place?, _ make: @escaping MakeInPlace
  ) {
    self.init(
      of: product, repeat ValueSource<each Argument>(criteria: SearchCriteria()), place: place,
      make)
  }

  /// A function that any thread may call.
  package init<each Argument, Product>(
    _ make: @escaping (repeat each Argument) throws -> Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(make, repeat ValueSource<each Argument>(criteria: SearchCriteria()), place: place)
  }

  /// A function of the main actor.
  @inline(never)
  package init<each Argument, Product>(
    ofMainActor make: @escaping @MainActor (repeat each Argument) throws -> Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(
      ofMainActor: make, repeat ValueSource<each Argument>(criteria: SearchCriteria()),
      place: place)
  }

  /// An asynchronous function.
  @inline(never)
  package init<each Argument, Product>(
    awaiting make: @escaping (repeat each Argument) async throws -> Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(
      awaiting: make, repeat ValueSource<each Argument>(criteria: SearchCriteria()), place: place)
  }

  /// A method, called on the object of the class that declares it.
  package init<Host: AnyObject, each Argument, Product>(
    method: @escaping (Host) -> (repeat each Argument) throws -> Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(
      method: method, repeat ValueSource<each Argument>(criteria: SearchCriteria()), place: place)
  }

  /// A method of the main actor.
  package init<Host: AnyObject, each Argument, Product>(
    methodOfMainActor method:
      @escaping (Host) ->
      @MainActor (repeat each Argument) throws ->
      Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(
      methodOfMainActor: method, repeat ValueSource<each Argument>(criteria: SearchCriteria()),
      place: place)
  }

  /// An asynchronous method.
  package init<Host: AnyObject, each Argument, Product>(
    awaitingMethod method: @escaping (Host) -> (repeat each Argument) async throws -> Product,
    _ search: ArgumentSearch, place: Place?
  ) {
    self.init(
      awaitingMethod: method, repeat ValueSource<each Argument>(criteria: SearchCriteria()),
      place: place)
  }
}
