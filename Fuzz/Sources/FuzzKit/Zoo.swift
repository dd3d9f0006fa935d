import Alchemic

// The types of all models. Every object knows who made it, so that it can be told whose it is.

/// Who made an object, and which of theirs it is.
struct Tag: Hashable {
  /// The number of its registration; below 0 for what a request made itself.
  let maker: Int
  let serial: Int
}

/// What is counted over a run. Everything runs on one thread.
enum Count {
  nonisolated(unsafe) static var serial = 0
  nonisolated(unsafe) static var living = 0
  /// By registration: how many objects it has made.
  nonisolated(unsafe) static var made: [Int: Int] = [:]

  static func tag(by maker: Int) -> Tag {
    serial += 1
    made[maker, default: 0] += 1
    return Tag(maker: maker, serial: serial)
  }
}

protocol P: AnyObject {}
protocol Q: P {}
protocol R {}

class Tagged {
  let tag: Tag
  init(_ tag: Tag) {
    self.tag = tag
    Count.living += 1
  }
  deinit { Count.living -= 1 }
}

class A: Tagged, P {}
class B: A, Q, R {}
final class C: Tagged, Q {}
struct S: R { let tag: Tag }

/// Filled as a whole.
final class Host: Tagged, AlchemicAware {
  @Injected var p: (any P)?
  @InjectedArray var rs: [any R]
  @Weak var q: (any Q)?
  @Transient var s: S?
  private(set) var told: [String] = []
  private(set) var isReady = false

  func didInject(variable: String) { told.append(variable) }
  func didInjectDependencies() { isReady = true }
}

/// Filled when it is read.
final class Reader: Tagged {
  @Injected var host: Host?
  @Injected(AcName("a")) var named: A?
}

func tag(of object: Any) -> Tag? {
  switch object {
  case let object as Tagged: object.tag
  case let value as S: value.tag
  case let value as Int:
    Tag(maker: value / 1_000_000_000_000 - 100, serial: value % 1_000_000_000_000)
  case let value as String:
    value.split(separator: "/").count == 2
      ? Tag(
        maker: Int(value.split(separator: "/")[0]) ?? -99,
        serial: Int(value.split(separator: "/")[1]) ?? 0) : nil
  case let values as [A]: values.first?.tag
  default: nil
  }
}

func number(_ tag: Tag) -> Int { (tag.maker + 100) * 1_000_000_000_000 + tag.serial }
func text(_ tag: Tag) -> String { "\(tag.maker)/\(tag.serial)" }

struct Refusal: Error {}
