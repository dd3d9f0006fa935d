/// What the library has to do, in arrays and dictionaries: it looks at everything each time, keeps
/// no answers, and is written from the contract.
struct Reference {
  /// A part of an object or an answer.
  enum Value {
    case one(Int?)
    case many([Int])
    case map([String: Int])
    case provider(Request, model: Int)

    var serials: [Int] {
      switch self {
      case .one(let serial): serial.map { [$0] } ?? []
      case .many(let serials): serials
      case .map(let serials): serials.keys.sorted().map { serials[$0]! }
      case .provider: []
      }
    }
    var keys: [String] { if case .map(let serials) = self { serials.keys.sorted() } else { [] } }
  }

  /// The place of a shared object.
  struct Cell {
    var object: Int?
    var isSet = false
    var isLent = false
  }

  struct Scope {
    let kind: Int
    let model: Int
    let isOfTask: Bool
    /// The scopes that the task carries, with this one at the end.
    let chain: [Int]
    var key: Int?
    var cells: [Source: Cell] = [:]
    var isEnded = false
    /// What keeps it open, if something besides its operation does.
    var operations = 1
    var handles = 0
    var isHeld = false
    /// The scopes around it that it keeps open.
    var outers: [Int] = []
    /// When it came to rest.
    var rest: Int?
  }

  /// An object that is stopped, and the scope that keeps it; nil for a model.
  struct Stop {
    let source: Source
    let serial: Int
    let scope: Int?
  }

  struct Model {
    var blueprint: Blueprint
    let parent: Int?
    let shares: Bool
    var cells: [Source: Cell] = [:]
    /// By kind: the scope that is open for the whole model.
    var open: [Int: Int] = [:]
    /// The added objects; the first of them are the parent's.
    var added: [(serial: Int, type: Target)] = []
    var inheritedCount = 0
    var isEnded = false
  }

  struct Object {
    let type: Target
    let isStopping: Bool
    let parts: [Value]
    /// Where its properties are resolved; nil for objects without properties.
    var home: (model: Int, keeper: Keeper?)?
    var captured: [String: Value] = [:]
  }

  enum Keeper: Equatable { case model(Int), scope(Int) }

  /// The model and the scopes that a task carries; a nil model is the main one.
  struct Context {
    var model: Int?
    var scopes: [Int] = []
  }

  var models: [Model] = []
  var scopes: [Scope] = []
  var objects: [Int: Object] = [:]
  var main: Int?
  /// The scopes that are kept open.
  var handles: [Int?] = [nil, nil]
  var rests = 0
  var context = Context()
  var failing: Set<Int> = []
  var held: [Value?] = Array(repeating: nil, count: 6)
  var serial = 0
  /// What happened since the last comparison.
  var births: [Journal.Birth] = []
  var deaths: [Int] = []
  var hooks: [String] = []
  var tags = Tags()
  /// The objects of resting scopes that an operation has ended before it failed.
  var stoppedBeforeFault: [Stop] = []
  /// Whether a hook reads what cannot be resolved, which stops the program.
  var isFatal = false
  /// The objects of the current request.
  private var request: [Int: [Source: Int?]] = [:] {
    didSet { if request.isEmpty { touched = [] } }
  }
  /// The objects that the current request has found.
  private var touched: Set<Int> = []

  // MARK: The current model

  /// - Throws: `not-started`, `model-gone`.
  func current(_ context: Context) throws(Fault) -> Int {
    guard let model = context.model ?? main else { throw Fault("not-started") }
    if models[model].isEnded { throw Fault("model-gone") }
    return model
  }

  func blueprint(_ model: Int) -> Blueprint { models[model].blueprint }

  func scope(of kind: Int, in model: Int, _ carried: [Int]) -> Int? {
    carried.last {
      scopes[$0].kind == kind && scopes[$0].model == model && !scopes[$0].isEnded
    } ?? models[model].open[kind]
  }

  private subscript(keeper: Keeper) -> [Source: Cell] {
    get {
      switch keeper {
      case .model(let model): models[model].cells
      case .scope(let scope): scopes[scope].cells
      }
    }
    set {
      switch keeper {
      case .model(let model): models[model].cells = newValue
      case .scope(let scope): scopes[scope].cells = newValue
      }
    }
  }

