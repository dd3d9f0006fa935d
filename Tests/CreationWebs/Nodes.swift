import Alchemic
import AlchemicTestSupport

/// Which class of a web a type stands for.
protocol Tag: SendableMetatype {}
enum T0: Tag {}
enum T1: Tag {}
enum T2: Tag {}
enum T3: Tag {}
enum T4: Tag {}
enum T5: Tag {}
enum T6: Tag {}
enum T7: Tag {}
enum T8: Tag {}
enum T9: Tag {}

let tags: [any Tag.Type] = [
  T0.self, T1.self, T2.self, T3.self, T4.self, T5.self, T6.self, T7.self, T8.self, T9.self,
]

/// What happened to the objects of one web.
package final class World: Sendable {
  struct State {
    var tries: [Int]
    /// Objects whose initializer has ended.
    var made: [Int]
    /// The begins and ends of stops, in their order.
    var stops: [Stop] = []
    var findings: [String] = []
  }

  /// The begin or the end of an object's stop.
  struct Stop {
    let index: Int
    let object: ObjectIdentifier
    let isEnd: Bool
  }

  let web: Web
  let state: Locked<State>

  init(_ web: Web) {
    self.web = web
    state = Locked(Self.emptyState(web))
  }

  private static func emptyState(_ web: Web) -> State {
    let none = [Int](repeating: 0, count: web.count)
    return State(tries: none, made: none)
  }

  func reset() { state.withLock { $0 = Self.emptyState(web) } }
  func note(_ finding: String) { state.withLock { $0.findings.append(finding) } }
}

struct Broken: Error {}

/// An object of a web.
class AnyNode: AlchemicStopping {
  let world: World
  let index: Int
  let arguments: [AnyNode]
  /// How often its last hook was called.
  fileprivate(set) var hooks = 0
  fileprivate(set) var isDead = false

  init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    (self.world, self.index, self.arguments) = (world, index, arguments)
    let fails = world.state.withLock { state in
      state.tries[index] += 1
      if world.web.failing == index { return true }
      state.made[index] += 1
      return false
    }
    if fails { throw Broken() }
  }

  final func stop() async {
    note(isEnd: false)
    await Task.yield()
    note(isEnd: true)
  }

  private func note(isEnd: Bool) {
    let stop = World.Stop(index: index, object: ObjectIdentifier(self), isEnd: isEnd)
    world.state.withLock { $0.stops.append(stop) }
  }

  /// What its properties hold; a property that was not injected is resolved by this.
  var properties: [AnyNode] { [] }

  /// Called by the hook of those that have one.
  final func injected() {
    hooks += 1
    if hooks > 1 { world.note("the hook of \(index) was called \(hooks) times") }
    for (property, target) in zip(properties, world.web.targets(of: index, .property))
    where property.index != target {
      world.note("\(index) has \(property.index) in place of \(target)")
    }
  }
}

/// The object of one class of a web: what is searched.
class Node<T: Tag>: AnyNode {}

/// A class that a web's model makes.
protocol Made: AnyNode {
  init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws
}

final class Plain0<T: Tag>: Node<T>, Made {
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
}

final class Plain1<T: Tag, X: Tag>: Node<T>, Made {
  @Injected var x: Node<X>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x] }
}

final class Plain2<T: Tag, X: Tag, Y: Tag>: Node<T>, Made {
  @Injected var x: Node<X>
  @Injected var y: Node<Y>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x, y] }
}

final class Plain3<T: Tag, X: Tag, Y: Tag, Z: Tag>: Node<T>, Made {
  @Injected var x: Node<X>
  @Injected var y: Node<Y>
  @Injected var z: Node<Z>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x, y, z] }
}

final class Aware0<T: Tag>: Node<T>, Made, AlchemicAware {
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  func didInjectDependencies() { injected() }
}

final class Aware1<T: Tag, X: Tag>: Node<T>, Made, AlchemicAware {
  @Injected var x: Node<X>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x] }
  func didInjectDependencies() { injected() }
}

final class Aware2<T: Tag, X: Tag, Y: Tag>: Node<T>, Made, AlchemicAware {
  @Injected var x: Node<X>
  @Injected var y: Node<Y>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x, y] }
  func didInjectDependencies() { injected() }
}

