extension Words {
  static let ofRequests: StaticString = """
    no-match if detail
      Nothing produces $wanted.
      → correct the criteria, register such a factory, or request an optional
    no-match
      Nothing produces $wanted.
      → register a factory for $subject, or request an optional
    no-match option
      → correct the criteria, or register a factory for $subject with $first
    no-match empty-name
      → give the name of a factory: none has an empty one
    no-match profile if several
      Nothing produces $wanted outside the profiles $first.
      → start in one of them, or register a factory for $subject without .only(in: …)
    no-match profile
      Nothing produces $wanted outside the profile $first.
      → start in that profile, or register a factory for $subject without .only(in: …)
    no-match generic
      → register it in an AlchemicConfig with model.register($subject.init): a generic class is \
    not discovered
    no-match argument if first
      → register a factory for $subject with $first, correct the criteria, or, if the caller \
    gives it, mark it with .argument, in a closure with the type Given<$subject>
    no-match argument if detail
      → correct the criteria, or, if the caller gives it, mark it with .argument, in a closure \
    with the type Given<$subject>
    no-match argument
      → register a factory for $subject, request an optional, or, if the caller gives it, mark it \
    with .argument, in a closure with the type Given<$subject>
    no-match class
      → let $subject conform to AlchemicCreatable, register a factory for it, or request an optional
    no-match conforming if first
    no-match conforming-several if first
    no-match conforming-class if first
    no-match conforming-classes if first
      Nothing produces '$subject'.
      → register what conforms to $subject ($detail); or remove the cast from '$first', if it \
    creates one; or request an optional
    no-match conforming
      Nothing produces '$subject'.
      → register $detail, which conforms to $subject; or request an optional
    no-match conforming-several
      Nothing produces '$subject'.
      → register one of these, which conform to $subject: $detail; or request an optional
    no-match conforming-class
      Nothing produces '$subject'.
      → register $detail, which conforms to $subject; or let it conform to AlchemicCreatable; or \
    request an optional
    no-match conforming-classes
      Nothing produces '$subject'.
      → register one of these, which conform to $subject: $detail; or let one conform to \
    AlchemicCreatable; or request an optional
    no-match given
      Nothing produces '$subject': only a caller passes it, to a parameter of exactly this type.
      → in a closure, take a Given<$first> for an optional, and a Given<[$detail]> for an array
    no-match marked
      → add AlchemicSubclass to $subject: a class that inherits AlchemicManaged is not discovered
    no-match constrained
      → register it as exactly that type, for example { … as $subject }: a protocol with \
    arguments is not found by conformance
    no-match composition
      → register what conforms to all of $subject, or request its parts one by one
    no-match unnamed
      Nothing without a name or a qualifier produces '$subject'.
      → request it with $detail, or register a value without a name or a qualifier
    no-match map
      → request $first, whose keys are the names of the factories, or register a factory for \
    $subject
    no-match nested
      → request $first, which contains all of them, or register a factory for $subject
    several-matches criteria if primaries
      Expected 1 factory for $wanted, found $count primaries.
      → leave .primary on one only, use criteria that only one meets, or request an array
    several-matches criteria
      Expected 1 factory for $wanted, found $count.
      → mark one with .primary, use criteria that only one meets, or request an array
    several-matches if primaries
      Expected 1 factory for $wanted, found $count primaries.
      → leave .primary on one only, request one with .named(…) or .qualified(…), or request an array
    several-matches
      Expected 1 factory for $wanted, found $count.
      → mark one with .primary, request one with .named(…) or .qualified(…), or request an array
    wrong-type if renamed
      '$subject' produces '$product', which meets $first, but does not fit the type '$detail'.
      → use a type that fits, or correct the criteria
    wrong-type
      '$subject' meets $first, but does not fit the type '$detail'.
      → use a type that fits, or correct the criteria
    wrong-type object
      '$subject' does not fit the type '$detail'.
      → use a type that fits, or correct the criteria
    wrong-type element
      '$subject' is no element of an array.
      → add an object: unwrap the optional, or create an object of the type
    wrong-type weak
      '$subject' cannot be held weakly: it is no object.
      → use @Injected
    wrong-criteria
      The criteria for '$subject' exclude each other: $detail.
      → use .named alone, or one .ofClass with any number of .conforming and .qualified
    wrong-criteria class
      The criteria for '$subject' are wrong: $detail. '$first' is no protocol.
      → use .ofClass($first.self)
    wrong-criteria type
      The criteria for '$subject' are wrong: $detail. '$first' is no protocol.
      → use a protocol, .conforming((any …).self), or another criterion, for example .named(…)
    """