  /// The scopes that the code of an object finds.
  private func chain(_ keeper: Keeper) -> [Int] {
    if case .scope(let scope) = keeper { scopes[scope].chain } else { [] }
  }

  // MARK: Requests

  mutating func get(_ request: Request, _ context: Context) throws(Fault) -> Value {
    let model = try current(context)
    self.request = [:]
    defer { self.request = [:] }
    return try answer(request, model, context.scopes)
  }

  /// Calls a provider.
  mutating func call(_ request: Request, of model: Int) throws(Fault) -> Value {
    if models[model].isEnded { throw Fault("model-gone") }
    self.request = [:]
    defer { self.request = [:] }
    return try answer(request, model, context.scopes)
  }

  private mutating func answer(
    _ request: Request, _ model: Int, _ carried: [Int]
  ) throws(Fault) -> Value {
    tags.note(request)
    let blueprint = blueprint(model)
    if blueprint.hasLosingFallback(request) { tags.insert(.gaveWay) }
    let found = try blueprint.answer(request)
    if let later = request.form.later {
      var product = request
      product.form = later
      return .provider(product, model: model)
    }
    switch request.form {
    case .single:
      guard let object = try product(found[0], model, carried) else {
        throw Fault("unexpected-nil")
      }
      return .one(object)
    case .optional:
      guard let source = found.first else { return .one(nil) }
      if let kind = blueprint.life(of: source).scope, scope(of: kind, in: model, carried) == nil {
        return .one(nil)
      }
      return .one(try product(source, model, carried))
    case .array:
      var all: [Int] = []
      for source in found {
        if let object = try product(source, model, carried) { all.append(object) }
      }
      return .many(all + added(request, model).map(\.serial))
    default:
      var all: [String: Int] = [:]
      for source in found {
        if let object = try product(source, model, carried) {
          all[blueprint.name(of: source.base)] = object
        }
      }
      for it in added(request, model) { all["x\(it.serial)"] = it.serial }
      return .map(all)
    }
  }

  /// The added objects in an array: those of the parent lose to own elements of the child, and all
  /// lose to primaries.
  func added(_ request: Request, _ model: Int) -> [(serial: Int, type: Target)] {
    guard request.criterion == .none, !models[model].added.isEmpty else { return [] }
    let blueprint = blueprint(model)
    let found = blueprint.candidateRegistrations(request)
    if found.contains(where: { $0.rank == .primary }) { return [] }
    let hasOwn =
      blueprint.parent != nil && found.contains { $0.rank != .fallback && blueprint.isOwn($0) }
    let objects = models[model].added.dropFirst(hasOwn ? models[model].inheritedCount : 0)
    return objects.filter { request.target.fitting.contains($0.type) }
  }

  // MARK: Products

  /// Creates a shared object, as a request of its own.
  mutating func make(_ source: Source, _ model: Int) throws(Fault) {
    request = [:]
    defer { request = [:] }
    _ = try product(source, model, [])
  }

  /// The product of a source; nil for nil.
  private mutating func product(
    _ source: Source, _ model: Int, _ carried: [Int]
  ) throws(Fault) -> Int? {
    let object = try untouchedProduct(source, model, carried)
    if let object { touched.insert(object) }
    return object
  }

  private mutating func untouchedProduct(
    _ source: Source, _ model: Int, _ carried: [Int]
  ) throws(Fault) -> Int? {
    let blueprint = blueprint(model)
    let life = blueprint.life(of: source)
    tags.note(blueprint.registration[source.base]!, isDecorated: source.decorator != nil)
    if life == .template { return try create(source, model, carried, nil) }
    if life == .perRequest {
      if let known = request[model]?[source] { return known }
      let object = try create(source, model, carried, nil)
      request[model, default: [:]][source] = object
      return object
    }
    var keeper = Keeper.model(model)
    if let kind = life.scope {
      guard let scope = scope(of: kind, in: model, carried) else { throw Fault("no-scope") }
      tags.insert(scopes[scope].isOfTask ? .taskScope : .modelScope)
      keeper = .scope(scope)
    }
    if life == .brief { expire(source.base, model) }
    if let cell = self[keeper][source] { return cell.object }
    if isLent(source, model) {
      tags.insert(.lent)
      let base = Source(base: source.base)
      let isOwn = source.decorator != nil && self[keeper][base]?.isSet == true
      if !isOwn {
        let parent = models[model].parent!
        if models[parent].isEnded { throw Fault("model-gone") }
        let object = try product(source, parent, [])
        self[keeper][source] = Cell(object: object, isLent: true)
        return object
      }
    }
    if source.decorator == nil, life.isReference {
      if life.isNillable { return nil }
      throw Fault("unset-reference")
    }
    let object = try create(source, model, chain(keeper), keeper)
    self[keeper][source] = Cell(object: object)
    return object
  }

