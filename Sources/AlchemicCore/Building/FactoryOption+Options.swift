// The options as a declaration writes them. A declaration with an option refers to what the option
// brings: see ``FactoryOption/parts``.

extension FactoryOption {
  /// - Parameters:
  ///   - kind: The kind of option.
  ///   - location: The source location of the option; nil if the location of the registration
  ///     applies.
  public init(_ kind: Kind, at location: CodeLocation? = nil) {
    let option: FactoryOption =
      switch kind {
      case .primary: .primary
      case .fallback: .fallback
      case .reference: .reference
      case .scope(let scope): .scope(scope.type)
      case .arguments(let positions): .arguments(positions)
      case .decorates(let decorated): .decorates(decorated.type)
      case .expires(let time): .expires(after: time)
      case .template, .nillable, .weak, .transient, .lazy, .live, .name, .order, .qualified,
        .perRequest, .only:
        .lazy
      }
    self.init(kind, at: location, bringing: option.parts)
  }

  private static let general: [any OptionPart] = [CompatibleOptions.part]
  private static let ofScopes: [any OptionPart] = [
    ScopeKeeping.part, CompatibleOptions.part, CaptiveDependencies.part,
  ]
}

extension FactoryOption {
  /// Creates a new object for every request. The model injects the object but does not store it. A
  /// start creates no template.
  public static var template: FactoryOption { FactoryOption(.template, bringing: general) }

  /// Declares an object that the program creates and stores with `AcSet`. A request before that is
  /// an error, unless the factory is also `.nillable`.
  public static var reference: FactoryOption {
    FactoryOption(.reference, bringing: [CompatibleOptions.part, ReferenceWaits.part])
  }

  /// Prefers the factory if several match. For example, a test can replace a service with a
  /// primary.
  public static var primary: FactoryOption {
    FactoryOption(.primary, bringing: [CompatibleOptions.part, OverriddenFactories.part])
  }

  /// Makes the factory give way to every other one that fits a request: what a library offers, and
  /// a program may replace without a name or a primary.
  ///
  /// ```swift
  /// public final class Telemetry: AlchemicConfig {
  ///   public static func configureAlchemic(_ model: ModelBuilder) {
  ///     model.register(.fallback) { ConsoleLog() as any Log }
  ///   }
  /// }
  /// ```
  ///
  /// If several fallbacks produce the same type, with the same name and qualifiers, the model has
  /// the first of them. Configurations are in the order of their qualified names.
  public static var fallback: FactoryOption {
    FactoryOption(
      .fallback, bringing: [CompatibleOptions.part, Offers.part])
  }

  /// Allows the factory to hold and return nil. An optional property can read it.
  public static var nillable: FactoryOption { FactoryOption(.nillable, bringing: general) }

  /// References the object weakly. For singletons and references whose products are class
  /// instances.
  ///
  /// A weak singleton is created by a request instead of the start. It is created again after all
  /// its owners have released it. A weak reference is unset again when its object is deallocated.
  public static var weak: FactoryOption { FactoryOption(.weak, bringing: general) }

  /// Makes every property that this factory injects follow the new object after `AcSet`, as if the
  /// property were `@Transient`.
  ///
  /// A read of such a property costs as much as a read of a `@Transient` property. An initializer
  /// or a method still receives the object that is current when it is called.
  public static var transient: FactoryOption { FactoryOption(.transient, bringing: general) }

  /// Creates a singleton at the first request, instead of at start.
  ///
  /// The requesting thread creates the object. Other threads that request it meanwhile wait. If the
  /// initializer waits for the main thread while the main thread waits for the object, both wait
  /// forever.
  public static var lazy: FactoryOption { FactoryOption(.lazy, bringing: general) }

  /// Marks a factory whose products reach outside the process, for example to the network or a
  /// file.
  ///
  /// In a test with `.alchemic(.strict)` of the product AlchemicTesting, a use of the factory is an
  /// issue, unless the test replaces it. Elsewhere the option has no effect.
  public static var live: FactoryOption { FactoryOption(.live, bringing: general) }