  static let ofDeclarations: StaticString = """
    unknown-profile
      No factory is for the profile '$subject'.
      → correct it: the known profiles are $detail
    unknown-profile start
      No factory is for the profile '$subject', in which the program starts.
      → correct it: the known profiles are $detail
    not-makeable
      Nothing declares how '$subject' is created, or that it is a reference.
      → register a function that creates it with model.register { … }, or add .reference
    not-makeable class
      → in static func $detail call AcInitializer(of, $product.init) or AcRegister(of, \
    .reference), or conform to AlchemicCreatable
    not-makeable foreign
      → in the closure of model.declare call AcInitializer(of, $product.init) or AcRegister(of, \
    .reference)
    registered-twice if two
      AcRegister was called twice for '$subject'.
      → put all options into one call
    registered-twice
      AcRegister was called $count times for '$subject'.
      → put all options into one call
    duplicate-name
      $count factories are named '$subject'.
      → give each its own .named(…)
    duplicate-name qualified
      $count factories are named '$subject', which is the name of their type and qualifier.
      → remove one, give each its own .qualifier(…), or mark the one that replaces another with \
    .primary
    duplicate-name type
      $count factories are named '$subject', which is the name of their type.
      → remove one, give each its own .named(…) or .qualifier(…), or mark the one that replaces \
    another with .primary
    duplicate-name added
      '$subject' is the name of a factory or of another added object.
      → add it by another name, or without one
    option-conflict if two
      '$subject' cannot have both $detail.
      → keep only one of them
    option-conflict
      '$subject' cannot have all of $detail.
      → keep only one of them
    option-conflict repeated
      '$subject' has $count options of one kind: $detail.
      → keep only one of them
    option-conflict objects
      '$subject' cannot have $detail, because its products are not objects ($first).
      → remove it
    option-conflict name
      '$subject' cannot have $detail, because a name has at least one character.
      → remove it
    option-conflict time
      '$subject' cannot have $detail, because the time must be more than zero.
      → remove it
    option-conflict parameters
      '$subject' cannot have $detail, because its function does not have these parameters.
      → remove it
    wrong-initializer
      The initializer given for '$subject' creates '$detail'.
      → give AcInitializer an initializer of $product
    wrong-method
      The method given for '$subject' belongs to '$detail'.
      → give AcMethod a method of $subject, or move the call to alchemic(_:) of $detail
    wrong-method sources
      The method given for '$subject' has fewer parameters than it was given sources.
      → give AcMethod one source for each parameter, or none at all
    wrong-method property
      The property given for '$subject' belongs to '$detail'.
      → give AcProperty a property of $subject, or move the call to alchemic(_:) of $detail
    no-product
      The function that should create '$subject' returns nothing.
      → return the object
    wrong-decorator product
      '$subject' decorates '$detail', but is not one itself.
      → let '$subject' conform to it or inherit from it: it answers requests for $detail
    wrong-decorator parameter
      '$subject' decorates '$detail', but its initializer has no parameter of that type.
      → let one parameter have the type $detail: it receives the decorated object
    wrong-decorator provider
      '$subject' decorates '$detail', and takes a provider, which would provide the decorator.
      → use the parameter of the type $detail alone: it receives the decorated object
    wrong-decorator awaited
      '$subject' decorates '$detail', and must be awaited.
      → create it by a function that is not async, and await elsewhere: AcSet may store another \
    object to wrap at any time
    wrong-decorator arguments
      '$subject' cannot decorate '$detail', which needs arguments of its caller.
      → decorate a type that this factory does not produce, or give the arguments other sources \
    than the caller
    wrong-decorator part
      '$subject' is requested, but a decorator of '$detail' does not produce it.
      → decorate $subject in place of $detail, or request $detail alone
    nothing-decorated if several
      A decorator wraps '$subject', which nothing produces outside the profiles $first.
      → give the decorator the same .only(in: …), or start in one of them
    nothing-decorated if first
      A decorator wraps '$subject', which nothing produces outside the profile $first.
      → give the decorator the same .only(in: …), or start in that profile
    nothing-decorated
      A decorator wraps '$subject', which nothing produces.
      → register a factory for $subject, or remove the decorator
    nothing-decorated filled
      model.inject fills objects of '$subject', which no factory creates.
      → register a factory whose product is $subject itself, not a protocol of it, or remove the \
    call
    nothing-decorated reference
      model.inject fills objects of '$subject', but AcSet stores these: no factory creates them.
      → fill the object before AcSet stores it, and remove the call
    nothing-excluded
      '$subject' is excluded, but this model does not have it.
      → exclude it at the start whose model has it
    unmarked-subclass
      '$subject' conforms to AlchemicCreatable, but is not discovered, because it inherits \
    AlchemicManaged.
      → add AlchemicSubclass to $subject
    two-copies
      '$subject' has its own copy of Alchemic, so its classes are not discovered.
      → link the program and '$subject' with the product AlchemicDynamic: then they share one copy
    test-double
      '$subject' contains test doubles, and this is no test.
      → move them to a test target; a class that the program needs conforms to AlchemicCreatable
    transient-template
      A property follows '$subject', which is a template: AcSet cannot replace its objects.
      → use @Injected, or make the factory a singleton or a reference
    weak-template
      A weak property gets a new object from '$subject', and nothing retains it.
      → use @Injected, or make the factory a singleton or a reference
    no-reflection
      The module $subject was compiled without reflection metadata, so Alchemic does not find the \
    injected properties of its types.
      → compile it without -disable-reflection-metadata; in Xcode, set Reflection Metadata Level \
    to All
    """
}