  /// Releases an object that expires at once, and its decorators.
  private mutating func expire(_ base: Int, _ model: Int) {
    guard models[model].cells[Source(base: base)] != nil else { return }
    for source in blueprint(model).stacks[base]! { models[model].cells[source] = nil }
    sweep(keeping: touched.union(births.map(\.serial)))
  }

  /// Whether a child takes the object of its parent: it must need nothing that the child replaces.
  private func isLent(_ source: Source, _ model: Int) -> Bool {
    guard models[model].shares, let parent = models[model].parent else { return false }
    let (mine, other) = (blueprint(model), blueprint(parent))
    guard other.registration[source.base] != nil, other.sources.contains(source),
      mine.life(of: source).scope == nil
    else { return false }
    return !mine.isAffected(source)
  }

  /// - Parameter keeper: What retains the object; nil for none.
  private mutating func create(
    _ source: Source, _ model: Int, _ carried: [Int], _ keeper: Keeper?
  ) throws(Fault) -> Int? {
    let blueprint = blueprint(model)
    var parts: [Value] = []
    if let inner = blueprint.inner[source] {
      guard let object = try product(inner, model, carried) else { return nil }
      parts.append(.one(object))
    }
    for need in blueprint.needs(of: source) { parts.append(try answer(need, model, carried)) }
    if failing.contains(source.maker) { throw Fault("creation-failed") }
    if source.decorator == nil, blueprint.life(of: source) == .nillable(returnsNil: true) {
      return nil
    }
    let type = blueprint.type(of: source)
    let object = add(
      type, maker: source.maker, parts,
      isStopping: type.isStopping || type == .q && source.decorator != nil)
    if type == .e || type == .f { objects[object]!.home = (model, keeper) }
    if type == .f { try injectHooks(object, carried) }
    return object
  }

  /// Records a new object.
  mutating func add(
    _ type: Target, maker: Int, _ parts: [Value] = [], isStopping: Bool = false
  ) -> Int {
    serial += 1
    births.append(Journal.Birth(serial: serial, maker: maker, parts: parts.flatMap(\.serials)))
    objects[serial] = Object(type: type, isStopping: isStopping, parts: parts)
    return serial
  }

  // MARK: Properties

  private static let properties: [String: Request] = [
    "leaf": Request(target: .leaf, form: .optional),
    "current": Request(target: .c, form: .optional),
    "all of E": Request(target: .p, form: .array), "all of F": Request(target: .q, form: .array),
  ]

  static func request(_ property: String, of type: Target) -> Request {
    properties[property == "all" ? "all of \(type.typeName)" : property]!
  }

  static func follows(_ property: String, of type: Target) -> Bool {
    property == "current" || property == "all" && type == .f
  }

  private mutating func injectHooks(_ object: Int, _ carried: [Int]) throws(Fault) {
    for property in ["current", "leaf", "all"] {
      _ = try read(property, of: object, carried)
      try callHook(property, of: object, carried)
    }
    tags.insert(.hook)
  }

  private mutating func callHook(
    _ property: String, of object: Int, _ carried: [Int]
  ) throws(Fault) {
    let shown = property == "leaf" ? [] : try read(property, of: object, carried).serials
    hooks.append("\(object).\(property) \(shown)")
  }

  /// The value of a property, which the program reads.
  mutating func readAtTop(_ property: String, of object: Int) throws(Fault) -> Value {
    request = [:]
    defer { request = [:] }
    return try read(property, of: object, context.scopes)
  }