final class Aware3<T: Tag, X: Tag, Y: Tag, Z: Tag>: Node<T>, Made, AlchemicAware {
  @Injected var x: Node<X>
  @Injected var y: Node<Y>
  @Injected var z: Node<Z>
  override init(_ world: World, _ index: Int, _ arguments: [AnyNode]) throws {
    try super.init(world, index, arguments)
  }
  override var properties: [AnyNode] { [x, y, z] }
  func didInjectDependencies() { injected() }
}

// MARK: From numbers to types

/// The class with these properties.
func nodeType(_ tag: any Tag.Type, _ properties: [any Tag.Type], hasHooks: Bool) -> any Made.Type {
  func none<T: Tag>(_: T.Type) -> any Made.Type { hasHooks ? Aware0<T>.self : Plain0<T>.self }
  func one<T: Tag, X: Tag>(_: T.Type, _: X.Type) -> any Made.Type {
    hasHooks ? Aware1<T, X>.self : Plain1<T, X>.self
  }
  func two<T: Tag, X: Tag, Y: Tag>(_: T.Type, _: X.Type, _: Y.Type) -> any Made.Type {
    hasHooks ? Aware2<T, X, Y>.self : Plain2<T, X, Y>.self
  }
  func three<T: Tag, X: Tag, Y: Tag, Z: Tag>(
    _: T.Type, _: X.Type, _: Y.Type, _: Z.Type
  ) -> any Made.Type {
    hasHooks ? Aware3<T, X, Y, Z>.self : Plain3<T, X, Y, Z>.self
  }
  return switch properties.count {
  case 0: none(tag)
  case 1: one(tag, properties[0])
  case 2: two(tag, properties[0], properties[1])
  default: three(tag, properties[0], properties[1], properties[2])
  }
}

extension World {
  /// Declares the classes of the web.
  func declare(in model: ModelBuilder) {
    for index in 0..<web.count {
      let type = nodeType(
        tags[index], web.targets(of: index, .property).map { tags[$0] }, hasHooks: web.hasHooks)
      let arguments = web.targets(of: index, .argument)
      if web.hidden.contains(index) {
        hide(type, tags[index], index, arguments, in: model)
      } else {
        register(type, index, arguments, in: model)
      }
    }
  }

  private func options() -> [FactoryOption] { web.isEager ? [] : [AcLazy()] }

  private func register<Class: Made>(
    _ type: Class.Type, _ index: Int, _ arguments: [Int], in model: ModelBuilder
  ) {
    func one<A: Tag>(_: A.Type) {
      add(model) { (a: Node<A>) in try Class(self, index, [a]) }
    }
    func two<A: Tag, B: Tag>(_: A.Type, _: B.Type) {
      add(model) { (a: Node<A>, b: Node<B>) in try Class(self, index, [a, b]) }
    }
    func three<A: Tag, B: Tag, C: Tag>(_: A.Type, _: B.Type, _: C.Type) {
      add(model) { (a: Node<A>, b: Node<B>, c: Node<C>) in try Class(self, index, [a, b, c]) }
    }
    let needed = arguments.map { tags[$0] }
    switch needed.count {
    case 0: add(model) { try Class(self, index, []) }
    case 1: one(needed[0])
    case 2: two(needed[0], needed[1])
    default: three(needed[0], needed[1], needed[2])
    }
  }

  private func add<each Argument, Class>(
    _ model: ModelBuilder, _ make: sending @escaping (repeat each Argument) throws -> Class
  ) {
    if web.isEager { model.register(make) } else { model.register(AcLazy(), make: make) }
  }

  /// Registers a class as its base class; what it needs is requested by the closure.
  private func hide<Class: Made, T: Tag>(
    _ type: Class.Type, _ tag: T.Type, _ index: Int, _ arguments: [Int], in model: ModelBuilder
  ) {
    func request<A: Tag>(_: A.Type) throws -> AnyNode { try AcGet(Node<A>.self) }
    add(model) { () throws -> Node<T> in
      let given = try arguments.map { try request(tags[$0]) }
      // Each class of this tag is a node of this tag.
      return try unsafeDowncast(Class(self, index, given), to: Node<T>.self)
    }
  }

  /// Requests the object of a class.
  func get(_ index: Int, from model: Model) throws -> AnyNode {
    func get<T: Tag>(_: T.Type) throws -> AnyNode { try model.get(Node<T>.self) }
    return try get(tags[index])
  }
}
