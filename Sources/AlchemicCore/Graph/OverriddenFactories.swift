import AlchemicRuntime

/// The factories that are not preferred to primaries in any need that they fit, and those that only
/// such factories need. A start creates none of their singletons.
///
/// One request represents all factories that make it, since many make the same request.
struct OverriddenFactories {
  static let part = Overriding { OverriddenFactories(among: $0, $1).positions }

  private(set) var positions: Set<Int> = []
  /// By number: the positions of the factories that a request chooses, and the number of not
  /// overridden factories that make it.
  private var requests: [(chosen: [Int], takers: Int)] = []
  /// By the number of a request among those of the reader.
  private var numbers: [Int: Int] = [:]
  /// By position: the numbers of the factory's requests.
  private var requestsOf: [[Int]]
  /// By position: the number of requests of such factories that choose it.
  private var choices: [Int]
  private var losing: Set<Int> = []

  /// - Complexity: O(*f* + *d*) in the factories and their dependencies.
  @inline(never)
  init(among factories: [Factory], _ reader: NeedReader) {
    requestsOf = [[Int]](repeating: [], count: factories.count)
    choices = [Int](repeating: 0, count: factories.count)
    for factory in factories {
      reader.read(factory) { need in
        switch need {
        case .owner(let owner): add(add([owner.position]), of: factory)
        case .argument(_, let request), .property(_, let request, _):
          add(number(of: request), of: factory)
        }
      }
    }
    override(losing.filter { choices[$0] == 0 }, among: factories)
  }

  @inline(never)
  private mutating func add(_ number: Int, of taker: Factory) {
    requests[number].takers += 1
    requestsOf[taker.position].append(number)
  }

  @inline(never)
  private mutating func add(_ chosen: [Int]) -> Int {
    for position in chosen { choices[position] += 1 }
    requests.append((chosen, 0))
    return requests.count - 1
  }

  @inline(never)
  private mutating func number(of request: NeedRequest) -> Int {
    if let number = numbers[request.number] { return number }
    losing.formUnion(request.fitting.all.map(\.position))
    let number = add(request.fitting.preferred.map(\.position))
    numbers[request.number] = number
    return number
  }

  private mutating func override(_ first: Set<Int>, among factories: [Factory]) {
    var new = first.filter { !factories[$0].mayBeAskedForByName }
    while let position = new.popFirst() {
      positions.insert(position)
      for number in requestsOf[position] {
        requests[number].takers -= 1
        guard requests[number].takers == 0 else { continue }
        for chosen in requests[number].chosen {
          choices[chosen] -= 1
          if choices[chosen] == 0, !factories[chosen].mayBeAskedForByName { new.insert(chosen) }
        }
      }
    }
  }
}

extension Factory {
  /// Whether a property may request the object by a name, and only a start can create the object,
  /// since the request cannot await it.
  fileprivate var mayBeAskedForByName: Bool {
    facts.making != .anywhere && owner == nil && facts.qualifiers.isEmpty && !facts.isNamedByType
      && facts.name != Declaration.longName(facts.productName, .fallback)
  }
}

/// Which factories primaries override, or come in the place of fallbacks: see
/// ``OverriddenFactories``. And what fallbacks bring beside that: see ``Offers``.
final class Overriding: OptionPart {
  /// Returns their positions.
  let positions: @Sendable (_ factories: [Factory], NeedReader) -> Set<Int>
  /// Moves the fallbacks that repeat another one, here or in a model that is extended, to the
  /// declarations that the model does not have; nil for primaries.
  let leaveOutRepeated:
    (@Sendable (inout [Declaration], inout [AbsentFactory], FactoryIndex?) -> Void)?
  /// Determines the names of fallbacks after those of all others, which they do not change; nil for
  /// primaries.
  let nameFallbacks:
    (
      @Sendable (_ texts: inout [String?], _ doubtful: [Int], [Declaration], FactoryIndex?) -> Void
    )?

  init(
    positions: @escaping @Sendable ([Factory], NeedReader) -> Set<Int>,
    leaveOutRepeated: (
      @Sendable (inout [Declaration], inout [AbsentFactory], FactoryIndex?) -> Void
    )? = nil,
    nameFallbacks: (
      @Sendable (inout [String?], [Int], [Declaration], FactoryIndex?) -> Void
    )? = nil
  ) {
    (self.positions, self.leaveOutRepeated) = (positions, leaveOutRepeated)
    self.nameFallbacks = nameFallbacks
  }
}
