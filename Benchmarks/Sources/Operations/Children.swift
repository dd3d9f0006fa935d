import AlchemicInject
import CMeasure
import Dispatch
import Measure

/// P14/child: a model with many factories, and children of it, each of which replaces one service
/// and is used once.
public struct Children {
  private let types: [any Numbered.Type]
  private let makers: [ObjectIdentifier: () -> AnyObject]

  /// - Parameter count: The number of factories of the parent. Each needs the service.
  public init(_ count: Int) {
    types = ManyTypes(count).types
    var makers: [ObjectIdentifier: () -> AnyObject] = [:]
    for type in types { add(type, to: &makers) }
    makers[ObjectIdentifier((any Service).self)] = { FastService() }
    self.makers = makers
  }

  /// Starts the parent, which creates nothing but the service.
  public func start() throws {
    try Alchemic.start { model in
      model.register { FastService() as any Service }
      for type in types { register(type, in: model) }
    }
  }

  /// Children, and by hand: a dictionary of closures that is copied and changed.
  public var operation: Operation {
    Operation(
      "P14/child", "make, use once, drop a child of 1,000 factories, against a copied dictionary",
      limit: 20, cost: useChildren, floor: useDictionaries)
  }

  @inline(never)
  private func useChildren(_ count: Int) {
    do {
      for _ in 0..<count {
        try Alchemic.withModel {
          $0.register { FastService() as any Service }
        } operation: {
          let service: any Service = try AcGet()
          measure_use(service.value())
        }
      }
    } catch { fatalError("\(error)") }
  }

  @inline(never)
  private func useDictionaries(_ count: Int) {
    for _ in 0..<count {
      var makers = makers
      makers[ObjectIdentifier((any Service).self)] = { FastService() }
      let service = makers[ObjectIdentifier((any Service).self)]?() as? any Service
      measure_use(service?.value() ?? 0)
    }
  }
}

private func register<Product: Numbered>(_ type: Product.Type, in model: ModelBuilder) {
  model.register({ (_: any Service) in Product() }, AcTemplate())
}

private func add<Product: Numbered>(
  _ type: Product.Type, to makers: inout [ObjectIdentifier: () -> AnyObject]
) {
  makers[ObjectIdentifier(type)] = { Product() }
}

extension HotModel {
  /// P14/get: what a request costs in a child.
  public static var inChildren: Operation {
    Operation(
      "P14/get", "AcGet in a child, against a task-local container by hand", limit: 2,
      cost: inChild(getByType), floor: getFromTask)
  }

  /// An operation that is measured while another thread has a child.
  public struct BesideChild {
    public let id: String
    public let name: String
    public let limit: Double?
    public let cost: Loop
    /// Measured without any child.
    public let floor: Loop
  }

  /// P14/seam: what is measured beside a child.
  public static var besideChildren: [BesideChild] {
    let host = three()
    measure_use(host.readAll())
    func row(_ id: String, _ name: String, limit: Double? = nil, _ loop: @escaping Loop)
      -> BesideChild
    {
      BesideChild(
        id: id, name: "\(name) while another thread has a child, against without any",
        limit: limit, cost: loop, floor: loop)
    }
    return [
      // Without child models, P3 was 2.5 times three lazy properties. A tenth more is permitted.
      BesideChild(
        id: "P14/seam", name: "P3 while another thread has a child, against 3 lazy var",
        limit: 2.75,
        cost: makeThree, floor: makeLazyThree),
      row("P14/seam-first", "P3", makeThree),
      row("P14/seam-read", "later reads", limit: 1.1) { readThree(host, $0) },
      row("P14/seam-get", "AcGet", getByType),
      row("P14/seam-create", "P4", getAlone),
    ]
  }
}

/// A child that another thread has.
public final class ChildElsewhere {
  private let done = DispatchSemaphore(value: 0)
  private let thread: Thread

  public init() {
    let (begun, done) = (DispatchSemaphore(value: 0), done)
    thread = Thread {
      do {
        try Alchemic.withModel { _ in
        } operation: {
          begun.signal()
          done.wait()
        }
      } catch { fatalError("\(error)") }
    }
    begun.wait()
  }

  /// Lets the child end.
  public func end() {
    done.signal()
    thread.join()
  }
}

/// Returns a loop that runs in a child, which replaces nothing that the loop asks for.
private func inChild(_ loop: @escaping (Int) -> Void) -> (Int) -> Void {
  { count in
    do {
      try Alchemic.withModel { _ in
      } operation: {
        loop(count)
      }
    } catch { fatalError("\(error)") }
  }
}

@inline(never) private func readThree(_ host: Three, _ count: Int) {
  var sum = 0
  for _ in 0..<count { sum &+= host.readAll() }
  measure_use(sum)
}