  /// The value of a property.
  private mutating func read(_ property: String, of object: Int, _ carried: [Int]) throws(Fault)
    -> Value
  {
    let host = objects[object]!
    if let captured = host.captured[property] { return captured }
    guard let (model, keeper) = host.home else { throw Fault("no-home") }
    if models[model].isEnded { throw Fault("model-gone") }
    // A property that follows finds the scopes of its reader, if no scope keeps its host.
    let follows = Self.follows(property, of: host.type)
    let isReaders = follows && keeper == .model(model)
    let value = try answer(
      Self.request(property, of: host.type), model,
      isReaders ? carried : keeper.map(chain) ?? carried)
    if !follows { objects[object]!.captured[property] = value }
    return value
  }

  /// Calls the hooks of those who follow some sources, in the order in which they were injected.
  ///
  /// - Parameter last: The last object that follows already.
  mutating func notify(
    _ model: Int, onlyOptional: Bool = false, upTo last: Int = .max,
    of isChanged: (Request) -> Bool
  ) {
    for object in objects.keys.sorted()
    where object <= last && objects[object]?.home?.model == model {
      guard objects[object]!.type == .f else { continue }
      for property in onlyOptional ? ["current"] : ["current", "all"]
      where isChanged(Self.request(property, of: .f)) {
        tags.insert(.follower)
        request = [:]
        do { try callHook(property, of: object, context.scopes) } catch { isFatal = true }
      }
    }
  }

  // MARK: Setting

  /// Where an object is stored.
  func settable(_ type: Target, _ criterion: Criterion, _ model: Int) throws(Fault) -> Registration
  {
    let blueprint = blueprint(model)
    let canHold = { (it: Registration) in it.type.fitting.contains(type) }
    var shared: [Registration]
    switch criterion {
    case .named(let name):
      guard let it = blueprint.named(name) else { throw Fault("no-match") }
      shared = [it]
    case .qualified(let number): shared = blueprint.preferred { $0.qualifier == number }
    case .none: shared = blueprint.preferred { type.fitting.contains($0.type) }
    }
    shared = shared.filter(\.life.isShared)
    if shared.isEmpty, criterion == .none {
      shared = blueprint.preferred(canHold).filter(\.life.isShared)
    } else if shared.count > 1, shared.contains(where: canHold) {
      shared = shared.filter(canHold)
    }
    guard shared.count == 1 else { throw Fault("not-settable") }
    return shared[0]
  }

  /// Stores an object, or nil.
  mutating func set(_ object: Int?, _ type: Target, _ criterion: Criterion) throws(Fault) {
    let model = try current(context)
    let it = try settable(type, criterion, model)
    if object == nil, !it.life.isNillable { throw Fault("not-nillable") }
    if object != nil, !it.type.fitting.contains(type) { throw Fault("wrong-type") }
    var keeper = Keeper.model(model)
    if let kind = it.life.scope {
      guard let scope = scope(of: kind, in: model, context.scopes) else { throw Fault("no-scope") }
      tags.insert(scopes[scope].isOfTask ? .taskScope : .modelScope)
      keeper = .scope(scope)
    }
    tags.note(it, isDecorated: blueprint(model).stacks[it.id]!.count > 1)
    tags.insert(.set)
    var cells = self[keeper]
    for source in blueprint(model).stacks[it.id]! { cells[source] = nil }
    cells[Source(base: it.id)] = Cell(object: object, isSet: true)
    self[keeper] = cells
    sweep()
    if case .scope(let scope) = keeper, scopes[scope].isOfTask { return }
    notify(model, of: [it.id])
  }

  /// Notifies those who follow objects of some registrations.
  mutating func notify(_ model: Int, onlyOptional: Bool = false, of changed: Set<Int>) {
    let blueprint = blueprint(model)
    notify(model, onlyOptional: onlyOptional) { request in
      blueprint.candidates(request).contains { changed.contains($0.base) }
    }
  }
}

extension Reference {
  /// Notifies those who follow an array that may have an added object.
  @discardableResult
  mutating func notifyOfAdded(_ type: Target, _ model: Int) -> Bool {
    notify(model) { $0.form == .array && $0.target.fitting.contains(type) }
    return true
  }
}