  /// Sets the name by which requests find the factory, unique in the model. The default is the name
  /// of the type.
  ///
  /// - Parameter name: Any text except the empty one. Names are compared like strings in Swift:
  ///   exactly, except that an accented letter equals the letter followed by its combining accent.
  public static func named(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.name(name), at: CodeLocation(fileID: fileID, line: line), bringing: general)
  }

  /// Sets a qualifier by which requests find the factory. A factory may have several.
  ///
  /// If the factory produces values, not class instances, requests then find it only by the
  /// qualifier or the name, never by its type alone.
  ///
  /// - Parameter qualifier: For example `MainStore.self`.
  public static func qualifier(
    _ qualifier: any AcQualifier.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .qualified(Qualifier(qualifier)), at: CodeLocation(fileID: fileID, line: line),
      bringing: general)
  }

  /// Sets the position in arrays. Lower positions come first. Factories without a position come
  /// last, in the order of their declaration.
  ///
  /// - Parameter position: Need not be unique.
  public static func order(
    _ position: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(.order(position), at: CodeLocation(fileID: fileID, line: line), bringing: general)
  }
}

extension FactoryOption {
  /// Keeps one object in each open scope of a kind. The first request in the scope creates it, and
  /// the end of the scope releases it. A reference has a separate object in each scope.
  ///
  /// - Parameter scope: For example `RequestScope.self`.
  public static func scope(
    _ scope: any AlchemicScope.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .scope(ScopeKind(scope)), at: CodeLocation(fileID: fileID, line: line),
      bringing: ofScopes)
  }
}

extension FactoryOption {
  /// Creates a new object for every request, as ``template`` does, but only one within the request.
  /// All objects that are created for the request share it.
  ///
  /// A request begins with the outermost call that requests an object, or with the first read of a
  /// property, and ends when that returns. Requests by an initializer or a hook meanwhile are part
  /// of it, and so are the requests of a task that it awaits. A later read of a property, or a
  /// later call of a provider, begins a new request. The model does not retain the object.
  public static var perRequest: FactoryOption { FactoryOption(.perRequest, bringing: general) }

  /// Creates a singleton again at the first request after a time. The time begins when the object
  /// is created or set. Examples are a token and an exchange rate.
  ///
  /// That request creates the new object, and other threads wait for it. Afterwards, `@Transient`
  /// properties return the new object, and the model notifies the hosts with hooks that follow it.
  /// If the creation fails, the request fails, and the next request tries again. Objects that
  /// captured the old object keep it, and validation gives a warning for a singleton that would.
  /// Every request reads the clock, which costs about 100 ns. Nothing runs in the background.
  ///
  /// - Parameter time: More than zero. The clock continues while the machine sleeps.
  public static func expires(
    after time: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .expires(after: time), at: CodeLocation(fileID: fileID, line: line),
      bringing: [CompatibleOptions.part, KeptExpiring.part])
  }
}

extension FactoryOption {
  /// Declares a decorator. Its products wrap the products of every other factory of a type.
  /// Requests for that type return the decorator's product. See
  /// ``ModelBuilder/decorate(_:_:fileID:line:by:)``.
  ///
  /// The initializer receives the wrapped object as its first argument of this type.
  ///
  /// - Parameter type: For example `(any Store).self`.
  public static func decorates(
    _ type: Any.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .decorates(DecoratedType(type: type)), at: CodeLocation(fileID: fileID, line: line),
      bringing: [CompatibleOptions.part, Layers.part])
  }
}

extension FactoryOption {
  /// Restricts the factory to some profiles. If none of them is active, the factory is absent.
  ///
  /// - Parameters:
  ///   - profile: A profile, for example `.preview`.
  ///   - more: Further profiles. One of all profiles must be active.
  public static func only(
    in profile: AlchemicProfile, _ more: AlchemicProfile..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> FactoryOption {
    .only(in: [profile] + more, at: CodeLocation(fileID: fileID, line: line))
  }

  package static func only(in profiles: [AlchemicProfile], at location: CodeLocation) -> Self {
    FactoryOption(.only(in: profiles), at: location, bringing: general)
  }
}

extension FactoryOption {
  /// Lets callers pass a run of arguments: those at these positions, the first of which is 1. The
  /// other arguments are found by type. It is a short form of `.argument` as the source of each.
  ///
  /// ```swift
  /// model.register(EditorModel.init, .arguments(9...15))
  /// let editor: Provider<EditorModel, Document, Int, …> = try AcGet()
  /// ```
  ///
  /// A position that the function does not have is an error of the start.
  ///
  /// - Parameter positions: For example `1...2`. Several such options add up.
  public static func arguments(
    _ positions: ClosedRange<Int>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FactoryOption {
    FactoryOption(
      .arguments(positions), at: CodeLocation(fileID: fileID, line: line),
      bringing: [CompatibleOptions.part, CallerArguments.part])
  }
}
